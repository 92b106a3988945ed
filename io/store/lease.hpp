// The lease beside a store: who is writing it. It is also the heartbeat that `icsweep status` reads.
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

/// What launches the program again when it has ended: a batch job that is requeued, and within it a script.
struct BatchJob {
  std::string id{};        ///< no other job's; empty: none
  int restarts = 0;        ///< times it was requeued
  std::string launcher{};  ///< of the script, no other's; empty: none
  int launch = 0;          ///< its launches before this one
};

/// Whether the launch is an earlier one of this job.
bool precedes(const Heartbeat& launch, const BatchJob& job);

/// What a launch says and asks while it waits for a lease.
struct LeaseWait {
  std::function<void(const std::string& line)> tell = [](const std::string&) {};  ///< what is waited for, before
  std::function<bool()> stop = [] { return false; };                              ///< whether no longer
};

/// How long another host's launch is watched before it is taken for dead.
inline constexpr std::chrono::seconds lease_patience(30);

/// Holds the lease of a store; the file goes away with the holder. A thread renews it while there is no news, so that a
/// launch that computes for long is not taken for dead.
class Lease {
 public:
  /// Throws Error(store) if a live launch holds it, also if both start at once, or if it cannot be written. A holder on
  /// another host is watched for `patience`, by our own clock: it lives if its counter moves. An
  /// earlier one of the same job is succeeded even so: it may live on in a node that is cut off, until it finds that
  /// the lease is another's. Throws Error(stopped) within a second if it is to stop.
  Lease(const std::string& store, int ranks, std::chrono::milliseconds patience = lease_patience,
        const BatchJob& job = {}, const LeaseWait& wait = {});
  ~Lease();
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  const LeaseWatch& watch() const { return watch_; }
  int epoch() const { return self_.epoch; }
  void begin_epoch_after(int epoch);
  /// Whether the launch before ended without a word: it crashed or was killed.
  bool left_behind() const { return left_behind_; }

  /// Replaces the file. Who and when are filled in; a failure to write is ignored: the heartbeat is only news. Throws
  /// Error(store) if another launch, which thought that this one is no more, has taken the lease.
  void beat(Heartbeat news);

 private:
  using Clock = std::chrono::steady_clock;

  void take(const std::string& store, std::chrono::milliseconds patience, const LeaseWait& wait);
  bool is_held(const std::string& store, const Heartbeat& other, std::chrono::milliseconds patience,
               const LeaseWait& wait);
  bool is_rewritten(const std::string& store, std::chrono::milliseconds patience, const LeaseWait& wait) const;
  void move_aside(const std::string& store, const std::optional<Heartbeat>& seen);
  bool renew();
  void keep_alive(const std::stop_token& stop);
  bool write_fresh(Heartbeat news);

  bool left_behind_ = false;
  std::string path_, fresh_;  // fresh_: written, then linked or renamed to path_; its name is this process's own
  Heartbeat self_;
  LeaseWatch watch_;
  std::mutex mutex_;  // of what follows, and of the file
  std::condition_variable_any wake_;
  Heartbeat news_;
  Clock::time_point last_beat_ = Clock::now(), last_renewal_ = Clock::now();
  double renewed_;  // seconds since boot, also while all of it stood still
  std::jthread thread_;
};

}  // namespace icsweep
