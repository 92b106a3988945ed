// Private to the kernel library: attention of a head on bfloat16 factors with float32 sums, on the machines of
// bfloat16_products.hpp.
//
// Scores, and products of gradients with values, pair neighbouring features. Sums over keys pair keys 2m and 2m + 1;
// sums over queries likewise. Weights beyond a query's last value count as zeros.
//
// A machine also has
//   minus, times, maximum, multiply_add(a, b, sum), inverse, exponential
#pragma once

#include "models/kernels/bfloat16_attention.hpp"
#include "models/kernels/tiles/bfloat16_products.hpp"
#include "models/kernels/tiles/exponential.hpp"

namespace icsweep::detail {

/// Queries that use their keys together, and keys that use their queries together.
inline constexpr int attention_strip = 4;
/// Queries whose weights are kept together for the gradients of their keys.
inline constexpr int attention_panel = 64;

/// Start of the strip of the first query that is used.
inline int first_strip(const PairShape& s) {
  return s.first / attention_strip * attention_strip;
}

/// Pair (t, k) at t·pairs + k: features 2k and 2k + 1 of token t, or 0 after the last feature, for tokens `first_token`
/// and later. x: `row` lanes per token.
template <class Machine>
void pair_features(int first_token, int tokens, int features, std::ptrdiff_t row, const float* x, Pair* to) {
  constexpr int N = Machine::lanes;
  to += std::ptrdiff_t(first_token) * pairs_of(features) * N;
  for (int t = first_token; t < tokens; ++t)
    for (int f = 0; f < features; f += 2, to += N) {
      const float* const first = x + (t * row + f) * N;
      Machine::round_pairs(first, f + 1 < features ? first + N : nullptr, to);
    }
}

/// Pair (m, f) at m·features + f: feature f of tokens 2m and 2m + 1, from an even token on.
template <class Machine>
void pair_tokens(int first_token, int tokens, int features, std::ptrdiff_t row, const float* x, Pair* to) {
  constexpr int N = Machine::lanes;
  to += std::ptrdiff_t(first_token) / 2 * features * N;
  for (int t = first_token; t < tokens; t += 2)
    for (int f = 0; f < features; ++f, to += N) {
      const float* const first = x + (t * row + f) * N;
      Machine::round_pairs(first, t + 1 < tokens ? first + row * N : nullptr, to);
    }
}

/// to(c, r) = Σ_k Σ_{two features} a_r b_c, stored at 4c + r: Rows queries, Columns tokens.
template <class Machine, int Rows, int Columns>
ICSWEEP_REGISTER_TILE void inner_tile(int pairs, const Pair* a, const Pair* b, float* to) {
  constexpr int N = Machine::lanes;
  typename Machine::Sum sum[Rows][Columns];
  unroll<Rows>([&](auto r) { unroll<Columns>([&](auto c) { sum[r][c] = Machine::constant(0); }); });
  for (int k = 0; k < pairs; ++k) {
    typename Machine::Pairs query[Rows];
    unroll<Rows>([&](auto r) { query[r] = Machine::load_pairs(a + (r * pairs + k) * N); });
    unroll<Columns>([&](auto c) {
      const auto token = Machine::load_pairs(b + (c * pairs + k) * N);
      unroll<Rows>([&](auto r) { sum[r][c] = Machine::add_products(sum[r][c], query[r], token); });
    });
  }
  unroll<Rows>(
      [&](auto r) { unroll<Columns>([&](auto c) { Machine::store(to + (c * attention_strip + r) * N, sum[r][c]); }); });
}

/// Weighted sums of `count` pairs of tokens: to_r[f] (+)= Σ_m Σ_{two tokens} w_r in[f]. Rows, in lanes: w_row and
/// in_row from one pair to the next, row from one result to the next.
struct WeightedSum {
  int count;
  const Pair* w;
  std::ptrdiff_t w_row;
  const Pair* in;
  std::ptrdiff_t in_row;
  bool adds;
  float* to;
  std::ptrdiff_t row;
};

template <class Machine, int Rows, int Columns>
ICSWEEP_REGISTER_TILE void weighted_tile(const WeightedSum& s, int first, int f) {
  constexpr int N = Machine::lanes;
  float* const to = s.to + (first * s.row + f) * N;
  typename Machine::Sum sum[Rows][Columns];
  unroll<Rows>([&](auto r) {
    unroll<Columns>(
        [&](auto j) { sum[r][j] = s.adds ? Machine::load(to + (r * s.row + j) * N) : Machine::constant(0); });
  });
  const Pair *w = s.w + first * N, *in = s.in + f * N;
  for (int m = 0; m < s.count; ++m, w += s.w_row * N, in += s.in_row * N) {
    typename Machine::Pairs weight[Rows];
    unroll<Rows>([&](auto r) { weight[r] = Machine::load_pairs(w + r * N); });
    unroll<Columns>([&](auto j) {
      const auto value = Machine::load_pairs(in + j * N);
      unroll<Rows>([&](auto r) { sum[r][j] = Machine::add_products(sum[r][j], value, weight[r]); });
    });
  }
  unroll<Rows>([&](auto r) { unroll<Columns>([&](auto j) { Machine::store(to + (r * s.row + j) * N, sum[r][j]); }); });
}

template <class Machine>
void inner_products(int rows, int tokens, int pairs, const Pair* a, const Pair* b, float* to) {
  constexpr int N = Machine::lanes;
  for_each_tile<Machine::tokens>(rows, [&](int r, auto height) {
    for_each_tile<Machine::columns>(tokens, [&](int c, auto width) {
      inner_tile<Machine, height(), width()>(pairs, a + r * pairs * N, b + c * pairs * N,
                                             to + (c * attention_strip + r) * N);
    });
  });
}

template <class Machine>
void weighted_sums(int rows, int features, const WeightedSum& s) {
  for_each_tile<Machine::tokens>(rows, [&](int r, auto height) {
    for_each_tile<Machine::columns>(features,
                                    [&](int f, auto width) { weighted_tile<Machine, height(), width()>(s, r, f); });
  });
}

/// Weights of values 0, 1, … for one query t, from those of keys, attention_strip lanes apart: a key's own value has
/// the key's weight, a shifted one that of the key before it, and the query's own value both of the last keys' weights.
template <class Machine>
class ValueWeights {
 public:
  static constexpr int N = Machine::lanes;

