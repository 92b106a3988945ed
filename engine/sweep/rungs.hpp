// The rungs of an experiment: where a search looks at a curve of its training.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/index.hpp"

namespace icsweep {

/// With a search each experiment of a sweep has them; rungs count from 0 here and from 1 in texts.
struct Rungs {
  std::string metric;                      ///< the curve's name: a result along training of one dimension
  std::string resource;                    ///< the parameter of which a rung gives more
  std::int64_t of = 0;                     ///< its value, that of the whole training
  std::vector<std::int64_t> at{};          ///< how much of it each rung gives, ascending; `of` only with scouts
  std::vector<std::int64_t> checkpoint{};  ///< the curve's checkpoint that stands there

  std::size_t count() const { return at.size(); }
  /// How many rungs are passed when `step` of `steps` steps are done.
  std::size_t passed(long step, long steps) const;
  /// The metric at the first `passed` rungs of a curve.
  std::vector<double> values(const std::vector<double>& curve, std::size_t passed) const;
  /// The metric at the rungs that a curve has come to: up to the first NaN at a rung's checkpoint.
  std::vector<double> values(const std::vector<double>& curve) const;
  /// Tells them from the rungs of another search.
  std::string text() const;
};

/// How far an experiment runs before it comes back: to its end, or to a rung.
struct Stint {
  std::optional<RungIndex> until{};      ///< the rung at which it stops; unset: it runs to its end
  std::optional<RungIndex> pruned_at{};  ///< the rung at which it ends as pruned, without a run if `until` is unset
  bool at_risk = false;                  ///< speculative: if it stops before that rung, it waits again

  bool operator==(const Stint&) const = default;
};

/// As many rungs as `checkpoints` checkpoints have place for, 2 to `most`.
std::int64_t rungs_that_fit(std::int64_t checkpoints, std::int64_t eta, std::int64_t most);

/// `rungs` rungs, the end of the training among them, for a training of `of` with `checkpoints` checkpoints (see
/// Parameter::resource): each gives 1/eta of the next, rounded down to a checkpoint. Throws Error(config) if not so
/// many fit.
Rungs make_rungs(const std::string& metric, const std::string& resource, std::int64_t of, std::int64_t checkpoints,
                 std::int64_t eta, std::int64_t rungs);

/// Those of scouts: at 1/81 and 1/27 of the training, or as near as checkpoints allow, and at its end. Throws
/// Error(config) if there are less than three checkpoints.
Rungs make_looks(const std::string& metric, const std::string& resource, std::int64_t of, std::int64_t checkpoints);

}  // namespace icsweep
