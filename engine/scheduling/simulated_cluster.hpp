// What a simulated sweep runs on, and what its ranks spend their time on.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string_view>

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

}  // namespace icsweep
