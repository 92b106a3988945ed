// Linear maps whose outputs have mean 0, so that a norm after them need not subtract the mean of every token.
#pragma once

#include <algorithm>

namespace icsweep {

/// W ← C W with C = I − 1 1ᵀ/D, for D×K: subtracts its mean from every column. LN(W x) = LN(C W x); as C is its own
/// transpose, dW = C d(C W).
template <class Real>
void centre_columns(int rows, int columns, Real* matrix) {
  constexpr int some = 16;  // columns side by side
  for (int first = 0; first < columns; first += some) {
    const int count = std::min(some, columns - first);
    Real mean[some] = {};
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < count; ++c) mean[c] += matrix[r * columns + first + c];
    for (Real& m : mean) m /= Real(rows);
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < count; ++c) matrix[r * columns + first + c] -= mean[c];
  }
}

}  // namespace icsweep
