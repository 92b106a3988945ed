// Private to the kernel library: register tiles of attention that has a weight for every pair of tokens.
#pragma once

#include "models/kernels/tiles/lane.hpp"
#include "models/kernels/pair_shape.hpp"

// A strip of queries reads its keys one tile at a time. A buffer of one register per pair holds the strip's weights.
// Outputs and gradients are summed from it with tiles of queries×features and keys×features. Without the tile over
// queries every multiply-add needs a load of its own, which halves the speed.
//
// In the backward pass, two strips read a block of keys at a time. The block and its gradient stay in the first cache
// until it is finished. When a strip read all keys at once, keys and gradients came from the second cache again and
// again: at K = 16, T = 50 on Zen 5 the backward pass of softmax ran at 39 % of peak instead of 47 %, of linear scores
// at 45 % instead of 55 %.

namespace icsweep::detail {

/// Queries of a strip, and keys or features of a tile; small for the scalar reference, which only has to compile. Of 16
/// registers 12 hold sums, 3 keys and 1 a query. With strips of 3 queries, AVX2 reached 34 % of peak instead of 48 %.
template <int N>
inline constexpr int strip = tile_size<N>(4, 2);
template <int N>
inline constexpr int tile = tile_size<N>(vector_registers >= 32 ? 6 : 3, 2);

/// Queries that use a block of keys, strip after strip.
template <int N>
inline constexpr int group = 2 * strip<N>;

/// Keys begin … end − 1.
struct Keys {
  int begin, end;
  Keys until(int last) const { return {begin, std::min(end, last)}; }
  int count() const { return end - begin; }
};

/// sum[r][c] = Σ_f a_r[f] b_c[f] for Rows queries and Columns keys. Calls each(f) with each feature.
template <int Rows, int Columns, class V, class In, class Each>
[[gnu::always_inline]] inline void products(int features, In a, In b, V (&sum)[Rows][Columns], Each each) {
  unroll<Rows>([&](auto r) { unroll<Columns>([&](auto c) { sum[r][c].setZero(); }); });
  for (int f = 0; f < features; ++f) {
    each(f);
    V column[Columns];
    unroll<Columns>([&](auto c) { column[c] = b(c, f); });
    unroll<Rows>([&](auto r) {
      const V row = a(r, f);
      unroll<Columns>([&](auto c) { sum[r][c] += row * column[c]; });
    });
  }
}

/// Weights of Rows queries with a block of keys: element (key c of the block, query r).
template <class V, int Rows>
struct PairBuffer {
  LanePointer<V, 1> first;
  Eigen::Map<V, Eigen::AlignedMax> operator()(int c, int r) const { return first[c * Rows + r]; }
  PairBuffer from(int r) const { return {first + r}; }
  PairBuffer key(int c) const { return {first + c * Rows}; }
};

/// Calls f(c, columns, score) with the products of Rows queries and `columns` keys from c on. f writes to the buffer
/// `to` at c. With few features, fetches these lines meanwhile: a store to the second cache takes four cycles.
template <int Rows, class V, int N, class In, class To, class F>
[[gnu::always_inline]] inline void for_each_product(Keys keys, int features, In a, In b, To to, F&& f) {
  const auto in_tile = [&](int c, auto columns) __attribute__((always_inline)) {
    V product[Rows][columns()];
    const auto* const lines = to.key(c).first.first;
    const auto fetch = [=](int feature) __attribute__((always_inline)) {
      if (features > Rows * columns()) return;
      __builtin_prefetch(lines + feature * N, 1, 3);
      __builtin_prefetch(lines + (features + feature) * N, 1, 3);
    };
    products<Rows, columns(), V>(features, a, b.from(keys.begin + c), product, fetch);
    f(c, columns, product);
  };
  for_each_tile<tile<N>>(keys.count(), in_tile);
}

/// out_r[f] (+)= Σ_c weight(c, r) in_c[f] over a block of keys, for the Rows queries of a strip.
template <int Rows, bool add, class V, int N, class Weight, class In, class Out>
ICSWEEP_REGISTER_TILE void gather_rows(Keys keys, int features, Weight weight, In in, Out out) {
  for_each_tile<tile<N>>(features, [&](int f, auto columns) {
    V sum[Rows][columns()];
    unroll<Rows>([&](auto r) {
      unroll<columns()>([&](auto j) {
        if constexpr (add) sum[r][j] = out.at(r, f)[j];
        else sum[r][j].setZero();
      });
    });
    for (int c = 0; c < keys.count(); ++c) {
      V value[columns()];
      const auto from = in.at(keys.begin + c, f);
      unroll<columns()>([&](auto j) { value[j] = from[j]; });
      unroll<Rows>([&](auto r) {
        const V w = weight(c, r);
        unroll<columns()>([&](auto j) { sum[r][j] += w * value[j]; });
      });
    }
    unroll<Rows>([&](auto r) {
      const auto to = out.at(r, f);
      unroll<columns()>([&](auto j) { to[j] = sum[r][j]; });
    });
  });
}

/// The gradient that queries send back to keys: weight(c, r) times in_r.
template <class Weight, class In>
struct PairTerm {
  Weight weight;
  In in;
};
template <class Weight, class In>
PairTerm(Weight, In) -> PairTerm<Weight, In>;  // Clang 14 deduces no aggregate's arguments

/// out_c[f] += Σ_terms Σ_r weight(c, r) in_r[f] for a block of keys and the queries r of a group. Queries before the
/// keys of a tile are skipped, since their weights for them are 0.
template <class V, int N, class Out, class... Terms>
ICSWEEP_REGISTER_TILE void scatter_columns(Keys keys, Keys queries, int features, Out out, Terms... terms) {
  for_each_tile<strip<N>>(keys.count(), [&](int c, auto count) {
    const int past = std::max(0, keys.begin + c - queries.begin);
    for_each_tile<tile<N>>(features, [&](int f, auto width) {
      V sum[count()][width()];
      unroll<count()>([&](auto i) {
        const auto from = out.at(keys.begin + c + i, f);
        unroll<width()>([&](auto j) { sum[i][j] = from[j]; });
      });
      const auto add = [&](const auto& term, int r) __attribute__((always_inline)) {
        V value[width()];
        const auto from = term.in.at(r, f);
        unroll<width()>([&](auto j) { value[j] = from[j]; });
        unroll<count()>([&](auto i) {
          const V w = term.weight(c + i, r);
          unroll<width()>([&](auto j) { sum[i][j] += w * value[j]; });
        });
      };
      for (int r = past; r < queries.count(); ++r) (add(terms, r), ...);
      unroll<count()>([&](auto i) {
        const auto to = out.at(keys.begin + c + i, f);
        unroll<width()>([&](auto j) { to[j] = sum[i][j]; });
      });
    });
  });
}

/// Kept values of the strip's pairs, which follow those of earlier strips: element (key, query of the strip). Null if
/// nothing is kept.
template <class V, int N, class Scalar>
auto kept_strip(const PairShape& s, Scalar* kept, int t, int piece) {
  using Element = std::conditional_t<std::is_const_v<Scalar>, const V, V>;
  constexpr int rows = strip<N>;
  const std::size_t number = t / rows, before = rows * rows * number * (number + 1) / 2, all = s.kept(1);
  return PairBuffer<Element, rows>{{kept ? kept + (piece * all + before) * V::SizeAtCompileTime : nullptr}};
}

/// A strip of queries t, t + 1, … and the kept values of its pairs.
template <class Real, int N>
struct Strip {
  using V = Lane<Real, N>;
  PairBuffer<V, strip<N>> kept;
  int t, piece;
  template <class Scalar>
  auto tokens(Scalar* first, int row) const {
    return token_rows<Real, N>(first, row, piece);
  }
};

/// Start of the group of the first query that is used.
template <int N>
int first_group(const PairShape& s) {
  return s.first / group<N> * group<N>;
}

/// Calls f(strip, rows) for each strip of queries from the first group on, and each piece of the lane.
template <class Real, int N, class F>
void for_each_strip(const PairShape& s, Real* kept, F&& f) {
  for (int piece = 0; piece < pieces<Real, N>; ++piece)
    for (int t = first_group<N>(s); t < s.tokens; t += strip<N>)
      with_size<strip<N>>(std::min(strip<N>, s.tokens - t), [&](auto rows) {
        f(Strip<Real, N>{kept_strip<Lane<Real, N>, N>(s, kept, t, piece), t, piece}, rows);
      });
}

/// Queries first, first + 1, … of a group and a block of keys, with the two buffers of their pairs.
template <class Real, int N>
struct Block {
  using V = Lane<Real, N>;
  using Buffer = PairBuffer<V, group<N>>;
  Buffer weight, slope;
  Keys keys;
  int first, rows, piece;

