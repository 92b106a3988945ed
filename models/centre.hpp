// Linear maps whose outputs have mean 0, so that the norm behind them need not take it away from every token.
#pragma once

namespace icsweep {

/// W ← C W with C = I − 1 1ᵀ/D, for D×K: every column loses its mean. LN(W x) = LN(C W x); and as C is its own
/// transpose, dW = C d(C W).
template <class Real>
void centre_columns(int rows, int columns, Real* matrix) {
  for (int c = 0; c < columns; ++c) {
    Real mean = 0;
    for (int r = 0; r < rows; ++r) mean += matrix[r * columns + c] / rows;
    for (int r = 0; r < rows; ++r) matrix[r * columns + c] -= mean;
  }
}

}  // namespace icsweep
