// Runs causal kernel descent, and says when it diverges.
#pragma once

#include "tasks/autoregressive.hpp"
#include "tasks/causal_descent.hpp"

namespace icsweep {

/// `steps` steps of eq 7 of size η = step_size·unit.
struct DescentSteps {
  double step_size, unit;
  std::int64_t steps;
};

/// u^n from u = 0; `limit` is the descent's u*, `sequence` its index, for messages. `pause` is called after each step.
/// Throws Diverged, with the step and the largest step size that converges, where u is no longer finite, or where the
/// step size is larger than that and u ends farther from u* than it began. Below it ‖uⁿ − u*‖ may pass any bound
/// before it falls.
Tokens descended(const CausalDescent& descent, const Tokens& limit, const DescentSteps& steps, int sequence,
                 const Pause& pause = {});

/// Index, from 1, of the first row that is not finite, or whose squared norm is not.
int first_overflow(const Tokens& u);

}  // namespace icsweep
