// Runs causal kernel descent from u = 0 and detects divergence.
#pragma once

#include "tasks/autoregressive/autoregressive.hpp"
#include "tasks/universality/causal_descent.hpp"

namespace icsweep {

/// `steps` steps of eq 7 of size η = step_size·unit.
struct DescentSteps {
  double step_size, unit;
  std::int64_t steps;
};

/// u*; throws Diverged if it is not finite. `sequence`: its index, for the message.
Tokens finite_limit(const CausalDescent& descent, int sequence);

/// u^n from u = 0; `limit` is u*. `poll` is called after each step. Throws Diverged, with the step, if u is no longer
/// finite, or if steps of this size diverge in the long run, however few are taken: η A_tt > 2 for a t > 1. With
/// smaller steps ‖uⁿ − u*‖ may pass any bound before it falls.
Tokens checked_descent(const CausalDescent& descent, const Tokens& limit, const DescentSteps& steps, int sequence,
                       const Poll& poll = {});

}  // namespace icsweep
