#include "models/kernels/linear_attention.hpp"

#include "models/kernels/tiles/lane.hpp"

// A tile of the state stays in registers while t runs over a chunk of tokens, and its contribution to the outputs is
// accumulated there. A tile off the diagonal also serves as its mirror image. A chunk's tokens stay in the first cache
// while all tiles use them: T = 50, K = 16 on Zen 5 in one chunk, 49 kB per array, ran at 50 % of peak forward and 42 %
// backward; in chunks at 75 % and 63 %. Updating the state in memory token by token ran at 55 % on Zen 4, where this
// ran at 93 %. The loop computes two tokens at a time, since Intel's processors compute addresses and loop counters on
// the units that multiply and add: on Granite Rapids this took 7 % less time at K = 11, none at 16. Computing only half
// of a tile on the diagonal saves 7 % and 4 %.

namespace icsweep {
namespace {

using namespace detail;

/// A tile of the state in registers. A tile on the diagonal is symmetric, and only its upper half is used.
template <int Rows, int Columns, bool diagonal, class V>
struct State {
  V tile[Rows][Columns];

  template <class I, class J>
  [[gnu::always_inline]] V& at(I, J) {
    return diagonal && J::value < I::value ? tile[J::value][I::value] : tile[I::value][J::value];
  }
  /// Calls f(i, j) for the elements in use.
  template <class F>
  [[gnu::always_inline]] static void for_each(F&& f) {
    unroll<Rows>([&](auto i) __attribute__((always_inline)) {
      unroll<Columns>([&](auto j) __attribute__((always_inline)) {
        if constexpr (!diagonal || j() >= i()) f(i, j);
      });
    });
  }
};

/// Tokens begin … end − 1 of `features` lanes each. first: true for the sequence's first chunk in the order in which
/// the state reads them.
struct Chunk {
  int begin, end, features;
  bool first;
};

template <int Rows, int Columns, bool diagonal, class V, class Memory>
[[gnu::always_inline]] inline void load(const Chunk& c, State<Rows, Columns, diagonal, V>& state, Memory memory) {
  const auto from = lanes_or_zeros<Rows * Columns>(c.first, memory);
  state.for_each([&](auto i, auto j) { state.at(i, j) = from[i * Columns + j]; });
}

template <int Rows, int Columns, bool diagonal, class V, class Memory>
[[gnu::always_inline]] inline void store(State<Rows, Columns, diagonal, V>& state, Memory to) {
  state.for_each([&](auto i, auto j) { to[i * Columns + j] = state.at(i, j); });
}

/// state[i][j] += a[i] b[j]
template <int Rows, int Columns, bool diagonal, class V, class In>
[[gnu::always_inline]] inline void add_outer(State<Rows, Columns, diagonal, V>& state, In a, In b) {
  V row[Rows], column[Columns];
  unroll<Rows>([&](auto i) { row[i] = a[i]; });
  unroll<Columns>([&](auto j) { column[j] = b[j]; });
  state.for_each([&](auto i, auto j) { state.at(i, j) += row[i] * column[j]; });
}

/// out[j] = (accumulate ? out[j] : 0) + Σ_i state[i][j] in[i]
template <int Rows, int Columns, bool diagonal, class V, class In, class Out>
[[gnu::always_inline]] inline void add_transposed_product(State<Rows, Columns, diagonal, V>& state, In in, Out out,
                                                          bool accumulate) {
  V sum[Columns];
  unroll<Columns>([&](auto j) {
    if (accumulate) sum[j] = out[j];
    else sum[j].setZero();
  });
  unroll<Rows>([&](auto i) {
    const V factor = in[i];
    unroll<Columns>([&](auto j) { sum[j] += state.at(i, j) * factor; });
  });
  unroll<Columns>([&](auto j) { out[j] = sum[j]; });
}

/// out[i] += Σ_j state[i][j] in[j]
template <int Rows, int Columns, bool diagonal, class V, class In, class Out>
[[gnu::always_inline]] inline void add_product(State<Rows, Columns, diagonal, V>& state, In in, Out out) {
  V sum[Rows];
  unroll<Rows>([&](auto i) { sum[i] = out[i]; });
  unroll<Columns>([&](auto j) {
    const V factor = in[j];
    unroll<Rows>([&](auto i) { sum[i] += state.at(i, j) * factor; });
  });
  unroll<Rows>([&](auto i) { out[i] = sum[i]; });
}

/// out_t (+)= S_t in_t for the tile at rows i, columns j of S_t = Σ_{t'≤t} x_t' x_t'ᵀ: the forward pass, and dq.
template <int Rows, int Columns, bool diagonal, class V, class In, class Out>
ICSWEEP_REGISTER_TILE void state_product_tile(Chunk c, int i, int j, In x, In in, Out out, Out memory) {
  State<Rows, Columns, diagonal, V> state;
  load(c, state, memory);
#pragma GCC unroll 2
  for (int t = c.begin; t < c.end; ++t) {
    const int at = t * c.features;
    add_outer(state, x + (at + i), x + (at + j));
    add_transposed_product(state, in + (at + i), out + (at + j), i != 0);
    if constexpr (!diagonal) add_product(state, in + (at + j), out + (at + i));
  }
  store(state, memory);
}

/// dx_t += M_t x_t for the tile at rows i, columns j of M_t = Σ_{t'≥t} (a_t' b_t'ᵀ + b_t' a_t'ᵀ).
template <int Rows, int Columns, bool diagonal, class V, class In, class Out>
ICSWEEP_REGISTER_TILE void token_gradient_tile(Chunk c, int i, int j, In a, In b, In x, Out dx, Out memory) {
  State<Rows, Columns, diagonal, V> state;
  load(c, state, memory);
#pragma GCC unroll 2
  for (int t = c.end - 1; t >= c.begin; --t) {
    const int at = t * c.features;
    add_outer(state, a + (at + i), b + (at + j));
    add_outer(state, b + (at + i), a + (at + j));
    add_transposed_product(state, x + (at + i), dx + (at + j), true);
    if constexpr (!diagonal) add_product(state, x + (at + j), dx + (at + i));
  }
  store(state, memory);
}

/// Calls f(i, j, rows, columns, diagonal, piece, at) for the tiles on and above the diagonal of the symmetric K×K
/// state. Tiles are stored one after the other, each from lane `at` on. The tile i = 0 comes first in every column j,
/// so it can initialise rows j of the output.
template <class Real, int N, class F>
void for_each_state_tile(int features, F&& f) {
  int at = 0;
  for_each_tile<state_size<N>>(features, [&](int j, auto columns) {
    for_each_tile<state_size<N>>(features, [&](int i, auto rows) {
      if (i > j) return;
      for (int piece = 0; piece < pieces<Real, N>; ++piece) {
        if constexpr (rows() == columns())
          if (i == j) {
            f(i, j, rows, columns, std::true_type{}, piece, at);
            continue;
          }
        f(i, j, rows, columns, std::false_type{}, piece, at);
      }
      at += rows() * columns();
    });
  });
}

/// Calls f(chunk) for chunks of the T tokens, small enough that `arrays` arrays of a chunk stay in the first cache. If
/// so few tokens fit that loading and storing the state would cost more than it saves, one chunk has all tokens.
template <class Real, int N, class F>
void for_each_chunk(const AttentionShape& s, int arrays, bool backwards, F&& f) {
  constexpr int fewest = 5;
  const int most = first_cache / (arrays * s.features * N * int(sizeof(Real)));
  const int count = most < fewest ? 1 : (s.tokens + most - 1) / most;
  for (int c = 0; c < count; ++c) {
    const int place = backwards ? count - 1 - c : c;
    f(Chunk{s.tokens * place / count, s.tokens * (place + 1) / count, s.features, c == 0});
  }
}

template <class Real, int N>
void state_product(const AttentionShape& s, const Real* x, const Real* in, Real* out, Real* memory) {
  for_each_chunk<Real, N>(s, 3, false, [&](const Chunk& c) {
    for_each_state_tile<Real, N>(s.features,
                                 [&](int i, int j, auto rows, auto columns, auto diagonal, int piece, int at) {
                                   state_product_tile<rows(), columns(), diagonal(), Lane<Real, N>>(
                                       c, i, j, as_lanes<Real, N>(x, piece), as_lanes<Real, N>(in, piece),
                                       as_lanes<Real, N>(out, piece), as_lanes<Real, N>(memory, piece) + at);
                                 });
  });
}

}  // namespace

template <class Real, int N>
void linear_attention_forward(const AttentionShape& s, const Real* x, const Real* q, Real* scratch, Real* z) {
  state_product<Real, N>(s, x, q, z, scratch);
}

template <class Real, int N>
void linear_attention_backward(const AttentionShape& s, const Real* x, const Real* q, const Real* dz, Real* scratch,
                               Real* dq, Real* dx) {
  state_product<Real, N>(s, x, dz, dq, scratch);
  if (!dx) return;
  for_each_chunk<Real, N>(s, 4, true, [&](const Chunk& c) {
    for_each_state_tile<Real, N>(
        s.features, [&](int i, int j, auto rows, auto columns, auto diagonal, int piece, int at) {
          token_gradient_tile<rows(), columns(), diagonal(), Lane<Real, N>>(
              c, i, j, as_lanes<Real, N>(dz, piece), as_lanes<Real, N>(q, piece), as_lanes<Real, N>(x, piece),
              as_lanes<Real, N>(dx, piece), as_lanes<Real, N>(scratch, piece) + at);
        });
  });
}

#define INSTANTIATE(Real, N)                                                                                      \
  template void linear_attention_forward<Real, N>(const AttentionShape&, const Real*, const Real*, Real*, Real*); \
  template void linear_attention_backward<Real, N>(const AttentionShape&, const Real*, const Real*, const Real*,  \
                                                   Real*, Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
