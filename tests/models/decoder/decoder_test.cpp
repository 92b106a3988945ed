// Properties of every kind of decoder: its gradient is its derivative, gradients add up, and only the last parameters
// count.
#include "models/decoder/position_tables.hpp"
#include "tests/models/decoder_cases.hpp"

namespace icsweep::test {
namespace {

// Off by step⁴·f⁗′/30 and ε·f/step. A rectifier's kink is rarely within two steps.
TEST(Decoder, GradientMatchesFiniteDifferences) {
  for (const auto& shape : every_decoder(4, 1)) {
    auto theta = random_parameters<double>(shape);
    const DecoderBatch<double, 1> block(shape);
    Decoder<double, 1> model(shape);
    model.set_parameters(theta);
    const auto gradient = gradient_of<double, 1>(model, int(theta.size()), {block});
    for (const auto& view : parameter_views(shape))
      for (int p = view.offset; p < view.offset + view.count(); ++p) {
        const double expected = derivative(theta[p], 1e-6, [&] {
          model.set_parameters(theta);
          return dot(predict(model, block.tokens), block.dpredictions);
        });
        EXPECT_NEAR(gradient[p], expected, 1e-8) << description(shape) << " " << view.name << " " << p - view.offset;
      }
  }
}

template <class Kind>
class DecoderAxes : public testing::Test {};
TYPED_TEST_SUITE(DecoderAxes, LaneKinds);

TYPED_TEST(DecoderAxes, NamingTheBlocksOwnPartsChangesNoBit) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for (const Block block : {Block::pre_norm, Block::post_norm}) {
    const DecoderShape own{9, 3, 8, 2, 2, 1, block};
    DecoderShape named = own;
    named.positions = block == Block::pre_norm ? PositionKind::learned : PositionKind::none;
    named.activation = block == Block::pre_norm ? Activation::gelu : Activation::relu;
    named.norm = NormKind::layer;
    ASSERT_EQ(parameter_count(named), parameter_count(own));
    const auto theta = random_parameters<Real>(own);
    const DecoderBatch<Real, N> batch(own);
    Decoder<Real, N> a(own), b(named);
    a.set_parameters(theta), b.set_parameters(theta);
    EXPECT_EQ((predict<Real, N>(a, batch.tokens)), (predict<Real, N>(b, batch.tokens)));
    EXPECT_EQ((gradient_of<Real, N>(a, int(theta.size()), {batch})),
              (gradient_of<Real, N>(b, int(theta.size()), {batch})));
  }
}

// Added sines are learned positions of these values, even where a merged map would bypass them.
TYPED_TEST(DecoderAxes, SinusoidalPositionsAreLearnedOnesOfTheTablesValues) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for (const Block block : {Block::pre_norm, Block::post_norm}) {
    DecoderShape learned{9, 3, 8, 2, 2, 1, block}, fixed = learned;
    learned.positions = PositionKind::learned;
    fixed.positions = PositionKind::sinusoidal;
    auto theta = random_parameters<Real>(learned);
    const int at = parameter_views(learned)[2].offset, count = 9 * 8;
    ASSERT_EQ(parameter_views(learned)[2].name, "positions");
    const auto table = sinusoidal_positions(9, 8);
    std::copy(table.begin(), table.end(), theta.begin() + at);
    const DecoderBatch<Real, N> batch(learned);
    Decoder<Real, N> a(learned), b(fixed);
    a.set_parameters(theta);
    theta.erase(theta.begin() + at, theta.begin() + at + count);
    b.set_parameters(theta);
    EXPECT_EQ((predict<Real, N>(a, batch.tokens)), (predict<Real, N>(b, batch.tokens)));
    auto expected = gradient_of<Real, N>(a, parameter_count(learned), {batch});
    expected.erase(expected.begin() + at, expected.begin() + at + count);
    EXPECT_EQ((gradient_of<Real, N>(b, parameter_count(fixed), {batch})), expected);
  }
}

// The last token of one layer sees the first two as a set, unless it knows their positions.
TYPED_TEST(DecoderAxes, EveryKindOfPositionsTellsTheOrderOfTheTokens) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for (const auto positions :
       {PositionKind::learned, PositionKind::sinusoidal, PositionKind::rotary, PositionKind::none}) {
    DecoderShape s{3, 3, 8, 2, 1, 1, Block::pre_norm};
    s.positions = positions;
    Decoder<Real, N> model(s);
    model.set_parameters(random_parameters<Real>(s));
    const DecoderBatch<Real, N> batch(s);
    auto swapped = batch.tokens;
    std::swap_ranges(swapped.begin(), swapped.begin() + 3 * N, swapped.begin() + 3 * N);
    const auto before = predict<Real, N>(model, batch.tokens), after = predict<Real, N>(model, swapped);
    for (int n = 0; n < N; ++n) {
      const double change = std::abs(double(after[2 * N + n]) - before[2 * N + n]);
      if (positions == PositionKind::none) EXPECT_LT(change, 1e-5);
      else EXPECT_GT(change, 1e-4) << int(positions) << " " << n;
    }
  }
}

template <class Kind>
class DecoderGradients : public EveryDecoder<Kind> {};
TYPED_TEST_SUITE(DecoderGradients, LaneKinds);

