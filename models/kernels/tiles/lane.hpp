// Private to the kernel library: the lane as an Eigen array, and the sizes of register tiles.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "models/kernels/tiles/unroll.hpp"

namespace icsweep::detail {

#if defined(__AVX512F__)
inline constexpr int vector_registers = 32, vector_bytes = 64;
#elif defined(__AVX__)
inline constexpr int vector_registers = 16, vector_bytes = 32;
#else
inline constexpr int vector_registers = 16, vector_bytes = 16;
#endif

/// Floats of the lanes that this level trains with; other lanes use small tiles.
inline constexpr int trained_lanes = std::max(8, vector_bytes / int(sizeof(float)));
template <int N>
constexpr int tile_size(int trained, int other = 1) {
  return N == trained_lanes ? trained : other;
}

/// A lane is N sequences side by side: each operation on it is the same operation on N sequences. Kernels compute on a
/// piece of it that fills one vector register, so that the same register tiles serve every level. GCC keeps arrays of
/// wider types in memory.
template <class Real, int N>
inline constexpr int piece_size = std::min<int>(N, std::max<int>(1, vector_bytes / int(sizeof(Real))));
template <class Real, int N>
inline constexpr int pieces = N / piece_size<Real, N>;
template <class Real, int N>
using Lane = Eigen::Array<Real, piece_size<Real, N>, 1>;

/// Points at consecutive lanes and reads the same piece of each. An element is an Eigen map, not a reference: if arrays
/// are copied by reference, GCC moves AVX registers in halves, and the stalled loads are eight times slower.
template <class V, int Pieces>
struct LanePointer {
  using Scalar = std::conditional_t<std::is_const_v<V>, const typename V::Scalar, typename V::Scalar>;
  Scalar* first;
  static constexpr std::ptrdiff_t step = Pieces * V::SizeAtCompileTime;
  Eigen::Map<V, Eigen::AlignedMax> operator[](std::ptrdiff_t i) const {
    return Eigen::Map<V, Eigen::AlignedMax>(first + i * step);
  }
  LanePointer operator+(std::ptrdiff_t lanes) const { return {first + lanes * step}; }
};

/// `Lanes` lanes: those at `from`, or zeros. It has no branch: with one, GCC 12 moves the tile that starts from
/// them through the stack.
template <int Lanes, class V, int Pieces>
[[gnu::always_inline]] inline LanePointer<const V, Pieces> lanes_or_zeros(bool zero, LanePointer<V, Pieces> from) {
  alignas(64) static constexpr typename V::Scalar zeros[Lanes * LanePointer<V, Pieces>::step] = {};
  return {zero ? zeros : from.first};
}

template <class Real, int N>
LanePointer<Lane<Real, N>, pieces<Real, N>> as_lanes(Real* p, int piece) {
  return {p + piece * piece_size<Real, N>};
}
template <class Real, int N>
LanePointer<const Lane<Real, N>, pieces<Real, N>> as_lanes(const Real* p, int piece) {
  return {p + piece * piece_size<Real, N>};
}

/// Tokens that are `row` scalars apart, one piece of each lane: (t, f) is feature f of token t.
template <class Lanes>
struct TokenRows {
  Lanes features;
  std::ptrdiff_t row;
  TokenRows from(int t) const { return {{features.first + t * row}, row}; }
  auto operator()(int t, int f) const { return from(t).features[f]; }
  /// The features from f on. A tile uses one pointer per row and adds constants: computing an address for each element
  /// costs as much as the multiply-adds.
  Lanes at(int t, int f) const { return from(t).features + f; }
};

/// One piece of the lanes of tokens that are `row` lanes apart.
template <class Real, int N, class Scalar>
auto token_rows(Scalar* first, int row, int piece) {
  const auto lanes = as_lanes<Real, N>(first, piece);
  return TokenRows<std::remove_const_t<decltype(lanes)>>{lanes, std::ptrdiff_t{row} * lanes.step};
}

/// Sizes of register tiles. A tile of rows×columns accumulators loads rows+columns operands for rows·columns
/// multiply-adds. Beside the accumulators it needs registers for one side's operands and one of the other's.
///   linear  rows tokens, columns broadcast weights
///   outer   rows and columns of a weight gradient
///   state   rows and columns of an attention state
///
/// Shares of peak with 16 registers, on Zen 3 at widths 16 and 63: linear 3×4 83 and 94 %, 2×6 80 and 90 %, 4×3 74 and
/// 88 %; outer 4×3 72 and 81 %, 3×4 76 and 58 %, 3×3 67 and 54 %, 2×5 61 and 64 %. With 32 registers, on Granite
/// Rapids, outer 6×4 took 10 % less time than 5×5 at widths 6, 11 and 16, which it cuts into fewer tiles.
template <int N>
inline constexpr int linear_rows = tile_size<N>(3);
template <int N>
inline constexpr int linear_columns = tile_size<N>(vector_registers >= 32 ? 8 : 4);
template <int N>
inline constexpr int outer_rows = tile_size<N>(vector_registers >= 32 ? 6 : 4);
template <int N>
inline constexpr int outer_columns = tile_size<N>(vector_registers >= 32 ? 4 : 3);
template <int N>
inline constexpr int state_size = tile_size<N>(vector_registers >= 32 ? 4 : 3);

/// Bytes that a loop may use repeatedly: most of the first cache, which has 48 kB on processors with AVX-512.
inline constexpr int first_cache = (vector_registers >= 32 ? 40 : 24) << 10;

}  // namespace icsweep::detail
