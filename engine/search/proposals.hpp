// Rounds of proposals: a sweep with method = "tpe" grows by draws that follow from the results of earlier ones.
//
// Each grid with draws has rounds of its own. Its sample is round 0; round r + 1 is proposed as soon as every
// experiment of its rounds up to r has ended, from what these gave. So proposals are a function of the sweep and of
// results alone: neither the order in which results come, nor who computed them, nor any clock changes one.
//
// A draw is judged by the mean of the metric over the experiments that its grid makes of it, in the sweep's order. It
// is among the worst if one of them diverged, or if the mean is not finite; one that failed, timed out or crashed
// counts as one that diverged. A draw of which `where` keeps nothing is not judged.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/sweep/grid.hpp"
#include "io/store/table.hpp"

namespace icsweep {

/// By identity, of all experiments that have ended: the metric, of a curve its last number; NaN unless it is done.
using EndedExperiments = std::unordered_map<std::string, double>;

/// How far a grid has come.
struct GridRounds {
  std::string task;
  std::int64_t round = 0;        ///< the last one that it has; 0: its sample
  bool have_ended = false;       ///< all experiments of its rounds
  std::optional<double> best{};  ///< the best draw's mean of the metric, of those that have ended
  Values best_draw{};            ///< the drawn parameters there
};

/// A sweep with the rounds that its results allow.
struct GrownSweep {
  Sweep sweep;                      ///< each drawn axis has the values that were proposed
  std::int64_t rounds = 0;          ///< of the grid that has fewest
  bool has_more = false;            ///< a round will follow once all has ended
  std::vector<GridRounds> grids{};  ///< in the sweep's order
};

/// Throws Error(config) "FILE:LINE: …" for a sweep with rounds that has a grid without drawn parameters, or whose
/// metric is no scalar or curve along training of one of its tasks; and as expand() does.
void expect_rounds(const TaskRegistry& tasks, const Sweep& sweep);

/// Throws as expect_rounds().
GrownSweep with_proposals(const TaskRegistry& tasks, Sweep sweep, const EndedExperiments& ended);

/// Draws that would follow if a round of `count` were proposed now, from those that have ended: of each grid, in order.
struct Proposal {
  const Grid* grid;
  std::int64_t draw;  ///< its number among the grid's draws, from 0
  Values values;      ///< of the drawn parameters
};
std::vector<Proposal> next_proposals(const TaskRegistry& tasks, const Sweep& grown, const EndedExperiments& ended,
                                     std::int64_t count);

/// The sweep with as many random draws as all rounds have: what is known of its size before it has run.
Sweep with_random_rounds(Sweep sweep);

}  // namespace icsweep
