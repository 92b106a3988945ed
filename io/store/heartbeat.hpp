// The heartbeat of a launch: the content of the lease beside a store, and whether its launch lives.
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
  /// At most 16 losses of this launch at equal times; the last one is the present loss.
  std::vector<double> losses{};
  int threads = 1;  ///< of all hosts
  int hosts = 1;
};

/// An experiment that failed, timed out or crashed.
struct Failure {
  std::string task, identity, label, outcome, message;
};

/// The part of a lease that identifies its launch and shows that it lives.
struct Holder {
  std::string host, machine{};  ///< machine: where its pid is valid, see machine_id
  std::int64_t pid = 0;
  std::int64_t pid_start = 0;  ///< kernel clock ticks at the process's start, so that a reused pid is told apart
  std::int64_t counter = 0;
  int epoch = 1;    ///< larger than that of every earlier launch that has left a file
  std::string job;  ///< see BatchJob in io/store/lease.hpp
  int restarts = 0;
  std::string launcher;
  int launch = 0;
  int ranks = 0;
  bool rewrites = false;  ///< a command that only rewrites the store, such as delete: if it dies, nothing is half done
};

/// A launch's report, written about once a second. Counts are of planned experiments, over all launches.
struct Heartbeat : Holder {
  double written = 0;                          ///< seconds since 1970 UTC
  std::int64_t done = 0, ended = 0;            ///< done: ended well; ended: with any outcome
  std::int64_t total = 0;                      ///< experiments asked for
  std::int64_t saved = 0;                      ///< experiments left at the launch's end with a checkpoint
  double saved_share = 0;                      ///< average share of their steps that is done
  std::map<std::string, std::int64_t> counts;  ///< by outcome, those that occurred
  double share = 0;                            ///< of the predicted work, experiments in flight and saved ones included
  double elapsed_s = 0, sequences_per_s = 0;   ///< elapsed: since this launch began
  double eta_s = -1;                           ///< negative: unknown
  std::vector<InFlight> in_flight;
  std::vector<Failure> failures;  ///< the last few of this launch, the newest first
};

/// A living launch writes its lease at least this often.
inline constexpr std::chrono::seconds lease_renewal(2);

/// One JSON object on one line, as the file holds it: holder_text first.
std::string to_text(const Heartbeat& heartbeat);

/// The beginning of that text, which no other launch's lease has. It is enough to recognise the launch.
std::string holder_text(const Holder& holder);

/// "STORE.lease", for the file to which STORE's links lead.
std::string lease_path(const std::string& store);

/// The heartbeat in STORE.lease, or nothing if there is none or it is torn.
std::optional<Heartbeat> read_heartbeat(const std::string& store);
/// The heartbeat in the lease file itself.
std::optional<Heartbeat> read_lease(const std::string& path);

/// Whether the launch's process is visible here: on this machine, and in the same process namespace (a container has
/// its own). Another machine may have the same host name.
bool is_here(const Heartbeat& heartbeat);
/// Whether a launch that is_here() lives, by pid and start time. False for one elsewhere.
bool is_alive(const Heartbeat& heartbeat);

/// The heartbeat in STORE.lease if its launch lives. A launch that is_here() is judged by its process; another one
/// lives if its lease was written within 30 s of now by our clock or, since two hosts' clocks may differ, if its
/// counter moves while it is watched for `patience`.
std::optional<Heartbeat> live_heartbeat(const std::string& store,
                                        std::chrono::milliseconds patience = std::chrono::seconds(5));

/// Whether the lease's counter has moved since `seen`, or another launch has it; two hosts' clocks cannot be compared.
bool has_moved(const std::string& store, const Heartbeat& seen);
/// Whether `happens` returns true within `patience`, by RunningClock. Asks five times a second.
bool comes_true(const std::function<bool()>& happens, std::chrono::milliseconds patience);

std::string host_name();
/// Identifies this boot of this machine and its process namespace.
std::string machine_id();
/// When the process `pid` of this host began, in kernel clock ticks; 0 if there is none or it is a zombie.
std::int64_t start_of(std::int64_t pid);
/// Seconds since 1970, UTC.
double seconds_since_1970();

}  // namespace icsweep