  template <class Scalar>
  auto tokens(Scalar* from, int row) const {
    return token_rows<Real, N>(from, row, piece);
  }
  /// The block's part for one strip: from query t on, without keys beyond those of its Rows queries.
  template <int Rows>
  Block strip_of(int t) const {
    return {weight.from(t - first), slope.from(t - first), keys.until(t + Rows), t, Rows, piece};
  }
  /// Sets to zero the weights and slopes of keys beyond the strip's own.
  void clear_after(Keys own) const {
    for (int c = std::max(0, own.count()); c < keys.count(); ++c)
      for (int r = 0; r < strip<N>; ++r) weight(c, r).setZero(), slope(c, r).setZero();
  }
};

/// dq_r (+)= Σ_c slope(c, r) k_c. The first block of keys starts the sum.
template <int Rows, class Real, int N, class In, class Out>
void add_to_queries(const PairShape& s, const Block<Real, N>& at, In k, Out dq) {
  using V = Lane<Real, N>;
  if (at.keys.begin == 0) gather_rows<Rows, false, V, N>(at.keys, s.keys, at.slope, k, dq.from(at.first));
  else gather_rows<Rows, true, V, N>(at.keys, s.keys, at.slope, k, dq.from(at.first));
}

/// Goes through the groups of queries, the blocks of each group's keys, and the pieces of the lane. For each block
/// calls strip_f(block, strip's part of the block, rows) for each strip of the group, then group_f(block).
template <class Real, int N, class StripF, class GroupF>
void for_each_block(const PairShape& s, Real* scratch, StripF&& strip_f, GroupF&& group_f) {
  Real* const slopes = scratch + max_keys * group<N> * N;
  for (int piece = 0; piece < pieces<Real, N>; ++piece)
    for (int first = first_group<N>(s); first < s.tokens; first += group<N>) {
      const int rows = std::min(group<N>, s.tokens - first);
      for (int c = 0; c < first + rows; c += max_keys) {
        const Block<Real, N> block{{{scratch}}, {{slopes}}, Keys{c, c + max_keys}.until(first + rows),
                                   first,       rows,       piece};
        for (int t = first; t < first + rows; t += strip<N>)
          with_size<strip<N>>(std::min(strip<N>, first + rows - t), [&](auto size) {
            const auto part = block.template strip_of<size()>(t);
            if (part.keys.count() > 0) strip_f(part, size);
            Block<Real, N>{part.weight, part.slope, block.keys, t, rows, piece}.clear_after(part.keys);
          });
        group_f(block);
      }
    }
}

}  // namespace icsweep::detail
