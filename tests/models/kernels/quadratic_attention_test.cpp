// Attention with a weight for every pair, plain and shifted, against its definition in double: at every size up to
// beyond the widest register tile, and at scores whose exponentials overflow. Also the dependence of tokens on each
// other.
#include "models/kernels/quadratic_attention.hpp"

#include "tests/models/quadratic_attention.hpp"
#include "tests/models/strided_head.hpp"

namespace icsweep::test {
namespace {

/// The forward kernel's results for the data.
struct Form {
  PairWeight weight;
  Shift shift;
};
constexpr Form forms[] = {{PairWeight::softmax, Shift::none},
                          {PairWeight::softmax, Shift::own},
                          {PairWeight::exponential, Shift::none},
                          {PairWeight::exponential, Shift::own},
                          {PairWeight::exponential, Shift::without_own},
                          {PairWeight::linear, Shift::none},
                          {PairWeight::linear, Shift::own},
                          {PairWeight::linear, Shift::without_own}};

template <class Kind>
struct Forward {
  using Real = typename Kind::Real;
  explicit Forward(PairData<Kind>& in, PairWeight kind = PairWeight::softmax)
      : inverse_sum(random_scalars<Real>(in.s.tokens * Kind::N)), z(random_scalars<Real>(int(in.dz.size()))) {
    quadratic_attention_forward<Real, Kind::N>(in.s, kind, in.q.data(), in.k.data(), in.values(), in.kept.data(),
                                               inverse_sum.data(), z.data());
  }
  AlignedVector<Real> inverse_sum, z;
};

/// Shift and inverse that turn a token's scores into weights p = e^{s − shift}·inverse. A weight is off by a factor 1 +
/// δ, where δ is the error of its exponent: the roundings of a score, of the terms of two scores. So the magnitude of a
/// weight is multiplied by the magnitude of these terms, plus 1 for the exponential.
struct Row {
  double shift, inverse, magnitude;
};

template <class Kind>
Row row(const PairData<Kind>& in, PairWeight kind, int t, int n) {
  double largest = -std::numeric_limits<double>::infinity(), terms = 0, sum = 0;
  for (int key = 0; key <= t; ++key) {
    const Sum score = in.score(t, key, n);
    largest = std::max(largest, score.value);
    terms = std::max(terms, score.magnitude);
  }
  if (kind != PairWeight::softmax) return {0, 1, terms + 1};
  for (int key = 0; key <= t; ++key) sum += std::exp(in.score(t, key, n).value - largest);
  return {largest, 1 / sum, 2 * terms + 1};
}

/// The shifts and inverses of all tokens, T×N.
template <class Kind>
std::vector<Row> rows(const PairData<Kind>& in, PairWeight kind) {
  std::vector<Row> all;
  for (int t = 0; t < in.s.tokens; ++t)
    for (int n = 0; n < Kind::N; ++n) all.push_back(row(in, kind, t, n));
  return all;
}

template <class Kind>
Sum weight(const PairData<Kind>& in, PairWeight kind, const std::vector<Row>& rows, int t, int key, int n) {
  if (kind == PairWeight::linear) return in.score(t, key, n);
  const Row& row = rows[t * Kind::N + n];
  const double p = std::exp(in.score(t, key, n).value - row.shift) * row.inverse;
  return {p, p * row.magnitude};
}

/// Roundings besides the sums: an exponential, a division and a product with its result.
int roundings(const PairShape& s) {
  return 2 * s.tokens + s.keys + s.values + 8;
}

template <class Kind>
void expect_definition(PairData<Kind>& in, PairWeight kind) {
  using Real = typename Kind::Real;
  const auto expected_rows = rows(in, kind);
  const Forward<Kind> forward(in, kind);
  const auto p = [&](int t, int key, int n) { return weight(in, kind, expected_rows, t, key, n); };
  const auto z = expected_output(in, p);
  Deviation<Real> deviation;
  for (std::size_t at = 0; at < z.size(); ++at) deviation.add(forward.z[at], z[at], roundings(in.s));
  for (std::size_t at = 0; at < expected_rows.size() && kind == PairWeight::softmax; ++at) {
    const Row& row = expected_rows[at];
    deviation.add(forward.inverse_sum[at], {row.inverse, row.inverse * row.magnitude}, roundings(in.s));
  }
  deviation.expect_rounding_only(in.s.tokens, in.s.keys, in.s.values);
  const auto mean = [&](int t, int n) {  // ⟨dz_t, z_t⟩
    Sum sum;
    for (int at = t * in.s.values; at < (t + 1) * in.s.values; ++at)
      sum += double(in.dz[at * Kind::N + n]) * z[at * Kind::N + n];
    return sum;
  };
  expect_pair_gradients(  // a slope is a weight times a difference that contains weights: twice the roundings
      in, 2 * roundings(in.s),
      [&](Real* dq, Real* dk, Real* dv) {
        quadratic_attention_backward<Real, Kind::N>(in.s, kind, in.q.data(), in.k.data(), in.values(), in.kept.data(),
                                                    forward.inverse_sum.data(), forward.z.data(), in.dz.data(),
                                                    in.scratch.data(), dq, dk, dv);
      },
      [&](int t, int key, int n) {
        Sum centred = in.upstream(t, key, n);
        if (kind == PairWeight::softmax) centred += -1.0 * mean(t, n);
        return Pair{p(t, key, n), kind == PairWeight::linear ? centred : p(t, key, n) * centred};
      });
}

template <class Kind>
class QuadraticAttention : public testing::Test {};
TYPED_TEST_SUITE(QuadraticAttention, LaneKinds);

TYPED_TEST(QuadraticAttention, MatchesDefinition) {
  for (const auto kind : {PairWeight::softmax, PairWeight::exponential})
    for_each_pair_shape<TypeParam>([&](auto&& in) { expect_definition(in, kind); });
}

// Lengths around one and two strips of queries, sizes around one and several tiles of features.
TYPED_TEST(QuadraticAttention, ShiftedMatchesDefinition) {
  for (const Form& form : forms)
    for (const int tokens : {1, 2, 3, 4, 5, 6, 7, 8, 9, 33})
      for (const int size : {1, 3, 4, 13}) {
        PairData<TypeParam> shared({tokens, size, size, form.shift}, true);
        expect_definition(shared, form.weight);
        PairData<TypeParam> separate({tokens, size, 7 * size % largest_size, form.shift}, false);
        expect_definition(separate, form.weight);
      }
}

TYPED_TEST(QuadraticAttention, HeadsSideBySideGetTheSameBits) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for (const Form& form : forms)
    for (const int tokens : {1, 4, 7}) {
      PairData<TypeParam> in({tokens, 5, 7, form.shift}, false);
      expect_same_bits_side_by_side(in, [&](const PairShape& s, const HeadArrays<Real>& a) {
        AlignedVector<Real> inverse_sum(tokens * N);
        quadratic_attention_forward<Real, N>(s, form.weight, a.q, a.k, a.v, in.kept.data(), inverse_sum.data(), a.z);
        quadratic_attention_backward<Real, N>(s, form.weight, a.q, a.k, a.v, in.kept.data(), inverse_sum.data(), a.z,
                                              a.dz, in.scratch.data(), a.dq, a.dk, a.dv);
      });
    }
}

// Scores of ±size, exact in every Real, with ties: the largest scores share the weight, the others get 0.
TYPED_TEST(QuadraticAttention, LargeScoresSelectTheLargest) {
  for (const double size : {80.0, 1e4, 1e30})
    for (const double sign : {1.0, -1.0}) {
      PairData<TypeParam> in({7, 1, 5}, false);
      for (std::size_t at = 0; at < in.q.size(); ++at) {
        in.q[at] = typename TypeParam::Real(sign * size);
        in.k[at] = typename TypeParam::Real(int(at / TypeParam::N) % 3 - 1);
      }
      const Forward<TypeParam> forward(in);
      const auto score = [&](int t, int key, int n) { return in.score(t, key, n).value; };
      const auto z = expected_output(in, [&](int t, int key, int n) {
        int ties = 0;
        double largest = score(t, 0, n);
        for (int other = 0; other <= t; ++other) largest = std::max(largest, score(t, other, n));
        for (int other = 0; other <= t; ++other) ties += score(t, other, n) == largest;
        const double p = score(t, key, n) == largest ? 1.0 / ties : 0;
        return Sum{p, p};
      });
      Deviation<typename TypeParam::Real> deviation;
      for (std::size_t at = 0; at < z.size(); ++at) deviation.add(forward.z[at], z[at], 7 + 4);
      deviation.expect_rounding_only(size, sign);
    }
}

// Query t has the scores 0, −10, −20 … of its keys, and the unit vectors as values. Terms too small to count are 0 in
// float, so that no sum has denormal numbers.
TYPED_TEST(QuadraticAttention, TermsTooSmallToCountAreZero) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N, T = 12;
  for (const auto& [weight, least] : {std::pair{PairWeight::softmax, -50.0}, {PairWeight::exponential, -87.3}}) {
    PairData<TypeParam> in({T, 1, T}, false);
    std::fill(in.q.begin(), in.q.end(), Real(1));
    for (int at = 0; at < T * N; ++at) in.k[at] = Real(-10 * (at / N));
    for (int at = 0; at < T * T * N; ++at) in.v[at] = Real(at / N % (T + 1) == 0);
    const Forward<TypeParam> forward(in, weight);
    for (int c = 0; c < T; ++c) {
      const bool counts = -10 * c >= least || std::is_same_v<Real, double>;
      const double sum = weight == PairWeight::softmax ? 1 / (1 - std::exp(-10.0)) : 1, p = std::exp(-10.0 * c) / sum;
      for (int n = 0; n < N; ++n)
        EXPECT_NEAR(forward.z[((T - 1) * T + c) * N + n], counts ? p : 0, counts ? 1e-5 * p : 0) << c;
    }
  }
}

