// A decoder's predictions depend on the past but not on the future, and only on their own sequence, bit by bit.
#include "tests/models/decoder_cases.hpp"

namespace icsweep::test {
namespace {

template <class Kind>
class DecoderInTime : public EveryDecoder<Kind> {
 public:
  static constexpr int N = Kind::N;

  /// True if the predictions of token t are the same, bit by bit, in all lanes.
  static bool same_at(int t, const DecoderShape& s, const AlignedVector<typename Kind::Real>& a,
                      const AlignedVector<typename Kind::Real>& b) {
    const int count = s.outputs * N;
    return std::equal(a.begin() + t * count, a.begin() + (t + 1) * count, b.begin() + t * count);
  }
};
TYPED_TEST_SUITE(DecoderInTime, LaneKinds);

TYPED_TEST(DecoderInTime, PredictsFromThePastAlone) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  this->for_each_model([&](auto& model, const DecoderShape& s) {
    const DecoderBatch<Real, N> block(s);
    const auto before = predict<Real, N>(model, block.tokens);
    for (int changed = 1; changed < s.tokens; ++changed) {
      auto tokens = block.tokens;
      const auto future = random_scalars<Real>((s.tokens - changed) * s.inputs * N, -30, 30);
      std::copy(future.begin(), future.end(), tokens.begin() + changed * s.inputs * N);
      const auto after = predict<Real, N>(model, tokens);
      for (int t = 0; t < s.tokens; ++t) EXPECT_EQ(this->same_at(t, s, before, after), t < changed) << t << changed;
    }
  });
}

// A lagged token's last feature is the label of the previous token. The prediction of that label must not depend on it;
// the next prediction must.
TYPED_TEST(DecoderInTime, LabelInTheNextTokenDoesNotLeak) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  this->for_each_model([&](auto& model, const DecoderShape& s) {
    const DecoderBatch<Real, N> block(s);
    const auto before = predict<Real, N>(model, block.tokens);
    for (int t = 0; t + 1 < s.tokens; ++t) {
      auto tokens = block.tokens;
      for (int n = 0; n < N; ++n) tokens[((t + 2) * s.inputs - 1) * N + n] += 3;
      const auto after = predict<Real, N>(model, tokens);
      for (int earlier = 0; earlier <= t; ++earlier) EXPECT_TRUE(this->same_at(earlier, s, before, after)) << t;
      EXPECT_FALSE(this->same_at(t + 1, s, before, after)) << t;
    }
  });
}

template <class Kind>
class DecoderLanes : public EveryDecoder<Kind> {};
using SeveralLanes = testing::Types<LaneKind<float, 16>, LaneKind<float, 8>>;
TYPED_TEST_SUITE(DecoderLanes, SeveralLanes);

TYPED_TEST(DecoderLanes, SequencesDoNotSeeEachOther) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  this->for_each_model([&](auto& model, const DecoderShape& s) {
    if (s.tokens == 1 && s.shift == Shift::without_own && s.bare()) return;  // predicts 0 from no value
    const DecoderBatch<Real, N> block(s);
    const auto before = predict<Real, N>(model, block.tokens);
    for (int changed = 0; changed < N; ++changed) {
      auto tokens = block.tokens;
      for (int i = 0; i < s.tokens * s.inputs; ++i) tokens[i * N + changed] *= 30;
      const auto after = predict<Real, N>(model, tokens);
      for (int n = 0; n < N; ++n) {
        bool same = true;
        for (int i = 0; i < s.tokens * s.outputs; ++i) same = same && after[i * N + n] == before[i * N + n];
        EXPECT_EQ(same, n != changed) << n << " " << changed;
      }
    }
  });
}

TYPED_TEST(DecoderLanes, PredictionDoesNotDependOnTheLane) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  this->for_each_model([&](auto& model, const DecoderShape& s) {
    DecoderBatch<Real, N> block(s);
    for (std::size_t i = 0; i < block.tokens.size(); ++i) block.tokens[i] = block.tokens[i / N * N];
    const auto predictions = predict<Real, N>(model, block.tokens);
    for (std::size_t i = 0; i < predictions.size(); ++i) EXPECT_EQ(predictions[i], predictions[i / N * N]);
  });
}

TYPED_TEST(DecoderLanes, LanesWithoutGradientAddNothing) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  this->for_each_model([&](auto& model, const DecoderShape& s) {
    DecoderBatch<Real, N> block(s);
    for (const int active : {1, N / 2 + 1, N - 1}) {
      const auto padding = [&](std::size_t i) { return int(i % N) >= active; };
      for (std::size_t i = 0; i < block.dpredictions.size(); ++i)
        if (padding(i)) block.dpredictions[i] = 0;
      auto other = block;
      for (std::size_t i = 0; i < other.tokens.size(); ++i)
        if (padding(i)) other.tokens[i] *= 30;
      EXPECT_EQ((gradient_of<Real, N>(model, parameter_count(s), {other})),
                (gradient_of<Real, N>(model, parameter_count(s), {block})))
          << "active " << active;
    }
  });
}

}  // namespace
}  // namespace icsweep::test
