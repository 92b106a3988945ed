// The lease beside a store, which names the launch that writes it. It is also the heartbeat that `icsweep status`
// reads.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "io/store/heartbeat.hpp"
#include "io/store/lease_watch.hpp"

namespace icsweep {

/// The batch job, or the script within it, that may start the program again after it has ended.
struct BatchJob {
  std::string id{};        ///< unique to the job; empty: no job
  int restarts = 0;        ///< number of earlier requeues of the job
  std::string launcher{};  ///< unique to the run of the script; empty: no script
  int launch = 0;          ///< earlier launches by the script
};

/// True if the launch is an earlier one of this job.
bool precedes(const Heartbeat& launch, const BatchJob& job);

/// Callbacks of a launch that waits for a lease.
struct LeaseWait {
  std::function<void(const std::string& line)> announce = [](const std::string&) {};  ///< reports the wait
  std::function<bool()> stop = [] { return false; };                                  ///< true to stop waiting
};

/// The part of a launch in a fleet of launches that join each other.
struct FleetEntry {
  bool joins = false;              ///< it joins the holder if there is one, and so judges it with more care
  std::string door{}, door_key{};  ///< see Holder
};

/// A live launch holds the lease.
class LeaseHeld : public Error {
 public:
  LeaseHeld(const std::string& message, Heartbeat by) : Error(ErrorKind::store, message), holder(std::move(by)) {}
  Heartbeat holder;
};

/// Time for which a launch on another host is watched before it counts as dead.
inline constexpr std::chrono::seconds lease_patience(30);

/// Holds the lease of a store. The destructor removes the file. A thread renews the lease while there is no news, so
/// that a launch that computes for long does not count as dead.
class Lease {
 public:
  /// ranks: of the launch; 0 for a command that only rewrites the store. Throws LeaseHeld if a live launch holds the
  /// lease, also if both start at once, and Error(store) if the lease cannot be written. A holder on another host is
  /// watched for `patience`, by this host's clock; it lives if its counter changes. An earlier launch of the same job
  /// loses the lease even if it lives: its node may be cut off, and it ends when it notices. Throws Error(stopped)
  /// within a second if `wait` asks to stop. A launch that joins watches a holder on this host too: it may be frozen.
  Lease(const std::string& store, int ranks, std::chrono::milliseconds patience = lease_patience,
        const BatchJob& job = {}, const LeaseWait& wait = {}, const FleetEntry& fleet = {});
  ~Lease();
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  const LeaseWatch& watch() const { return watch_; }
  int epoch() const { return self_.epoch; }
  void begin_epoch_after(int epoch);
  /// True if the last launch crashed or was killed, which leaves its lease behind.
  bool left_behind() const { return left_behind_; }
  /// Ranks of that launch; 0 if unknown.
  int ranks_left_behind() const { return ranks_left_behind_; }

  /// Replaces the file by `news`, after adding this launch's identity and the time. Ignores a failed write, since the
  /// heartbeat is only news. Throws Error(store) if another launch has the lease because it believed this one dead.
  void beat(Heartbeat news);

  /// Enters the guest as given up, at once. Returns false if the entry could not be written. Throws as beat() does.
  bool give_up(const std::string& guest);
  /// Names the present guests, from the next renewal on.
  void set_guests(std::vector<GuestNews> guests);

 private:
  using Clock = std::chrono::steady_clock;

  void take(const std::string& store, std::chrono::milliseconds patience, const LeaseWait& wait);
  bool is_held(const std::string& store, const Heartbeat& other, std::chrono::milliseconds patience,
               const LeaseWait& wait);
  bool is_rewritten(const std::string& store, std::chrono::milliseconds patience, const LeaseWait& wait) const;
  void move_aside(const std::string& store, const std::optional<Heartbeat>& seen);
  bool renew();
  LeaseLost lost() const;
  void keep_alive(const std::stop_token& stop);
  bool write_fresh(Heartbeat news);

  const bool joins_;
  bool left_behind_ = false, written_ = false;  // written_: the last renewal
  int ranks_left_behind_ = 0;
  std::string path_, fresh_;  // fresh_: written, then linked or renamed to path_; no other process uses this name
  Holder self_;
  LeaseWatch watch_;
  std::mutex mutex_;  // guards the members below, and the file
  std::condition_variable_any wake_;
  Heartbeat news_;
  Clock::time_point last_beat_ = Clock::now(), last_renewal_ = Clock::now();
  int shortage_ = 0;  // the error that prevented the last renewal, see is_shortage()
  double renewed_;    // seconds since boot, including suspended time
  std::jthread thread_;
};

}  // namespace icsweep
