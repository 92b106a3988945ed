// Rotary positions (Su et al. 2021) on lanes: turns pairs of a head's numbers by angles that grow with the token.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// T tokens, `row` lanes apart. Each begins with `heads` heads side by side, W = `width` lanes each, W even.
struct RotaryShape {
  int tokens, heads, width, row;
};

/// Turns the pair (x_i, x_{i+W/2}) of every head of token t by the angle α_ti, in place:
///   x_i ← x_i cos α_ti − x_{i+W/2} sin α_ti,   x_{i+W/2} ← x_{i+W/2} cos α_ti + x_i sin α_ti.
/// Pairs are made of a head's halves, as in GPT-NeoX and Llama ("rotate_half"), not of neighbours, as in the paper: the
/// same model with its heads' rows in another order. cosines, sines: T×W/2. Largest error: 4.5ε times the pair's
/// length.
template <class Real, int N>
ICSWEEP_KERNEL void rotary_forward(const RotaryShape& shape, const Real* cosines, const Real* sines, Real* x);

/// Turns dx back by the same angles: a rotation's transpose is its inverse. Same error.
template <class Real, int N>
ICSWEEP_KERNEL void rotary_backward(const RotaryShape& shape, const Real* cosines, const Real* sines, Real* dx);

}  // namespace icsweep
