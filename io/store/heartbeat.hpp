// The heartbeat of a launch: what stands in the lease beside a store, and whether its launch lives.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace icsweep {

/// An experiment that is being trained.
struct InFlight {
  int rank = 0;
  std::string task, identity, label;  ///< label: the parameters that vary in the sweep
  long step = 0, steps = 0;
  double loss = 0;
  /// The latest losses at equal times since this launch began it or went on with it, the last one now; at most 16.
  std::vector<double> losses{};
};

/// An experiment that failed, timed out or crashed.
struct Failure {
  std::string task, identity, label, outcome, message;
};

/// What a launch says of itself, rewritten about once a second. Counts are of planned experiments, over all launches.
struct Heartbeat {
  std::string host, machine{};  ///< machine: where its process number means something, see machine_id
  std::int64_t pid = 0,
               pid_start =
                   0;  ///< pid_start: kernel clock ticks at the process's start, so that a reused pid is told apart
  std::int64_t counter = 0;
  int epoch = 1;    ///< larger than that of any launch before of which something is left
  std::string job;  ///< see BatchJob in io/store/lease.hpp
  int restarts = 0;
  std::string launcher;
  int launch = 0;
  int ranks = 0;
  double written = 0;                          ///< seconds since 1970 UTC
  std::int64_t done = 0, ended = 0;            ///< done: ended well; ended: with whatever outcome
  std::int64_t total = 0;                      ///< asked for
  std::int64_t saved = 0;                      ///< of those left when the launch ends: with state to go on from
  double saved_share = 0;                      ///< of their steps, those that are done, on average
  std::map<std::string, std::int64_t> counts;  ///< by the name of the outcome, those that occurred
  double share = 0;  ///< of the predicted work, that of experiments in flight or saved included
  double elapsed_s = 0, sequences_per_s = 0;  ///< elapsed: since this launch began
  double eta_s = -1;                          ///< negative: unknown
  std::vector<InFlight> in_flight;
  std::vector<Failure> failures;  ///< the last few of this launch, the newest first
};

/// A living launch writes its lease at least so often.
inline constexpr std::chrono::seconds lease_renewal(2);

/// One JSON object on one line, as the file holds it: holder_text first.
std::string to_text(const Heartbeat& heartbeat);

/// Its beginning, which no other launch's has: whoever wants to know no more reads no more.
std::string holder_text(const Heartbeat& heartbeat);

/// "STORE.lease", of the file that STORE names in the end.
std::string lease_path(const std::string& store);

/// The heartbeat in STORE.lease, or nothing if there is none or it is torn.
std::optional<Heartbeat> read_heartbeat(const std::string& store);
/// The same of the file itself.
std::optional<Heartbeat> read_lease(const std::string& path);

/// Whether the launch is on this host, and among the processes that are seen here: a container has its own, and another
/// machine may have the same name.
bool is_here(const Heartbeat& heartbeat);
/// True while the launch lives, for one that is here: by pid and start time. False for one elsewhere.
bool is_alive(const Heartbeat& heartbeat);

/// The heartbeat in STORE.lease if its launch lives: on this host as above; elsewhere if it was written within 30 s of
/// now by our clock, or, since two hosts' clocks may differ, if its counter moves while it is watched for `patience`.
std::optional<Heartbeat> live_heartbeat(const std::string& store,
                                        std::chrono::milliseconds patience = std::chrono::seconds(5));

/// Whether its counter has moved since, or another's stands there: clocks of two hosts cannot be compared.
bool has_moved(const std::string& store, const Heartbeat& seen);
/// Whether it comes true within `patience`, by the clock that stands still with this process. It is asked five times a
/// second.
bool comes_true(const std::function<bool()>& happens, std::chrono::milliseconds patience);

std::string host_name();
/// This boot of this machine and this space of process numbers.
std::string machine_id();
/// When that process of this host began, in kernel clock ticks; 0 if there is none or it is a zombie.
std::int64_t start_of(std::int64_t pid);
/// UTC.
double seconds_since_1970();

}  // namespace icsweep
