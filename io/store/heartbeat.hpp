// The heartbeat of a launch: the content of the lease beside a store, and checks that its launch lives.
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
  /// At most 16 losses of this launch at equal time intervals; the last one is the present loss.
  std::vector<double> losses{};
  int threads = 1;  ///< on all hosts
  int hosts = 1;
};

/// An experiment that failed, timed out or crashed.
struct Failure {
  std::string task, identity, label, outcome, message;
};

/// Another launch that helps this one.
struct GuestNews {
  std::string name;  ///< unique in the lease
  std::string job;   ///< host and process
  int first = 0;     ///< number of its first rank
  int ranks = 0;
  double joined = 0;  ///< seconds since 1970 UTC
};

/// The part of a lease that identifies its launch and shows that it lives.
struct Holder {
  std::string host, machine{};  ///< machine: where its pid is valid, see machine_id
  std::int64_t pid = 0;
  std::int64_t pid_start = 0;  ///< start of the process in kernel clock ticks, which distinguishes a reused pid
  std::int64_t counter = 0;
  int epoch = 1;    ///< larger than that of every earlier launch that has left a file
  std::string job;  ///< see BatchJob in io/store/lease.hpp
  int restarts = 0;
  std::string launcher;
  int launch = 0;
  int ranks = 0;
  std::string door{}, door_key{};       ///< where other launches join, and the public key of that port; empty: nowhere
  std::vector<std::string> given_up{};  ///< guests whose experiments others run: they write nothing any more
  std::vector<GuestNews> guests{};
  bool rewrites =
      false;  ///< a command that only rewrites the store, such as delete: its death leaves nothing half done
};

/// A launch's report, written about once a second. Counts are of planned experiments, over all launches.
struct Heartbeat : Holder {
  double written = 0;                          ///< seconds since 1970 UTC
  std::int64_t done = 0, ended = 0;            ///< done: ended well; ended: with any outcome
  std::int64_t total = 0;                      ///< all requested experiments
  std::int64_t saved = 0;                      ///< experiments with a checkpoint that are left when the launch ends
  double saved_share = 0;                      ///< average completed share of their steps
  std::map<std::string, std::int64_t> counts;  ///< by outcome, without zeros
  double share = 0;                           ///< of the predicted work, including experiments in flight and saved ones
  double elapsed_s = 0, sequences_per_s = 0;  ///< elapsed: since this launch began
  double eta_s = -1;                          ///< negative: unknown
  std::vector<InFlight> in_flight;
  std::string no_host{};          ///< which experiments wait for a host that can hold them; empty: none
  std::vector<Failure> failures;  ///< the last few of this launch, newest first
};

/// A living launch writes its lease at least this often.
inline constexpr std::chrono::seconds lease_renewal(2);

/// One JSON object on one line, beginning with holder_text, as the file contains it.
std::string to_text(const Heartbeat& heartbeat);

/// The beginning of that text, which identifies the launch: no other launch's lease begins with it.
std::string holder_text(const Holder& holder);

/// "STORE.lease", for the file that STORE's links lead to.
std::string lease_path(const std::string& store);

/// The heartbeat in STORE.lease; nothing if it is missing or torn.
std::optional<Heartbeat> read_heartbeat(const std::string& store);
/// The heartbeat in the lease file itself.
std::optional<Heartbeat> read_lease(const std::string& path);

/// True if the launch's process is visible here: on this machine and in the same process namespace (a container has its
/// own). Other machines may have the same host name.
bool is_here(const Heartbeat& heartbeat);
/// True if a launch that is_here() lives, judged by pid and start time. False for a launch elsewhere.
bool is_alive(const Heartbeat& heartbeat);

/// The heartbeat in STORE.lease if its launch lives. A launch that is_here() is judged by its process. Another launch
/// lives if its lease was written within 30 s of now by our clock. Since two hosts' clocks may differ, it also lives if
/// its counter changes within `patience`.
std::optional<Heartbeat> live_heartbeat(const std::string& store,
                                        std::chrono::milliseconds patience = std::chrono::seconds(5));

/// True if the lease's counter has changed since `seen`, or another launch has the lease. This needs no comparison of
/// two hosts' clocks.
bool has_moved(const std::string& store, const Heartbeat& seen);
/// True if `happens` returns true within `patience`, by RunningClock. Calls it five times a second.
bool comes_true(const std::function<bool()>& happens, std::chrono::milliseconds patience);

std::string host_name();
/// Identifies this boot of this machine, and its process namespace.
std::string machine_id();
/// Start of the process `pid` on this host, in kernel clock ticks; 0 if it does not exist or is a zombie.
std::int64_t start_of(std::int64_t pid);
/// Seconds since 1970, UTC.
double seconds_since_1970();

}  // namespace icsweep
