// Private to the kernel library: the register tiles of attention that has a weight for every pair of tokens.
#pragma once

#include "models/kernels/lane.hpp"
#include "models/kernels/pair_shape.hpp"

// A strip of queries meets its keys a tile at a time; the strip's weights stay in a buffer of one register a pair, from
// which outputs and gradients are gathered with tiles of queries×features and keys×features. Without the tile over
// queries every multiply-add needs a load of its own, which costs half the speed.

namespace icsweep::detail {

/// Queries of a strip, and keys or features of a tile. Small for the scalar reference, which only has to be compiled.
/// Of 16 registers 12 hold sums, 3 keys and 1 a query: with strips of 3, AVX2 reached 34 % of peak instead of 48.
template <int N>
inline constexpr int strip = N == 1 ? 2 : 4;
template <int N>
inline constexpr int tile = N == 1                   ? 2
                            : vector_registers >= 32 ? 6
                                                     : 3;

/// Tokens that are `row` scalars apart, one piece of each lane: (t, f) is feature f of token t.
template <class Lanes>
struct TokenRows {
  Lanes features;
  std::ptrdiff_t row;
  TokenRows from(int t) const { return {{features.first + t * row}, row}; }
  auto operator()(int t, int f) const { return from(t).features[f]; }
};

/// sum[r][c] = Σ_f a_r[f] b_c[f]: Rows queries with Columns keys.
template <int Rows, int Columns, class V, class In>
[[gnu::always_inline]] inline void products(int features, In a, In b, V (&sum)[Rows][Columns]) {
  unroll<Rows>([&](auto r) { unroll<Columns>([&](auto c) { sum[r][c].setZero(); }); });
  for (int f = 0; f < features; ++f) {
    V column[Columns];
    unroll<Columns>([&](auto c) { column[c] = b(c, f); });
    unroll<Rows>([&](auto r) {
      const V row = a(r, f);
      unroll<Columns>([&](auto c) { sum[r][c] += row * column[c]; });
    });
  }
}

/// The weights of a strip: element (key c, query r of the strip).
template <class V, int N>
struct PairBuffer {
  LanePointer<V, 1> first;
  Eigen::Map<V, Eigen::AlignedMax> operator()(int c, int r) const { return first[c * strip<N> + r]; }
};

/// out_r[f] = Σ_{c<count} weight(c, r) in_c[f] for the Rows queries of a strip.
template <int Rows, class V, int N, class In, class Out>
void gather_rows(int count, int features, PairBuffer<V, N> weight, In in, Out out) {
  for_each_tile<tile<N>>(features, [&](int f, auto columns) {
    V sum[Rows][columns()];
    unroll<Rows>([&](auto r) { unroll<columns()>([&](auto j) { sum[r][j].setZero(); }); });
    for (int c = 0; c < count; ++c) {
      V value[columns()];
      unroll<columns()>([&](auto j) { value[j] = in(c, f + j); });
      unroll<Rows>([&](auto r) {
        const V w = weight(c, r);
        unroll<columns()>([&](auto j) { sum[r][j] += w * value[j]; });
      });
    }
    unroll<Rows>([&](auto r) { unroll<columns()>([&](auto j) { out(r, f + j) = sum[r][j]; }); });
  });
}

/// What Rows queries send back to the keys: weight(c, r) times in_r.
template <class V, int N, class In>
struct PairTerm {
  PairBuffer<V, N> weight;
  In in;
};

/// out_c[f] += Σ_terms Σ_r weight(c, r) in_r[f] for c < count.
template <int Rows, class V, int N, class Out, class... Terms>
void scatter_columns(int count, int features, Out out, Terms... terms) {
  for_each_tile<strip<N>>(count, [&](int c, auto keys) {
    for_each_tile<tile<N>>(features, [&](int f, auto width) {
      V sum[keys()][width()];
      unroll<keys()>([&](auto i) { unroll<width()>([&](auto j) { sum[i][j] = out(c + i, f + j); }); });
      const auto add = [&](const auto& term, int r) __attribute__((always_inline)) {
        V value[width()];
        unroll<width()>([&](auto j) { value[j] = term.in(r, f + j); });
        unroll<keys()>([&](auto i) {
          const V w = term.weight(c + i, r);
          unroll<width()>([&](auto j) { sum[i][j] += w * value[j]; });
        });
      };
      for (int r = 0; r < Rows; ++r) (add(terms, r), ...);
      unroll<keys()>([&](auto i) { unroll<width()>([&](auto j) { out(c + i, f + j) = sum[i][j]; }); });
    });
  });
}

/// A strip's two buffers, and its place.
template <class Real, int N>
struct Strip {
  using V = Lane<Real, N>;
  PairBuffer<V, N> weight, slope;
  int t, index, piece;  ///< first query, number of the strip, piece of the lane

  /// The strip's piece of tokens that are `row` lanes apart.
  template <class Scalar>
  auto tokens(Scalar* first, int row) const {
    const auto lanes = as_lanes<Real, N>(first, piece);
    return TokenRows<std::remove_const_t<decltype(lanes)>>{lanes, std::ptrdiff_t{row} * lanes.step};
  }

  /// Adds to the gradients of keys and values: slope·q and weight·dz.
  template <int Rows, class In>
  void scatter(const PairShape& s, In q, In dz, Real* dk, Real* dv) const {
    const int count = t + Rows;
    const PairTerm<V, N, In> key{slope, q}, value{weight, dz};
    if (dk == dv) return scatter_columns<Rows, V, N>(count, s.keys, tokens(dk, s.key_row()), key, value);
    scatter_columns<Rows, V, N>(count, s.keys, tokens(dk, s.key_row()), key);
    scatter_columns<Rows, V, N>(count, s.values, tokens(dv, s.value_row()), value);
  }
};

/// Calls f(strip, rows) for each strip of queries and each piece of the lane.
template <class Real, int N, class F>
void for_each_strip(const PairShape& s, Real* scratch, F&& f) {
  for (int piece = 0; piece < pieces<Real, N>; ++piece) {
    int index = 0;
    for_each_tile<strip<N>>(s.tokens, [&](int t, auto rows) {
      f(Strip<Real, N>{{{scratch}}, {{scratch + s.tokens * strip<N> * N}}, t, index++, piece}, rows);
    });
  }
}

}  // namespace icsweep::detail