// If scores are large, their rounding limits the accuracy of the weights: 1e4·ε in single precision.
TYPED_TEST(QuadraticAttention, LargeScoresMatchDefinition) {
  for (const double size : {80.0, 1e4}) {
    PairData<TypeParam> in({50, 3, 3}, false);
    for (auto& q : in.q) q *= typename TypeParam::Real(size);
    expect_definition(in, PairWeight::softmax);
  }
}

TYPED_TEST(QuadraticAttention, EqualScoresTakeTheMeanOfTheValues) {
  using Real = typename TypeParam::Real;
  PairData<TypeParam> in({50, 4, 6}, false);
  std::fill(in.q.begin(), in.q.end(), Real(0));
  const Forward<TypeParam> forward(in);
  const auto mean = expected_output(in, [](int t, int, int) { return Sum{1.0 / (t + 1), 1.0 / (t + 1)}; });
  Deviation<Real> deviation;
  for (std::size_t at = 0; at < mean.size(); ++at) deviation.add(forward.z[at], mean[at], 50 + 3);
  deviation.expect_rounding_only();
}

// With the unit vectors as values, z_t holds the weights that the values have in it.
TYPED_TEST(QuadraticAttention, WeightsOfASoftmaxSumToOne) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N, T = 9;
  for (const Shift shift : {Shift::none, Shift::own}) {
    PairData<TypeParam> in({T, 3, T, shift}, false);
    for (int at = 0; at < T * T * N; ++at) in.v[at] = Real(at / N % (T + 1) == 0);
    const Forward<TypeParam> forward(in);
    for (int t = 0; t < T; ++t)
      for (int n = 0; n < N; ++n) {
        double sum = 0;
        for (int value = 0; value < T; ++value) {
          const Real share = forward.z[(t * T + value) * N + n];
          EXPECT_EQ(share > 0, value <= t && value >= (shift == Shift::own && t > 0)) << t << " " << value;
          sum += double(share);
        }
        EXPECT_NEAR(sum, 1, 2 * T * double(std::numeric_limits<Real>::epsilon()));
      }
  }
}

