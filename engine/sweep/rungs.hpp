// Rungs of an experiment: points of its training at which a search compares a curve.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/base/index.hpp"

namespace icsweep {

/// Each experiment of a sweep with a search has rungs. They count from 0 here and from 1 in texts.
struct Rungs {
  std::string metric;                      ///< name of the curve: a one-dimensional result along training
  std::string resource;                    ///< the parameter that grows from rung to rung
  std::int64_t of = 0;                     ///< its value for the whole training
  std::vector<std::int64_t> at{};          ///< its value at each rung, ascending; `of` is included only with scouts
  std::vector<std::int64_t> checkpoint{};  ///< the checkpoint of the curve at each rung
  std::int64_t checkpoints = 0;            ///< of the curve of a whole training

  std::size_t count() const { return at.size(); }
  /// Number of rungs that are passed when `step` of `steps` steps are done.
  std::size_t passed(long step, long steps) const;
  /// Metric at the first `passed` rungs of a curve.
  std::vector<double> values(const std::vector<double>& curve, std::size_t passed) const;
  /// Metric at the rungs that a curve has come to. A NaN at the checkpoint of a rung and at all later ones means that
  /// it has not.
  std::vector<double> values(const std::vector<double>& curve) const;
  /// Metric at the first `passed` rungs of an experiment that ended after `last_step` steps, perhaps before them. A
  /// rung behind its end has the value of the last checkpoint that it passed.
  std::vector<double> values(const std::vector<double>& curve, std::size_t passed, std::int64_t last_step) const;
  /// Text that differs from that of the rungs of another search.
  std::string text() const;
};

/// The part of its training that an experiment runs before it returns: to its end, or to a rung.
struct Stint {
  std::optional<RungIndex> until{};      ///< the rung at which it stops; unset: it runs to its end
  std::optional<RungIndex> pruned_at{};  ///< the rung at which it ends as pruned, without a run if `until` is unset
  bool at_risk = false;                  ///< speculative: if it stops before that rung, it waits again
  bool runs_on = false;  ///< it passes that rung without a stop, and its end waits for the decision there

  bool operator==(const Stint&) const = default;
};

/// Number of rungs that `checkpoints` checkpoints have room for, from 2 to `most`.
std::int64_t rungs_that_fit(std::int64_t checkpoints, std::int64_t eta, std::int64_t most);

/// Makes `rungs` rungs, the last one the end of the training, for a training of `of` with `checkpoints` checkpoints
/// (see Parameter::resource). Each rung is 1/eta of the next, rounded down to a checkpoint. Throws Error(config) if
/// fewer fit.
Rungs make_rungs(const std::string& metric, const std::string& resource, std::int64_t of, std::int64_t checkpoints,
                 std::int64_t eta, std::int64_t rungs);

/// Makes the rungs of scouts: at 1/81 and 1/27 of the training, or as near as checkpoints allow, and at its end. Throws
/// Error(config) with fewer than three checkpoints.
Rungs make_looks(const std::string& metric, const std::string& resource, std::int64_t of, std::int64_t checkpoints);

}  // namespace icsweep
