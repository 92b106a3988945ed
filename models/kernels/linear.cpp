#include "models/kernels/linear.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "models/kernels/tiles/linear_tiles.hpp"

namespace icsweep {
namespace {

using namespace detail;

/// out (tokens×columns) = start + in (tokens×terms) · wᵀ, in tiles of at most Rows×Columns. Two strides address w, so
/// this serves both the forward pass and the input gradient.
template <int Rows, int Columns, Start start, class Real, int N>
void product_in_tiles(int tokens, int terms, int columns, const Real* in, const Real* w, int row, int column,
                      const Real* bias, Real* out) {
  using V = Lane<Real, N>;
  for_each_tile<Rows>(tokens, [&](int t, auto rows) {
    for_each_tile<Columns>(columns, [&](int o, auto width) {
      for (int piece = 0; piece < pieces<Real, N>; ++piece)
        product_tile<rows(), width(), start, V>(
            as_lanes<Real, N>(in, piece) + t * terms, terms, w + o * row, row, column, terms, bias ? bias + o : nullptr,
            as_lanes<Real, N>(const_cast<const Real*>(out), piece) + (t * columns + o),
            as_lanes<Real, N>(out, piece) + (t * columns + o), columns);
    });
  });
}

/// Uses the tall tile if it needs no more tiles than the wide one. There are then fewer calls, and the start and end of
/// a call take as long as some terms. On Granite Rapids this saved 10 % of the time of 6→6, 25 % of 10→6, 15 % of 11→11
/// and 15 % of 16→5.
template <Start start, class Real, int N, class... Arguments>
void product(int tokens, int terms, int columns, Arguments... arguments) {
  constexpr int rows = linear_rows<N>, wide = linear_columns<N>, tall = tile_size<N>(rows + 1),
                narrow = rows * wide / tall;
  const auto tiles = [columns](int width) { return (columns + width - 1) / width; };
  if (tiles(narrow) == tiles(wide))
    product_in_tiles<tall, narrow, start, Real, N>(tokens, terms, columns, arguments...);
  else product_in_tiles<rows, wide, start, Real, N>(tokens, terms, columns, arguments...);
}

/// One register tile of dW[o][i] += Σ_t dy[t][o] x[t][i]. The first column tile also sums the bias gradient.
template <int Rows, int Columns, bool with_bias, class V, class In, class Out>
ICSWEEP_REGISTER_TILE void outer_tile(int tokens, In dy, int dy_stride, In x, int x_stride, Out dw, Out db) {
  V sum[Rows][Columns], bias[Rows];
  unroll<Rows>([&](auto o) {
    bias[o].setZero();
    unroll<Columns>([&](auto i) { sum[o][i].setZero(); });
  });
#pragma GCC unroll 2  // 14 % on Granite Rapids at 11 inputs, nothing at 16
  for (int t = 0; t < tokens; ++t, x = x + x_stride, dy = dy + dy_stride) {
    V column[Columns];
    unroll<Columns>([&](auto i) { column[i] = x[i]; });
    unroll<Rows>([&](auto o) {
      const V g = dy[o];
      if constexpr (with_bias) bias[o] += g;
      unroll<Columns>([&](auto i) { sum[o][i] += g * column[i]; });
    });
  }
  unroll<Rows>([&](auto o) {
    if constexpr (with_bias) db[o] += bias[o];
    unroll<Columns>([&](auto i) { dw[o * x_stride + i] += sum[o][i]; });
  });
}

/// dW[o][i] += Σ_t dy[t][o] x[t][i], db[o] += Σ_t dy[t][o]. With the bias a tile has one row less, for its registers.
template <class Real, int N>
void outer_products(const LinearShape& s, const Real* x_, const Real* dy_, Real* dweight, Real* dbias) {
  using V = Lane<Real, N>;
  for_each_tile<outer_columns<N>>(s.inputs, [&](int i, auto columns) {
    const auto in_tiles = [&](auto with_bias) {
      constexpr int most = std::max(1, outer_rows<N> - with_bias());
      for_each_tile<most>(s.outputs, [&](int o, auto rows) {
        for (int piece = 0; piece < pieces<Real, N>; ++piece) {
          const auto x = as_lanes<Real, N>(x_, piece) + i, dy = as_lanes<Real, N>(dy_, piece) + o;
          const auto dw = as_lanes<Real, N>(dweight, piece) + (o * s.inputs + i);
          const auto db = with_bias() ? as_lanes<Real, N>(dbias, piece) + o : dw;
          outer_tile<rows(), columns(), with_bias(), V>(s.tokens, dy, s.outputs, x, s.inputs, dw, db);
        }
      });
    };
    if (dbias && i == 0) in_tiles(std::true_type{});
    else in_tiles(std::false_type{});
  });
}

template <class Real, int size>
[[gnu::always_inline]] inline auto loaded(const Real* from) {
  typedef Real Vector __attribute__((vector_size(size * sizeof(Real))));
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

/// Sums in every 2·half elements: first a_i + a_{i+half}, then b_i + b_{i+half}.
template <int size, int half, class Vector, int... i>
[[gnu::always_inline]] inline Vector fold(const Vector& a, const Vector& b, std::integer_sequence<int, i...>) {
  constexpr auto from = [](int at) {
    return at / (2 * half) * 2 * half + at % half + (at % (2 * half) < half ? 0 : size);
  };
  return __builtin_shufflevector(a, b, from(i)...) + __builtin_shufflevector(a, b, (from(i) + half)...);
}

/// Element r of the result is the sum of row(r), r < size. It takes 30 shuffles for 16 rows, where a transposition
/// takes 64. Rows, a power of two, is the number of rows in one element of the result.
template <class Real, int size, int Rows, class Row>
[[gnu::always_inline]] inline auto sums_of_rows(Row&& row, int first) {
  if constexpr (Rows == 1) {
    return row(first);
  } else {
    constexpr int half = size / Rows;
    return fold<size, half>(sums_of_rows<Real, size, Rows / 2>(row, first),
                            sums_of_rows<Real, size, Rows / 2>(row, first + half),
                            std::make_integer_sequence<int, size>{});
  }
}

}  // namespace

template <class Real, int N>
void linear_forward(const LinearShape& s, const Real* x, const Real* weight, const Real* bias, Real* y,
                    bool accumulate) {
  if (accumulate) product<Start::base, Real, N>(s.tokens, s.inputs, s.outputs, x, weight, s.inputs, 1, nullptr, y);
  else if (bias) product<Start::bias, Real, N>(s.tokens, s.inputs, s.outputs, x, weight, s.inputs, 1, bias, y);
  else product<Start::zero, Real, N>(s.tokens, s.inputs, s.outputs, x, weight, s.inputs, 1, nullptr, y);
}

template <class Real, int N>
void linear_backward_input(const LinearShape& s, const Real* dy, const Real* weight, Real* dx, bool accumulate) {
  if (accumulate) product<Start::base, Real, N>(s.tokens, s.outputs, s.inputs, dy, weight, 1, s.inputs, nullptr, dx);
  else product<Start::zero, Real, N>(s.tokens, s.outputs, s.inputs, dy, weight, 1, s.inputs, nullptr, dx);
}

template <class Real, int N>
void linear_backward_weight(const LinearShape& s, const Real* x, const Real* dy, Real* dweight, Real* dbias) {
  // Computes all tokens at a time that stay in the first cache while all tiles use them: T = 50 with 16 features then
  // ran at 79 % of peak, and at 62 % taken whole. If fewer than `fewest` fit, loading and storing the sums costs more:
  // 63 features ran at 70 % with 8 tokens at a time, 82 % with 32, 86 % with 64. Parts have equal length: if 50 tokens
  // were split into 24, 24 and 2, the last part would cost as much as the others.
  constexpr int fewest = 16, wide = 64;
  const int fit = first_cache / ((s.inputs + s.outputs) * N * int(sizeof(Real))), most = fit < fewest ? wide : fit;
  const int count = std::max(1, (s.tokens + most / 2) / most);
  for_each_part(s.tokens, count, [&](int begin, int end) {
    outer_products<Real, N>({end - begin, s.inputs, s.outputs}, x + begin * s.inputs * N, dy + begin * s.outputs * N,
                            dweight, dbias);
  });
}

template <class Real, int N>
void sum_lanes(int count, Real* lanes, Real* sums) {
  constexpr int size = piece_size<Real, N>;
  int p = 0;
  if constexpr (size > 1) {
    for (; p + size <= count; p += size) {
      const auto row = [&](int r) {
        auto sum = loaded<Real, size>(lanes + (p + r) * N);
        for (int piece = 1; piece < pieces<Real, N>; ++piece)
          sum += loaded<Real, size>(lanes + (p + r) * N + piece * size);
        return sum;
      };
      const auto all = sums_of_rows<Real, size, size>(row, 0);
      std::memcpy(sums + p, &all, sizeof all);
    }
    std::fill_n(lanes, p * N, Real(0));
  }
  for (; p < count; ++p) {
    Eigen::Map<Eigen::Array<Real, N, 1>> lane(lanes + p * N);
    sums[p] = lane.sum();
    lane.setZero();
  }
}

#define INSTANTIATE(Real, N)                                                                                     \
  template void linear_forward<Real, N>(const LinearShape&, const Real*, const Real*, const Real*, Real*, bool); \
  template void linear_backward_input<Real, N>(const LinearShape&, const Real*, const Real*, Real*, bool);       \
  template void linear_backward_weight<Real, N>(const LinearShape&, const Real*, const Real*, Real*, Real*);     \
  template void sum_lanes<Real, N>(int, Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
