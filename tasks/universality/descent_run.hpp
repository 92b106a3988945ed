// Runs causal kernel descent from u = 0, detects divergence, and measures the rate at which errors fall.
#pragma once

#include <optional>
#include <vector>

#include "tasks/autoregressive/autoregressive.hpp"
#include "tasks/universality/causal_descent.hpp"

namespace icsweep {

/// `steps` steps of eq 7 of size η = step_size·unit.
struct DescentSteps {
  double step_size, unit;
  std::int64_t steps;
};

/// u*. Throws Diverged if it is not finite. `sequence`: its index, for the message.
Tokens finite_limit(const CausalDescent& descent, int sequence);

/// u^n from u = 0; `limit` is u*. `poll` is called after each step. Throws Diverged, with the step, if u is not finite,
/// or if steps of this size diverge in the long run: η A_tt > 2 for a t > 1, even if few steps are taken. With smaller
/// steps ‖uⁿ − u*‖ may exceed any bound before it falls.
Tokens checked_descent(const CausalDescent& descent, const Tokens& limit, const DescentSteps& steps, int sequence,
                       const Poll& poll = {});

/// Least-squares slope of ln(error) per step, late in the sequence. Errors are averaged over blocks of `block` steps,
/// and the later half of the blocks is fitted. Blocks end before the first error of at most `floor`, below which errors
/// are rounding. Returns nothing if fewer than 3 blocks remain to fit.
std::optional<double> late_slope(const std::vector<double>& errors, int block, double floor);

}  // namespace icsweep
