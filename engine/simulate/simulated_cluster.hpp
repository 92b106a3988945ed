// Cluster of a simulated sweep, and how its ranks spend their time.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>

#include "io/base/resources.hpp"

namespace icsweep {

/// A cluster. Times are in seconds.
struct Cluster {
  int ranks = 1;
  int per_host = 64;    ///< ranks of a host; idle ones lend their processors to the others
  HostCapacity host{};  ///< of each host; 0 cores: one for each of its ranks
  /// Share of a step that threads cannot share. 1: processors are not lent. Unset: each experiment's own share.
  std::optional<double> alone{};
  double round_trip = 1.5e-4;    ///< between hosts that share an experiment, naps included
  double bandwidth = 1e9;        ///< bytes per second between them; 0: hosts share no experiment
  double start_up = 0.5;         ///< from the start of a launch until its ranks ask for work
  double latency = 2e-4;         ///< of a message, the receiver's nap included
  double answer = 5e-5;          ///< rank 0's time for a report, a request and its answer
  double look_every = 0.01;      ///< interval at which a thread looks for messages during a longer step of rank 0
  double report_every = 0.5;     ///< interval at which ranks report their progress
  double failures = 0;           ///< per rank and hour; each ends the launch
  double checkpoint_every = 30;  ///< 0: never
  double slow_share = 0;         ///< each rank is slow with this probability …
  double slow_factor = 1;        ///< … and is then slower by this factor
  std::int64_t seed = 0;         ///< draws failures and slow ranks; no result depends on it
  double walltime = std::numeric_limits<double>::infinity();

  /// Of each host, with its cores.
  HostCapacity capacity() const {
    HostCapacity all = host;
    if (all.cores == 0) all.cores = per_host;
    return all;
  }
};

/// Threads and hosts that share an experiment.
struct SimulatedTeam {
  int threads = 1;  ///< of all hosts
  int hosts = 1;
};

/// Uses of a rank's time.
enum class Spent {
  work,          ///< experiments at their predicted speed, without repeated steps
  slow_ranks,    ///< the additional time of slow ranks
  coordination,  ///< waiting for an answer; rank 0: answering
  start,         ///< start-up of the first launch
  failures,      ///< lost steps, pauses, start-up of later launches
  sharing,       ///< lent processors, as far as they do not make the experiment faster
  end,           ///< idle while other ranks run experiments: at the end, or where a search waits for results
  none           ///< idle ranks, more than there are experiments
};
inline constexpr int spent_count = 8;
std::string_view name_of(Spent on);

struct RankSeconds {
  std::array<double, spent_count> seconds{};

  double& operator[](Spent on) { return seconds[std::size_t(on)]; }
  double operator[](Spent on) const { return seconds[std::size_t(on)]; }
  double sum() const { return std::accumulate(seconds.begin(), seconds.end(), 0.0); }
};

}  // namespace icsweep
