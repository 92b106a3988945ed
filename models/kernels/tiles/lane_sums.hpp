// Private to the kernel library: sums over lanes for every pair of tokens.
#pragma once

#include <cstring>

#include "models/kernels/tiles/lane.hpp"

namespace icsweep::detail {

/// Scalars of a slot: up to four rows, each in up to four parts. Element 4k + r sums the k-th quarter of a register for
/// row r.
inline constexpr int slot_parts = 4, slot_size = 16;

/// Element 4k + r of the result is the sum of rows[r] over the sequences 4k … 4k+3 of a register of `size`. Transposing
/// and adding four rows together takes a third of the instructions of four separate sums. Sums kept in lanes would cost
/// four times the memory traffic: backward positional attention then ran at 33 % of peak instead of 63 %.
template <class Real, int size, int... i>
[[gnu::always_inline]] inline auto quad_sum(const Real* rows, std::integer_sequence<int, i...>) {
  typedef Real Vector __attribute__((vector_size(size * sizeof(Real))));
  Vector row[4];
  std::memcpy(row, rows, sizeof row);
  // (x0 x1 x2 x3), (y0 y1 y2 y3)  ->  (x0 + x2, y0 + y2, x1 + x3, y1 + y3) in every four elements
  const auto fold = [](const Vector& x, const Vector& y) __attribute__((always_inline)) {
    return __builtin_shufflevector(x, y, (i / 4 * 4 + i % 4 / 2 + i % 2 * size)...) +
           __builtin_shufflevector(x, y, (i / 4 * 4 + i % 4 / 2 + 2 + i % 2 * size)...);
  };
  const Vector first = fold(row[0], row[1]), second = fold(row[2], row[3]);
  return __builtin_shufflevector(first, second, (i / 4 * 4 + i % 2 + i % 4 / 2 * size)...) +
         __builtin_shufflevector(first, second, (i / 4 * 4 + i % 2 + 2 + i % 4 / 2 * size)...);
}

/// Adds the sums over lanes of up to four rows to a slot.
template <int Rows, class V>
[[gnu::always_inline]] inline void add_row_sums(const V (&rows)[Rows], typename V::Scalar* slot) {
  static_assert(Rows <= 4);
  constexpr int size = V::SizeAtCompileTime;
  if constexpr (size % 4 == 0) {
    V all[4], sum;
    unroll<4>([&](auto r) {
      if constexpr (r() < Rows) all[r] = rows[r];
      else all[r].setZero();
    });
    const auto quad = quad_sum<typename V::Scalar, size>(all[0].data(), std::make_integer_sequence<int, size>{});
    std::memcpy(sum.data(), &quad, sizeof quad);
    Eigen::Map<V, Eigen::AlignedMax>(slot) += sum;
  } else {
    unroll<Rows>([&](auto r) { slot[r] += rows[r].sum(); });
  }
}

}  // namespace icsweep::detail
