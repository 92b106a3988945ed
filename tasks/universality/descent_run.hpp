// Runs causal kernel descent from u = 0, and says when it diverges.
#pragma once

#include "tasks/autoregressive/autoregressive.hpp"
#include "tasks/universality/causal_descent.hpp"

namespace icsweep {

/// `steps` steps of eq 7 of size η = step_size·unit.
struct DescentSteps {
  double step_size, unit;
  std::int64_t steps;
};

/// u*; throws Diverged where it is not finite. `sequence`: its index, for the message.
Tokens finite_limit(const CausalDescent& descent, int sequence);

/// u^n from u = 0, `limit` being u*. `pause` is called after each step. Throws Diverged, with the step, where u is no
/// longer finite, or where steps of this size diverge, whatever their number: η A_tt > 2 for a t > 1. Below that
/// ‖uⁿ − u*‖ may pass any bound before it falls.
Tokens checked_descent(const CausalDescent& descent, const Tokens& limit, const DescentSteps& steps, int sequence,
                       const Poll& poll = {});

}  // namespace icsweep
