// Tools of the tests of both kinds of attention with a weight for every pair of tokens: their common quadratic sums, in
// double. The kinds differ in a pair's weight and slope.
#pragma once

#include <vector>

#include "models/kernels/pair_shape.hpp"
#include "tests/models/compare.hpp"

namespace icsweep::test {

/// The weight w of a pair's value and the slope u of its score.
struct Pair {
  Sum weight, slope;
};

/// Random queries, keys, values and upstream gradient. Scratch and kept memory start as NaN, which must not reach a
/// result.
template <class Kind>
struct PairData {
  using Real = typename Kind::Real;
  static constexpr int N = Kind::N;

  /// `shared`: keys and values are the same array, and so are their gradients.
  PairData(const PairShape& shape, bool shared)
      : s(shape),
        shared(shared),
        q(random_scalars<Real>(s.tokens * s.keys * N)),
        k(random_scalars<Real>(s.tokens * s.keys * N)),
        v(shared ? k : random_scalars<Real>(s.tokens * s.values * N)),
        dz(random_scalars<Real>(s.tokens * s.values * N)),
        scratch(s.scratch(N), std::numeric_limits<Real>::quiet_NaN()),
        kept(s.kept(N), std::numeric_limits<Real>::quiet_NaN()) {}

  /// ⟨a_t, b_t'⟩ of `features` features in lane n.
  static Sum inner(const AlignedVector<Real>& a, int t, const AlignedVector<Real>& b, int key, int features, int n) {
    Sum sum;
    for (int f = 0; f < features; ++f)
      sum += double(a[(t * features + f) * N + n]) * double(b[(key * features + f) * N + n]);
    return sum;
  }
  Sum score(int t, int key, int n) const { return inner(q, t, k, key, s.keys, n); }
  /// Token of the value that this key brings to query t; −1: none.
  int value_of(int t, int key) const {
    if (s.shift == Shift::none) return key;
    return key < t ? key + 1 : s.shift == Shift::own ? t : -1;
  }
  Sum upstream(int t, int key, int n) const {
    const int value = value_of(t, key);
    return value < 0 ? Sum{} : inner(dz, t, v, value, s.values, n);
  }
  const Real* values() const { return shared ? k.data() : v.data(); }

  PairShape s;
  bool shared;
  AlignedVector<Real> q, k, v, dz, scratch, kept;
};

/// All token counts with all sizes: keys that are also the values, and values whose size differs from the keys'.
template <class Kind, class Check>
void for_each_pair_shape(Check&& check) {
  for (const int tokens : token_counts)
    for (int keys = 1; keys <= largest_size; ++keys) {
      check(PairData<Kind>({tokens, keys, keys}, true));
      check(PairData<Kind>({tokens, keys, 7 * keys % largest_size + 1}, false));
    }
}

/// to_t += factor·from_t' for all features of lane n; nothing if a token is −1.
template <class Real>
void add_lane(int features, int N, int n, const Sum& factor, const AlignedVector<Real>& from, int from_token,
              std::vector<Sum>& to, int to_token) {
  for (int f = 0; f < (std::min(from_token, to_token) < 0 ? 0 : features); ++f)
    to[(to_token * features + f) * N + n] += double(from[(from_token * features + f) * N + n]) * factor;
}

/// Calls f(t, t', n) for every pair t' ≤ t in every lane.
template <class F>
void for_each_pair(int tokens, int N, F&& f) {
  for (int t = 0; t < tokens; ++t)
    for (int key = 0; key <= t; ++key)
      for (int n = 0; n < N; ++n) f(t, key, n);
}

/// z_t = Σ_{t'≤t} w v, with w from weight(t, t', n), of the values v that the keys t' bring.
template <class Kind, class Weight>
std::vector<Sum> expected_output(const PairData<Kind>& in, Weight&& weight) {
  std::vector<Sum> z(in.dz.size());
  for_each_pair(in.s.tokens, Kind::N, [&](int t, int key, int n) {
    add_lane(in.s.values, Kind::N, n, weight(t, key, n), in.v, in.value_of(t, key), z, t);
  });
  return z;
}

/// Compares what `backward(dq, dk, dv)` computes with dq_t = Σ u k_t', dk_t' += Σ_t u q_t, dv += Σ_t w dz_t of the
/// values that the keys t' bring, with pair(t, t', n) = {w, u}; and that dq does not depend on whether keys and values
/// need a gradient.
template <class Kind, class Backward, class MakePair>
void expect_pair_gradients(const PairData<Kind>& in, int roundings, Backward&& backward, MakePair&& pair) {
  using Real = typename Kind::Real;
  constexpr int N = Kind::N;
  const int keys = in.s.keys, values = in.s.values;
  auto dq = random_scalars<Real>(int(in.q.size())), dk = random_scalars<Real>(int(in.k.size())),
       dv = random_scalars<Real>(int(in.v.size())), dq_alone = random_scalars<Real>(int(in.q.size()));
  std::vector<Sum> expected_dq(dq.size()), expected_dk(dk.size()), separate_dv(dv.size());
  std::vector<Sum>& expected_dv = in.shared ? expected_dk : separate_dv;
  for (std::size_t at = 0; at < dk.size(); ++at) expected_dk[at] += double(dk[at]);
  for (std::size_t at = 0; at < dv.size(); ++at) separate_dv[at] += double(dv[at]);
  for_each_pair(in.s.tokens, N, [&](int t, int key, int n) {
    const Pair p = pair(t, key, n);
    add_lane(keys, N, n, p.slope, in.k, key, expected_dq, t);
    add_lane(keys, N, n, p.slope, in.q, t, expected_dk, key);
    add_lane(values, N, n, p.weight, in.dz, t, expected_dv, in.value_of(t, key));
  });
  backward(dq.data(), dk.data(), in.shared ? dk.data() : dv.data());
  backward(dq_alone.data(), nullptr, nullptr);
  EXPECT_EQ(dq, dq_alone);
  Deviation<Real> deviation;
  for (std::size_t at = 0; at < dq.size(); ++at) {
    deviation.add(dq[at], expected_dq[at], roundings);
    deviation.add(dk[at], expected_dk[at], roundings);
  }
  for (std::size_t at = 0; at < dv.size() && !in.shared; ++at) deviation.add(dv[at], expected_dv[at], roundings);
  deviation.expect_rounding_only(in.s.tokens, keys, values, in.shared);
}

}  // namespace icsweep::test
