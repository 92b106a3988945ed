// The communicator of a guest's rank 0, which also passes messages between the other ranks and the launch.
#pragma once

#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include "engine/fleet/guest_comm.hpp"
#include "engine/fleet/link.hpp"
#include "io/store/lease_watch.hpp"
#include "io/store/running_clock.hpp"

namespace icsweep {

/// The end of a guest's stay.
enum class Parting {
  nothing_left,  ///< the launch had no work for its ranks, or the guest left by itself
  dismissed,     ///< the launch stops
  lost           ///< the connection ended
};

/// During long steps of an experiment a thread passes the messages. It does so only while the rank does not hold
/// turn().
class Relay final : public GuestComm {
 public:
  /// world: of the guest. first: number of its rank 0 in the launch. lease: of the launch.
  Relay(const Comm& world, Link& link, Rank first, StopFlag& leave, LeaseWatch lease);
  ~Relay() override;

  std::mutex* turn() const override { return &turn_; }
  /// Call it after the rank's end.
  Parting parting() const;
  /// Seconds for which the launch has not renewed its lease.
  double silence() const { return running_seconds_since(renewed_); }

 protected:
  void pass(const std::string& text) const override { forward(Rank(0), text); }
  std::optional<std::string> next() const override;

 private:
  void forward(Rank local, const std::string& text) const;
  void hear(const Frame& frame) const;
  void pump() const;
  void part() const;
  void look_at_lease() const;
  void tell_all(const char* word) const;
  void pump_meanwhile(const std::stop_token& stop) const;

  Link& link_;
  mutable std::mutex turn_;
  mutable std::deque<std::string> inbox_;
  mutable std::exception_ptr failure_;  // of the thread
  mutable int left_ = 0;                // ranks that have said goodbye
  mutable bool dismissed_ = false, lost_ = false, answered_ = false, ended_ = false;
  mutable std::optional<RunningClock::time_point> parting_;  // since when the launch has to answer
  LeaseWatch lease_;
  mutable std::string counter_{};  // of the lease
  mutable RunningClock::time_point looked_ = RunningClock::now(), renewed_ = looked_;
  std::jthread thread_;
};

}  // namespace icsweep
