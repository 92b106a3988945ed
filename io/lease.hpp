// The lease beside a store: who is writing it, and the heartbeat that `icsweep status` reads.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace icsweep {

/// An experiment that is being trained.
struct InFlight {
  int rank = 0;
  std::string task, identity, label;  ///< label: the parameters that vary in the sweep
  long step = 0, steps = 0;
  double loss = 0;
};

/// An experiment that failed, timed out or crashed.
struct Failure {
  std::string task, identity, label, outcome, message;
};

/// What a launch says of itself, rewritten about once a second. Counts are of planned experiments, over all launches.
struct Heartbeat {
  std::string host;
  std::int64_t pid = 0,
               pid_start =
                   0;  ///< pid_start: kernel clock ticks at the process's start, so that a reused pid is told apart
  std::int64_t counter = 0;
  int epoch = 1;  ///< larger than that of any launch before of which something is left
  int ranks = 0;
  double written = 0;                          ///< seconds since 1970 UTC
  std::int64_t done = 0, total = 0;            ///< done: ended, with whatever outcome
  std::map<std::string, std::int64_t> counts;  ///< by the name of the outcome, those that occurred
  double share = 0;                            ///< of the predicted work, that of experiments in flight included
  double elapsed_s = 0, sequences_per_s = 0;   ///< elapsed: since this launch began
  double eta_s = -1;                           ///< negative: unknown
  std::vector<InFlight> in_flight;
  std::vector<Failure> failures;  ///< the last few of this launch, the newest first
};

/// One JSON object on one line, as the file holds it.
std::string to_text(const Heartbeat& heartbeat);

/// The heartbeat in STORE.lease, or nothing if there is none or it is torn.
std::optional<Heartbeat> read_heartbeat(const std::string& store);

/// True while the launch lives, for one on this host: by pid and start time. False for one elsewhere.
bool is_alive(const Heartbeat& heartbeat);

/// The heartbeat in STORE.lease if its launch lives: on this host as above; elsewhere if it was written within 30 s of
/// now by our clock, or, since two hosts' clocks may differ, if its counter moves while it is watched for `patience`.
std::optional<Heartbeat> live_heartbeat(const std::string& store,
                                        std::chrono::milliseconds patience = std::chrono::seconds(5));

std::string host_name();

/// Holds the lease of a store; the file goes away with the holder. A thread renews it while there is no news, so that a
/// launch that computes for long is not taken for dead.
class Lease {
 public:
  /// Throws Error(store) if a live launch holds it, also if both start at once, or if it cannot be written. A holder on
  /// another host is watched for `patience`, by our own clock: it lives if its counter moves.
  Lease(const std::string& store, int ranks, std::chrono::milliseconds patience = std::chrono::seconds(30));
  ~Lease();
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  int epoch() const { return self_.epoch; }
  void begin_epoch_after(int epoch);
  /// Whether the launch before ended without a word: it crashed or was killed.
  bool left_behind() const { return left_behind_; }

  /// Replaces the file. Who and when are filled in; a failure to write is ignored: the heartbeat is only news. Throws
  /// Error(store) if another launch, which thought that this one is no more, has taken the lease.
  void beat(Heartbeat news);

 private:
  using Clock = std::chrono::steady_clock;

  void take(const std::string& store, std::chrono::milliseconds patience);
  bool is_own() const;
  bool renew();
  void keep_alive(const std::stop_token& stop);
  bool write_fresh(Heartbeat news);

  bool left_behind_ = false;
  std::string path_, fresh_;  // fresh_: written, then linked or renamed to path_; its name is this process's own
  Heartbeat self_;
  std::mutex mutex_;  // of what follows, and of the file
  std::condition_variable_any wake_;
  Heartbeat news_;
  Clock::time_point last_beat_ = Clock::now();
  std::jthread thread_;
};

}  // namespace icsweep