  ValueWeights(Shift shift, int t, const float* of_keys) : shifted_(shift != Shift::none), last_(t), keys_(of_keys) {
    if (shift != Shift::own) return;
    const auto own = Machine::load(of_key(t));
    Machine::store(own_, t == 0 ? own : Machine::plus(Machine::load(of_key(t - 1)), own));
    has_own_ = true;
  }
  const float* operator[](int value) const {
    if (value > last_) return zero_;
    if (has_own_ && value == last_) return own_;
    if (!shifted_) return of_key(value);
    return value == 0 ? zero_ : of_key(value - 1);
  }

 private:
  const float* of_key(int c) const { return keys_ + c * attention_strip * N; }

  bool shifted_, has_own_ = false;
  int last_;
  const float* keys_;
  alignas(64) float own_[N];
  alignas(64) static constexpr float zero_[N] = {};
};

/// Start of a strip's kept weights, which follow those of earlier strips.
inline std::ptrdiff_t kept_before(int t) {
  return std::ptrdiff_t(t) * (t + attention_strip) / 2;
}

/// Replaces scores by e^{s − largest} and returns their sum. Key c lies at attention_strip·c lanes.
template <class Machine>
typename Machine::Sum exponentials(int keys, bool softmax, float* scores) {
  constexpr int step = attention_strip * Machine::lanes;
  auto largest = Machine::load(scores), sum = Machine::constant(0);
  for (int c = 1; c < keys; ++c) largest = Machine::maximum(Machine::load(scores + c * step), largest);
  if (!softmax) largest = Machine::constant(0);
  for (int c = 0; c < keys; ++c) {
    const auto p =
        Machine::exponential(Machine::minus(Machine::load(scores + c * step), largest), least_exponent<float>(softmax));
    Machine::store(scores + c * step, p);
    sum = Machine::plus(sum, p);
  }
  return sum;
}

/// See quadratic_attention_forward().
template <class Machine>
void attend_pairs(const PairShape& s, PairWeight weight, const float* q, const float* k, const float* v, float* scratch,
                  float* kept, float* inverse_sum, float* z) {
  constexpr int N = Machine::lanes, strip = attention_strip;
  const int pairs = pairs_of(s.keys), T = s.tokens;
  Pair* const queries = reinterpret_cast<Pair*>(scratch);
  Pair* const keys = queries + T * pairs * N;
  Pair* const values = keys + T * pairs * N;
  Pair* const weights = values + pairs_of(T) * s.values * N;
  pair_features<Machine>(first_strip(s), T, s.keys, s.key_row(), q, queries);
  pair_features<Machine>(0, T, s.keys, s.key_row(), k, keys);
  pair_tokens<Machine>(0, T, s.values, s.value_row(), v, values);
  for (int t = first_strip(s); t < T; t += strip) {
    const int rows = std::min(strip, T - t), count = pairs_of(t + rows);
    float *const p = kept + kept_before(t) * N, *const out = z + std::ptrdiff_t(t) * s.output_row() * N;
    inner_products<Machine>(rows, t + rows, pairs, queries + t * pairs * N, keys, p);
    typename Machine::Sum sum[strip];
    for (int r = 0; r < rows; ++r) {
      if (weight != PairWeight::linear)
        sum[r] = exponentials<Machine>(t + r + 1, weight == PairWeight::softmax, p + r * N);
      const ValueWeights<Machine> of(s.shift, t + r, p + r * N);
      for (int m = 0; m < count; ++m) Machine::round_pairs(of[2 * m], of[2 * m + 1], weights + (m * strip + r) * N);
    }
    weighted_sums<Machine>(rows, s.values, {count, weights, strip, values, s.values, false, out, s.output_row()});
    for (int r = 0; weight == PairWeight::softmax && r < rows; ++r) {
      const auto inverse = Machine::inverse(sum[r]);
      Machine::store(inverse_sum + (t + r) * N, inverse);
      for (int f = 0; f < s.values; ++f) {
        float* const at = out + (r * s.output_row() + f) * N;
        Machine::store(at, Machine::times(Machine::load(at), inverse));
      }
    }
  }
}

/// Arrays of a backward pass.
template <class Machine>
struct AttentionBackward {
  static constexpr int N = Machine::lanes, strip = attention_strip;

