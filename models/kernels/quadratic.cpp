#include "models/kernels/quadratic.hpp"

#include <algorithm>

#include "models/kernels/tiles/lane.hpp"

namespace icsweep {
namespace {

using namespace detail;

using V = Lane<double, quadratic_lanes>;
constexpr int vectors = pieces<double, quadratic_lanes>;

/// Columns of a register tile, which sums all vectors of a lane for each column. A step of 30 tokens on Zen 3 took 0.59
/// us with 6 columns, 0.60 with 5 and 0.63 with 4.
constexpr int max_columns = vector_registers >= 32 ? 16 : 12 / vectors;

/// Vector `piece` of lane i.
template <class Scalar>
auto at(Scalar* lanes, int i, int piece) {
  using Seen = std::conditional_t<std::is_const_v<Scalar>, const V, V>;
  return Eigen::Map<Seen, Eigen::AlignedMax>(lanes + i * quadratic_lanes + piece * V::SizeAtCompileTime);
}

/// One register tile of a block of n rows: columns first … first + Columns − 1 of slope = Ax − b, and their part of the
/// losses xᵀ(slope − b).
template <int Columns>
ICSWEEP_REGISTER_TILE void slope_tile(int n, int first, const double* matrix, const double* b, const double* x,
                                      double* slope, double* losses) {
  V sum[vectors][Columns];
  unroll<Columns>([&](auto c) { unroll<vectors>([&](auto p) { sum[p][c].setConstant(-b[first + c]); }); });
  const double* row = matrix + first;
  for (int k = 0; k < n; ++k, row += n) {
    V lane[vectors];
    unroll<vectors>([&](auto p) { lane[p] = at(x, k, p); });
    unroll<Columns>([&](auto c) {
      const double weight = row[c];
      unroll<vectors>([&](auto p) { sum[p][c] += lane[p] * weight; });
    });
  }
  unroll<vectors>([&](auto p) {
    V total = at(losses, 0, p);
    unroll<Columns>([&](auto c) {
      at(slope, first + c, p) = sum[p][c];
      total += at(x, first + c, p) * (sum[p][c] - b[first + c]);
    });
    at(losses, 0, p) = total;
  });
}

void block_slope(int n, const double* matrix, const double* b, const double* x, double* slope, double* losses) {
  for_each_tile<max_columns>(
      n, [&](int first, auto columns) { slope_tile<columns()>(n, first, matrix, b, x, slope, losses); });
}

}  // namespace

void quadratic_slope(const BlockQuadratic& q, const double* x, double* slope, double* losses) {
  const int odd = q.even * quadratic_lanes;
  block_slope(q.even, q.matrix, q.vector, x, slope, losses);
  block_slope(q.odd, q.matrix + q.even * q.even, q.vector + q.even, x + odd, slope + odd, losses);
}

void quadratic_step(const BlockQuadratic& q, int mixed, const double* own, const double* cross, const double* rate,
                    const double* slope, double* x) {
  const int even = q.even, all = q.even + q.odd, pairs = std::min(mixed, q.odd);
  for (int p = 0; p < vectors; ++p) {
    for (int j = 0; j < pairs; ++j) {
      const V first = at(slope, j, p), second = at(slope, even + j, p), same = at(own, j, p), other = at(cross, j, p);
      at(x, j, p) -= same * first + other * second;
      at(x, even + j, p) -= other * first + same * second;
    }
    if (pairs < mixed) at(x, pairs, p) -= at(own, pairs, p) * at(slope, pairs, p);
    const V step = at(rate, 0, p);
    for (int j = mixed; j < even; ++j) at(x, j, p) -= step * at(slope, j, p);
    for (int j = even + pairs; j < all; ++j) at(x, j, p) -= step * at(slope, j, p);
  }
}

}  // namespace icsweep
