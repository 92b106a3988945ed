// Rounds of proposals: a sweep with method = "tpe" grows by draws that follow from the results of earlier ones.
//
// Each grid with draws has rounds of its own. Its sample is round 0. Round r + 1 is proposed from the results of rounds
// up to r, as soon as all their experiments have ended. So proposals depend on the sweep and on results alone, not on
// the order in which results arrive, on the ranks that computed them, or on a clock.
//
// A draw is judged by the mean of each metric over its experiments, in the sweep's order. It is among the worst if one
// of them diverged, failed, timed out or crashed, or if a mean is not finite. A draw without experiments, because of
// `where`, is not judged. Draws of RoundsTable::start_from are judged beside those of the grid from the start.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/sweep/grid.hpp"
#include "io/store/table.hpp"

namespace icsweep {

/// The metrics of each experiment that has ended, by identity: of a curve its last value; NaN if it is not done.
using EndedExperiments = std::unordered_map<std::string, std::vector<double>>;

/// Progress of a grid.
struct GridRounds {
  std::string task;
  std::int64_t round = 0;   ///< its last round; 0: its sample
  bool have_ended = false;  ///< whether all experiments of its rounds have

  struct Best {
    std::vector<double> metrics;  ///< means
    Values draw;                  ///< drawn parameters
  };
  /// The best draw that has ended, if any; of several metrics the front, by the first metric, the best first.
  std::vector<Best> best{};
};

/// A sweep with its rounds so far.
struct GrownSweep {
  Sweep sweep;                      ///< each drawn axis has the values that were proposed
  std::int64_t rounds = 0;          ///< of the grid with fewest
  bool has_more = false;            ///< a round follows when all have ended
  double growth = 1;                ///< draws with those of all rounds that follow, over those so far
  std::vector<GridRounds> grids{};  ///< in the sweep's order
};

/// Throws Error(config) "FILE:LINE: …" for a sweep with rounds that has a grid without drawn parameters, or whose
/// metric is no scalar or curve along training of one of its tasks; and as expand() does.
void expect_rounds(const TaskRegistry& tasks, const Sweep& sweep);

/// True if both versions of the estimator propose the same for this sweep. Version 3 is version 2 with choices that
/// have the type of their parameter: 1 beside 2.5 is the real 1. Version 4 differs from it if there is one metric and a
/// grid draws fewer than `many_axes` parameters, one of them a number.
bool propose_alike(const TaskRegistry& tasks, const Sweep& sweep, std::int64_t version, std::int64_t other);

/// Throws as expect_rounds().
GrownSweep with_proposals(const TaskRegistry& tasks, Sweep sweep, const EndedExperiments& ended);

/// Draws of a round of `count` that would be proposed now, from the draws that have ended; for each grid in order.
struct Proposal {
  const Grid* grid;
  std::int64_t draw;  ///< its number among the grid's draws, from 0
  Values values;      ///< of the drawn parameters
};
std::vector<Proposal> next_proposals(const TaskRegistry& tasks, const Sweep& grown, const EndedExperiments& ended,
                                     std::int64_t count);

/// The sweep with random draws in place of all rounds: its size before it has run.
Sweep with_random_rounds(Sweep sweep);

}  // namespace icsweep