  AttentionBackward(const PairShape& shape, float* scratch)
      : s(shape), padded((s.tokens + strip - 1) / strip * strip), upstream(scratch) {
    const int half = pairs_of(s.tokens), features = pairs_of(s.values);
    slopes = upstream + s.tokens * s.values * N;
    auto next = [at = reinterpret_cast<Pair*>(slopes + padded * strip * N)](int lanes) mutable {
      return std::exchange(at, at + std::ptrdiff_t(lanes) * N);
    };
    upstream_features = next(s.tokens * features), value_features = next(s.tokens * features);
    upstream_tokens = next(half * s.values), query_tokens = next(half * s.keys), key_tokens = next(half * s.keys);
    key_slopes = next(padded / 2 * strip);
    query_slopes = next(attention_panel / 2 * padded), query_weights = next(attention_panel / 2 * padded);
  }

  PairShape s;
  int padded;       // tokens, rounded up to whole strips
  float* upstream;  // dz; for softmax divided by the sum of its weights; T×values
  float* slopes;    // of a strip's scores: (c, r) at 4c + r
  Pair *upstream_features, *value_features, *upstream_tokens, *query_tokens, *key_tokens;
  Pair* key_slopes;                    // of a strip: keys 2m and 2m + 1 of query r at 4m + r
  Pair *query_slopes, *query_weights;  // of a panel: queries 2m and 2m + 1 of key or value c at m·padded + c
};

/// Turns products of query t with values into the slopes of its scores; zeros beyond it, up to its strip's end.
template <class Machine>
void score_slopes(const PairShape& s, PairWeight weight, int t, int keys, const float* p, const float* upstream,
                  const float* z, float* slopes) {
  constexpr int N = Machine::lanes, step = attention_strip * N;
  auto mean = Machine::constant(0);
  for (int f = 0; weight == PairWeight::softmax && f < s.values; ++f)
    mean = Machine::multiply_add(Machine::load(upstream + f * N), Machine::load(z + f * N), mean);
  for (int c = 0; c <= t; ++c) {
    const int value = s.shift == Shift::none ? c : std::min(c + 1, t);
    auto slope = Machine::load(slopes + value * step);
    if (s.shift == Shift::without_own && c == t) slope = Machine::constant(0);
    if (weight != PairWeight::linear) slope = Machine::times(Machine::minus(slope, mean), Machine::load(p + c * step));
    Machine::store(slopes + c * step, slope);
  }
  for (int c = t + 1; c < keys; ++c) Machine::store(slopes + c * step, Machine::constant(0));
}

/// Computes the slopes of a strip's scores and dq; keeps the pairs of queries for add_to_keys().
template <class Machine>
void strip_slopes(const AttentionBackward<Machine>& a, PairWeight weight, int t, int in_panel, const float* kept,
                  const float* z, float* dq) {
  constexpr int N = Machine::lanes, strip = attention_strip;
  const PairShape& s = a.s;
  const int rows = std::min(strip, s.tokens - t), keys = t + strip, features = pairs_of(s.values);
  const float* const p = kept + kept_before(t) * N;
  inner_products<Machine>(rows, t + rows, features, a.upstream_features + t * features * N, a.value_features, a.slopes);
  for (int r = 0; r < rows; ++r)
    score_slopes<Machine>(s, weight, t + r, keys, p + r * N, a.upstream + (t + r) * s.values * N,
                          z + std::ptrdiff_t(t + r) * s.output_row() * N, a.slopes + r * N);
  for (int m = 0; m < keys / 2; ++m)
    for (int r = 0; r < rows; ++r) {
      const float* const first = a.slopes + (2 * m * strip + r) * N;
      Machine::round_pairs(first, first + strip * N, a.key_slopes + (m * strip + r) * N);
    }
  weighted_sums<Machine>(rows, s.keys,
                         {pairs_of(t + rows), a.key_slopes, strip, a.key_tokens, s.keys, false,
                          dq + std::ptrdiff_t(t) * s.key_row() * N, s.key_row()});
  for (int r = 0; r < rows; r += 2) {
    const std::ptrdiff_t at = std::ptrdiff_t(in_panel + r) / 2 * a.padded * N;
    const bool both = r + 1 < rows;
    const ValueWeights<Machine> first(s.shift, t + r, p + r * N), second(s.shift, t + r + both, p + (r + both) * N);
    for (int c = 0; c < keys; ++c) {
      const float* const slope = a.slopes + (c * strip + r) * N;
      Machine::round_pairs(slope, both ? slope + N : nullptr, a.query_slopes + at + c * N);
      Machine::round_pairs(first[c], both ? second[c] : nullptr, a.query_weights + at + c * N);
    }
  }
}

/// Computes dk and dv of keys c, c + 1, … of a strip from the panel's queries `begin` … `end` − 1.
template <class Machine>
void add_to_keys(const AttentionBackward<Machine>& a, int c, int begin, int end, float* dk, float* dv) {
  constexpr int N = Machine::lanes;
  const PairShape& s = a.s;
  const int first = std::max(begin, c), rows = std::min(attention_strip, s.tokens - c);
  const std::ptrdiff_t at = (std::ptrdiff_t(first - begin) / 2 * a.padded + c) * N;
  const auto sum = [&](int features, const Pair* w, const Pair* in, std::ptrdiff_t row, float* to) {
    weighted_sums<Machine>(rows, features,
                           {pairs_of(end - first), w + at, a.padded, in + std::ptrdiff_t(first) / 2 * features * N,
                            features, begin > first_strip(s) && c < begin, to + c * row * N, row});
  };
  sum(s.keys, a.query_slopes, a.query_tokens, s.key_row(), dk);
  sum(s.values, a.query_weights, a.upstream_tokens, s.value_row(), dv);
}

/// See quadratic_attention_backward(), but dk and dv are two arrays and overwritten, not added to.
template <class Machine>
void attend_pairs_backward(const PairShape& s, PairWeight weight, const float* q, const float* k, const float* v,
                           const float* kept, const float* inverse_sum, const float* z, const float* dz, float* scratch,
                           float* dq, float* dk, float* dv) {
  constexpr int N = Machine::lanes;
  const AttentionBackward<Machine> a(s, scratch);
  const int first = first_strip(s);
  for (int t = first; t < s.tokens; ++t) {
    const auto inverse = weight == PairWeight::softmax ? Machine::load(inverse_sum + t * N) : Machine::constant(1);
    for (int f = 0; f < s.values; ++f)
      Machine::store(a.upstream + (t * s.values + f) * N,
                     Machine::times(Machine::load(dz + (std::ptrdiff_t(t) * s.output_row() + f) * N), inverse));
  }
  pair_features<Machine>(first, s.tokens, s.values, s.values, a.upstream, a.upstream_features);
  pair_features<Machine>(0, s.tokens, s.values, s.value_row(), v, a.value_features);
  pair_tokens<Machine>(first, s.tokens, s.values, s.values, a.upstream, a.upstream_tokens);
  pair_tokens<Machine>(first, s.tokens, s.keys, s.key_row(), q, a.query_tokens);
  pair_tokens<Machine>(0, s.tokens, s.keys, s.key_row(), k, a.key_tokens);
  for (int begin = first; begin < s.tokens; begin += attention_panel) {
    const int end = std::min(begin + attention_panel, s.tokens);
    for (int t = begin; t < end; t += attention_strip) strip_slopes(a, weight, t, t - begin, kept, z, dq);
    for (int c = 0; c < end; c += attention_strip) add_to_keys(a, c, begin, end, dk, dv);
  }
}

template <class Machine>
constexpr AttentionKernels<float, Machine::lanes> pair_attention_kernels() {
  return {attend_pairs<Machine>, attend_pairs_backward<Machine>};
}

}  // namespace icsweep::detail