// Eigen's exponential of −∞ is about 1e-309 or 1e-39 and not 0, which values this large would show. Shifted, the value
// after a token holds that token's label, which must not reach the token even by rounding.
TYPED_TEST(QuadraticAttention, OutputsDoNotDependOnTheFuture) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N, tokens = 9, size = 3;
  const Real large = std::is_same_v<Real, float> ? 1e36 : 1e306;
  for (const Form& form : forms) {
    const PairData<TypeParam> before({tokens, size, size, form.shift}, false);
    for (int t = 0; t < tokens; ++t) {
      PairData<TypeParam> past = before, after = before;
      for (auto* changed : {&after.k, &after.v})
        std::fill(changed->begin() + (t + 1) * size * N, changed->end(), large);
      const Forward<TypeParam> expected(past, form.weight), forward(after, form.weight);
      for (int at = 0; at < (t + 1) * size * N; ++at) EXPECT_EQ(forward.z[at], expected.z[at]) << t << " " << at;
    }
  }
}

// The gradient of z_t alone. Shifted, no key before t brings the first value.
TYPED_TEST(QuadraticAttention, GradientsReachWhatATokenSeesAndNothingElse) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N, tokens = 9, size = 3;
  for (const Form& form : forms)
    for (int t = 0; t < tokens; ++t) {
      PairData<TypeParam> in({tokens, size, size, form.shift}, false);
      const Forward<TypeParam> forward(in, form.weight);
      for (int at = 0; at < tokens * size * N; ++at) in.dz[at] *= Real(at / (size * N) == t);
      AlignedVector<Real> dq(in.q.size()), dk(in.k.size()), dv(in.v.size());
      quadratic_attention_backward<Real, N>(in.s, form.weight, in.q.data(), in.k.data(), in.v.data(), in.kept.data(),
                                            forward.inverse_sum.data(), forward.z.data(), in.dz.data(),
                                            in.scratch.data(), dq.data(), dk.data(), dv.data());
      const bool own = form.shift != Shift::without_own;
      const int first = form.shift == Shift::none || (own && t == 0) ? 0 : 1;
      for (int at = 0; at < tokens * size * N; ++at) {
        const int token = at / (size * N);
        EXPECT_EQ(dv[at] != 0, token >= first && token <= t) << t << " " << at;
        EXPECT_TRUE(dq[at] == 0 || (token == t && (own || t > 0))) << t << " " << at;
        EXPECT_TRUE(dk[at] == 0 || token < t + own) << t << " " << at;
      }
    }
}

TYPED_TEST(QuadraticAttention, TheFirstTokenSeesOnlyItself) {
  for (const Shift shift : {Shift::none, Shift::own}) {
    PairData<TypeParam> in({7, 4, 4, shift}, false);
    const Forward<TypeParam> forward(in);
    for (int at = 0; at < 4 * TypeParam::N; ++at) EXPECT_EQ(forward.z[at], in.v[at]);
  }
}

TYPED_TEST(QuadraticAttention, WithoutItsOwnTheFirstTokenSeesNothing) {
  for (const PairWeight weight : {PairWeight::exponential, PairWeight::linear}) {
    PairData<TypeParam> in({7, 4, 4, Shift::without_own}, false);
    const Forward<TypeParam> forward(in, weight);
    for (int at = 0; at < 4 * TypeParam::N; ++at) EXPECT_EQ(forward.z[at], 0);
  }
}

}  // namespace
}  // namespace icsweep::test
