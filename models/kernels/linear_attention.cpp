#include "models/kernels/linear_attention.hpp"

#include "models/kernels/lane.hpp"

// The state never touches memory: a tile of it stays in registers while t runs over all tokens, and what the tile adds
// to the outputs is accumulated there. A tile off the diagonal also serves as its mirror image. Measured on Zen 4
// against the state in memory, updated token by token: 93 % against 55 % of peak.

namespace icsweep {
namespace {

using namespace detail;

template <int Rows, int Columns, class V>
using State = V[Rows][Columns];

template <int Rows, int Columns, class V>
[[gnu::always_inline]] inline void clear(State<Rows, Columns, V>& state) {
  unroll<Rows>([&](auto i) { unroll<Columns>([&](auto j) { state[i][j].setZero(); }); });
}

/// state[i][j] += a[i] b[j]
template <int Rows, int Columns, class V, class In>
[[gnu::always_inline]] inline void add_outer(State<Rows, Columns, V>& state, In a, In b) {
  V column[Columns];
  unroll<Columns>([&](auto j) { column[j] = b[j]; });
  unroll<Rows>([&](auto i) {
    const V row = a[i];
    unroll<Columns>([&](auto j) { state[i][j] += row * column[j]; });
  });
}

/// out[j] = (accumulate ? out[j] : 0) + Σ_i state[i][j] in[i]
template <int Rows, int Columns, class V, class In, class Out>
[[gnu::always_inline]] inline void add_transposed_product(const State<Rows, Columns, V>& state, In in, Out out,
                                                          bool accumulate) {
  V sum[Columns];
  unroll<Columns>([&](auto j) {
    if (accumulate) sum[j] = out[j];
    else sum[j].setZero();
  });
  unroll<Rows>([&](auto i) {
    const V factor = in[i];
    unroll<Columns>([&](auto j) { sum[j] += state[i][j] * factor; });
  });
  unroll<Columns>([&](auto j) { out[j] = sum[j]; });
}

/// out[i] += Σ_j state[i][j] in[j]
template <int Rows, int Columns, class V, class In, class Out>
[[gnu::always_inline]] inline void add_product(const State<Rows, Columns, V>& state, In in, Out out) {
  V sum[Rows];
  unroll<Rows>([&](auto i) { sum[i] = out[i]; });
  unroll<Columns>([&](auto j) {
    const V factor = in[j];
    unroll<Rows>([&](auto i) { sum[i] += state[i][j] * factor; });
  });
  unroll<Rows>([&](auto i) { out[i] = sum[i]; });
}

/// out_t (+)= S_t in_t for the tile at rows i, columns j of S_t = Σ_{t'≤t} x_t' x_t'ᵀ: the forward pass and dq.
template <int Rows, int Columns, bool diagonal, class V, class In, class Out>
void state_product_tile(const AttentionShape& s, int i, int j, In x, In in, Out out) {
  State<Rows, Columns, V> state;
  clear<Rows, Columns, V>(state);
  for (int t = 0; t < s.tokens; ++t, x = x + s.features, in = in + s.features, out = out + s.features) {
    add_outer<Rows, Columns, V>(state, x + i, x + j);
    add_transposed_product<Rows, Columns, V>(state, in + i, out + j, i != 0);
    if constexpr (!diagonal) add_product<Rows, Columns, V>(state, in + j, out + i);
  }
}

/// dx_t += M_t x_t for the tile at rows i, columns j of M_t = Σ_{t'≥t} (a_t' b_t'ᵀ + b_t' a_t'ᵀ).
template <int Rows, int Columns, bool diagonal, class V, class In, class Out>
void token_gradient_tile(const AttentionShape& s, int i, int j, In a, In b, In x, Out dx) {
  State<Rows, Columns, V> state;
  clear<Rows, Columns, V>(state);
  for (int t = s.tokens - 1; t >= 0; --t) {
    const int at = t * s.features;
    add_outer<Rows, Columns, V>(state, a + (at + i), b + (at + j));
    add_outer<Rows, Columns, V>(state, b + (at + i), a + (at + j));
    add_transposed_product<Rows, Columns, V>(state, x + (at + i), dx + (at + j), true);
    if constexpr (!diagonal) add_product<Rows, Columns, V>(state, x + (at + j), dx + (at + i));
  }
}

/// Calls f(i, j, rows, columns, diagonal, piece) for the tiles on and above the diagonal of the symmetric K×K state.
/// The tile i = 0 comes first in every column j, so it can start the output's rows j.
template <class Real, int N, class F>
void for_each_state_tile(int features, F&& f) {
  for_each_tile<state_size>(features, [&](int j, auto columns) {
    for_each_tile<state_size>(features, [&](int i, auto rows) {
      for (int piece = 0; piece < pieces<Real, N> && i <= j; ++piece) {
        if constexpr (rows() == columns())
          if (i == j) {
            f(i, j, rows, columns, std::true_type{}, piece);
            continue;
          }
        f(i, j, rows, columns, std::false_type{}, piece);
      }
    });
  });
}

template <class Real, int N>
void state_product(const AttentionShape& s, const Real* x, const Real* in, Real* out) {
  for_each_state_tile<Real, N>(s.features, [&](int i, int j, auto rows, auto columns, auto diagonal, int piece) {
    state_product_tile<rows(), columns(), diagonal(), Lane<Real, N>>(
        s, i, j, as_lanes<Real, N>(x, piece), as_lanes<Real, N>(in, piece), as_lanes<Real, N>(out, piece));
  });
}

}  // namespace

template <class Real, int N>
void linear_attention_forward(const AttentionShape& s, const Real* x, const Real* q, Real* z) {
  state_product<Real, N>(s, x, q, z);
}

template <class Real, int N>
void linear_attention_backward(const AttentionShape& s, const Real* x, const Real* q, const Real* dz, Real* dq,
                               Real* dx) {
  state_product<Real, N>(s, x, dz, dq);
  if (!dx) return;
  for_each_state_tile<Real, N>(s.features, [&](int i, int j, auto rows, auto columns, auto diagonal, int piece) {
    token_gradient_tile<rows(), columns(), diagonal(), Lane<Real, N>>(
        s, i, j, as_lanes<Real, N>(dz, piece), as_lanes<Real, N>(q, piece), as_lanes<Real, N>(x, piece),
        as_lanes<Real, N>(dx, piece));
  });
}

#define INSTANTIATE(Real, N)                                                                                     \
  template void linear_attention_forward<Real, N>(const AttentionShape&, const Real*, const Real*, Real*);       \
  template void linear_attention_backward<Real, N>(const AttentionShape&, const Real*, const Real*, const Real*, \
                                                   Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
