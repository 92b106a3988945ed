// Positional attention against its quadratic sums, in double, at every size up to beyond the widest register tile.
#include "models/kernels/positional_attention.hpp"

#include "tests/models/quadratic_attention.hpp"
#include "tests/models/strided_head.hpp"

namespace icsweep::test {
namespace {

template <class Kind>
class PositionalAttention : public testing::Test {
 public:
  using Real = typename Kind::Real;

  /// T×T random numbers, 0 above the diagonal.
  static AlignedVector<Real> random_factor(int tokens) {
    auto factor = random_scalars<Real>(tokens * tokens);
    for (int t = 0; t < tokens; ++t) std::fill_n(factor.begin() + t * tokens + t + 1, tokens - t - 1, Real(0));
    return factor;
  }

  static AlignedVector<Real> forward(PairData<Kind>& in, const AlignedVector<Real>& factor) {
    auto z = random_scalars<Real>(int(in.dz.size()));
    positional_attention_forward<Real, Kind::N>(in.s, in.q.data(), in.k.data(), in.values(), factor.data(),
                                                in.scratch.data(), in.kept.data(), z.data());
    return z;
  }
  static void backward(PairData<Kind>& in, const AlignedVector<Real>& factor, Real* dq, Real* dk, Real* dv,
                       AlignedVector<Real>& sums) {
    forward(in, factor);
    positional_attention_backward<Real, Kind::N>(in.s, in.q.data(), in.k.data(), in.values(), factor.data(),
                                                 in.kept.data(), in.dz.data(), in.scratch.data(), dq, dk, dv,
                                                 sums.data());
  }
};
TYPED_TEST_SUITE(PositionalAttention, LaneKinds);

TYPED_TEST(PositionalAttention, ForwardMatchesQuadraticSum) {
  using Real = typename TypeParam::Real;
  for_each_pair_shape<TypeParam>([&](auto&& in) {
    const auto factor = this->random_factor(in.s.tokens);
    const auto z = this->forward(in, factor);
    const auto expected = expected_output(
        in, [&](int t, int key, int n) { return double(factor[t * in.s.tokens + key]) * in.score(t, key, n); });
    Deviation<Real> deviation;
    for (std::size_t at = 0; at < z.size(); ++at) deviation.add(z[at], expected[at], in.s.tokens + in.s.keys + 3);
    deviation.expect_rounding_only(in.s.tokens, in.s.keys, in.s.values);
  });
}

TYPED_TEST(PositionalAttention, BackwardMatchesQuadraticSums) {
  using Real = typename TypeParam::Real;
  for_each_pair_shape<TypeParam>([&](auto&& in) {
    const int T = in.s.tokens;
    const auto factor = this->random_factor(T);
    AlignedVector<Real> sums(pair_sums_size(T));
    expect_pair_gradients(
        in, 2 * T + in.s.keys + in.s.values + 4,
        [&](Real* dq, Real* dk, Real* dv) { this->backward(in, factor, dq, dk, dv, sums); },
        [&](int t, int key, int n) {
          const double p = factor[t * T + key];
          return Pair{p * in.score(t, key, n), p * in.upstream(t, key, n)};
        });
  });
}

TYPED_TEST(PositionalAttention, HeadsSideBySideGetTheSameBits) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for (const int tokens : {1, 4, 7}) {
    PairData<TypeParam> in({tokens, 5, 7}, false);
    const auto factor = this->random_factor(tokens);
    expect_same_bits_side_by_side(in, [&](const PairShape& s, const HeadArrays<Real>& a) {
      AlignedVector<Real> sums(pair_sums_size(tokens));
      positional_attention_forward<Real, N>(s, a.q, a.k, a.v, factor.data(), in.scratch.data(), in.kept.data(), a.z);
      positional_attention_backward<Real, N>(s, a.q, a.k, a.v, factor.data(), in.kept.data(), a.dz, in.scratch.data(),
                                             a.dq, a.dk, a.dv, sums.data());
    });
  }
}

TYPED_TEST(PositionalAttention, ScoresComputedAgainGiveTheSameBits) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for_each_pair_shape<TypeParam>([&](auto&& in) {
    const int T = in.s.tokens;
    const auto factor = this->random_factor(T), start = random_scalars<Real>(int(in.k.size() + in.v.size()));
    const auto results = [&](Real* kept, bool needs_tokens) {
      AlignedVector<Real> z(in.dz.size()), dq(in.q.size()), sums(pair_sums_size(T)), tokens = start;
      Real *dk = needs_tokens ? tokens.data() : nullptr, *dv = needs_tokens && !in.shared ? dk + in.k.size() : dk;
      positional_attention_forward<Real, N>(in.s, in.q.data(), in.k.data(), in.values(), factor.data(),
                                            in.scratch.data(), kept, z.data());
      positional_attention_backward<Real, N>(in.s, in.q.data(), in.k.data(), in.values(), factor.data(), kept,
                                             in.dz.data(), in.scratch.data(), dq.data(), dk, dv, sums.data());
      return std::vector{z, dq, sums, tokens};
    };
    for (const bool needs_tokens : {false, true})
      EXPECT_EQ(results(nullptr, needs_tokens), results(in.kept.data(), needs_tokens)) << T << " tokens";
  });
}

// The sums of two blocks add up; reading them sets them back to 0.
TYPED_TEST(PositionalAttention, SumsOfBlocksAddUpAndAreTakenOnce) {
  using Real = typename TypeParam::Real;
  for_each_pair_shape<TypeParam>([&](auto&& first) {
    const int T = first.s.tokens;
    const auto factor = this->random_factor(T);
    AlignedVector<Real> sums(pair_sums_size(T)), dq(first.q.size());
    auto taken = random_scalars<Real>(T * T);
    std::vector<Sum> expected(T * T);
    PairData<TypeParam> second(first.s, first.shared);
    for (auto* in : {&first, &second}) {
      this->backward(*in, factor, dq.data(), nullptr, nullptr, sums);
      for_each_pair(T, TypeParam::N, [&](int t, int key, int n) {
        expected[t * T + key] += double(factor[t * T + key]) * in->score(t, key, n) * in->upstream(t, key, n);
      });
    }
    take_pair_sums<Real, TypeParam::N>(T, sums.data(), taken.data());
    Deviation<Real> deviation;  // zeros above the diagonal are exact: their bound is 0
    for (int at = 0; at < T * T; ++at)
      deviation.add(taken[at], expected[at], first.s.keys + first.s.values + 2 * TypeParam::N + 3);
    deviation.expect_rounding_only(T, first.s.keys, first.s.values);
    take_pair_sums<Real, TypeParam::N>(T, sums.data(), taken.data());
    EXPECT_EQ(taken, AlignedVector<Real>(T * T));
  });
}

}  // namespace
}  // namespace icsweep::test
