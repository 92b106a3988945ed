// A sweep without its experiments: the real scheduler, driven by ranks, messages and failures that only take time. No
// MPI and no clock; the same arguments give the same result.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string_view>
#include <vector>

#include "engine/forecast.hpp"

namespace icsweep {

/// What a sweep runs on. Times are in seconds.
struct Cluster {
  int ranks = 1;
  double start_up = 0.5;         ///< of a launch, until its ranks ask for work and from its last answer to its end
  double latency = 2e-4;         ///< of a message, with the nap of whom it is for
  double answer = 5e-5;          ///< rank 0's time for a report, a request and its answer
  double failures = 0;           ///< of a rank in an hour; each ends the launch
  double checkpoint_every = 30;  ///< 0: never
  double slow_share = 0;         ///< each rank is slow with this probability …
  double slow_factor = 1;        ///< … and then takes so many times as long
  std::int64_t seed = 0;         ///< of failures and slow ranks; what is drawn is part of no result
  double walltime = std::numeric_limits<double>::infinity();
};

/// What ranks spend their time on.
enum class Spent {
  work,          ///< experiments at their predicted speed, each second once
  slow_ranks,    ///< what those take longer
  coordination,  ///< waiting for an answer; rank 0: answering
  start,         ///< of the first launch
  failures,      ///< done again, starting again
  end,           ///< there are no more experiments, others still run some
  none           ///< of ranks that outnumber the experiments
};
inline constexpr int spent_count = 7;
std::string_view name_of(Spent on);

struct RankSeconds {
  std::array<double, spent_count> seconds{};

  double& operator[](Spent on) { return seconds[std::size_t(on)]; }
  double operator[](Spent on) const { return seconds[std::size_t(on)]; }
  double sum() const { return std::accumulate(seconds.begin(), seconds.end(), 0.0); }
};

struct Simulation {
  double makespan = 0;       ///< seconds from the first launch to the end
  double tail = 0;           ///< of them after the first rank found no more work
  std::size_t finished = 0;  ///< experiments that end within the walltime
  std::size_t launches = 0;
  bool gave_up = false;      ///< as jobs/launch.sh does: the rest is left undone
  RankSeconds ranks;         ///< of all ranks, sums to ranks × makespan
  RankSeconds last_rank;     ///< of the one that ends the last experiment, sums to the makespan
  std::size_t last_ran = 0;  ///< how many experiments that rank ended
  std::size_t last = 0;      ///< the experiment that ends last

  double efficiency() const { return ranks[Spent::work] / ranks.sum(); }
};

/// Ranks run experiments at the speed that was predicted and tell rank 0 of it twice a second. Rank 0 runs some too,
/// and looks for messages after each of its steps, or at once when it has none to run. When a rank fails, the launch
/// ends and jobs/launch.sh begins another; what ran goes on from its last checkpoint, before all others.
Simulation simulate(const std::vector<Prediction>& experiments, const Cluster& cluster);

enum class Limit { work, longest_experiment, number_of_experiments, coordinator, slow_ranks, start, failures };
std::string_view name_of(Limit limit);

/// What keeps the sweep from ending sooner: what the rank that ends last spends most of its time on. That is the
/// longest experiment if it runs one alone, and work if it runs several.
Limit limit_of_makespan(const Simulation& simulation);
/// What most of the time that is not work is lost to; work if that is less than a tenth of all.
Limit limit_of_efficiency(const Simulation& simulation);

}  // namespace icsweep