TYPED_TEST(DecoderGradients, GradientsOfBlocksAddUp) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const double rounding = 1e3 * std::numeric_limits<Real>::epsilon();
  this->for_each_model([&](auto& model, const DecoderShape& s) {
    const int P = parameter_count(s);
    const DecoderBatch<Real, N> first(s), second(s);
    const auto a = gradient_of<Real, N>(model, P, {first}), b = gradient_of<Real, N>(model, P, {second}),
               both = gradient_of<Real, N>(model, P, {first, second});
    const double scale = std::sqrt(dot(a, a) + dot(b, b));
    for (int p = 0; p < P; ++p) EXPECT_NEAR(both[p], double(a[p]) + b[p], rounding * scale) << p;
  });
}

/// The outputs are in turn the last token, every other token, and all tokens, so each runs with memory that another has
/// used.
TYPED_TEST(DecoderGradients, ReadingSomeTokensIsReadingAllWithoutTheSlopesOfTheOthers) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const double rounding = 1e3 * std::numeric_limits<Real>::epsilon();
  this->for_each_model([&](auto& model, const DecoderShape& s) {
    const int P = parameter_count(s), size = s.outputs * N;
    for (const int every : {s.tokens, 2, 1}) {
      std::vector<int> output_tokens;
      for (int t = (s.tokens - 1) % every; t < s.tokens; t += every) output_tokens.push_back(t);
      DecoderBatch<Real, N> block(s);
      AlignedVector<Real> some(output_tokens.size() * size), expected(some.size());
      gather_tokens(OutputTokens(output_tokens), size, block.dpredictions.data(), some.data());
      scatter_tokens(OutputTokens(output_tokens), s.tokens, size, some.data(), block.dpredictions.data());
      const auto whole = gradient_of<Real, N>(model, P, {block});
      gather_tokens(OutputTokens(output_tokens), size, predict(model, block.tokens).data(), expected.data());
      const auto read = model.forward(block.tokens.data(), output_tokens);
      ASSERT_EQ(read.size(), expected.size());
      for (std::size_t i = 0; i < read.size(); ++i) EXPECT_NEAR(read[i], expected[i], rounding) << every;
      model.backward(block.tokens.data(), some.data());
      AlignedVector<Real> gradient(P);
      model.reduce_gradient(gradient);
      for (int p = 0; p < P; ++p) EXPECT_NEAR(gradient[p], whole[p], rounding * std::sqrt(dot(whole, whole))) << every;
    }
  });
}

TYPED_TEST(DecoderGradients, TakingTheGradientStartsTheNext) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  this->for_each_model([&](auto& model, const DecoderShape& s) {
    const int P = parameter_count(s);
    const DecoderBatch<Real, N> block(s);
    const auto first = gradient_of<Real, N>(model, P, {block});
    EXPECT_EQ((gradient_of<Real, N>(model, P, {block})), first);
    Decoder<Real, N> fresh(s);
    EXPECT_EQ((gradient_of<Real, N>(fresh, P, {})), AlignedVector<Real>(P, 0));
  });
}

TYPED_TEST(DecoderGradients, UsesTheParametersOfTheLastCall) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  this->for_each_model([&](auto& model, const DecoderShape& s) {
    const DecoderBatch<Real, N> block(s);
    const auto theta = random_parameters<Real>(s);
    Decoder<Real, N> fresh(s);
    fresh.set_parameters(theta);
    model.set_parameters(theta);
    EXPECT_EQ((predict<Real, N>(model, block.tokens)), (predict<Real, N>(fresh, block.tokens)));
    EXPECT_EQ((gradient_of<Real, N>(model, int(theta.size()), {block})),
              (gradient_of<Real, N>(fresh, int(theta.size()), {block})));
  });
}

TYPED_TEST(DecoderAxes, OneOutputSavesWorkAndChangesNoBit) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for (const int depth : {1, 2})
    for (DecoderShape shape : every_decoder(9, depth))
      for (const auto precision : {Precision::float32, Precision::bfloat16}) {
        shape.precision = precision;
        DecoderShape one = shape;
        one.one_output = true;
        SCOPED_TRACE(description(shape));
        EXPECT_LT(training_flop(one, 1), training_flop(shape, 1));
        const auto theta = random_parameters<Real>(shape);
        const DecoderBatch<Real, N> batch(shape);
        Decoder<Real, N> a(shape), b(one);
        for (auto* model : {&a, &b}) model->set_parameters(theta);
        for (const int token : {8, 0, 4, 8}) {
          const auto gradient = [&](Decoder<Real, N>& model) {
            const auto predictions = model.forward(batch.tokens.data(), std::span(&token, 1));
            std::vector<Real> all(predictions.begin(), predictions.end());
            model.backward(batch.tokens.data(), batch.dpredictions.data());
            const std::size_t begin = all.size();
            all.resize(begin + theta.size());
            model.reduce_gradient(std::span(all).subspan(begin));
            return all;
          };
          EXPECT_EQ(gradient(a), gradient(b)) << "token " << token;
        }
      }
}

}  // namespace
}  // namespace icsweep::test
