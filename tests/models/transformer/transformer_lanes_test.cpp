// Lanes are independent: bit by bit, a sequence's prediction depends neither on its lane nor on its neighbours, and
// padding lanes change nothing.
#include "tests/models/naive_transformer.hpp"

namespace icsweep::test {
namespace {

template <class Kind>
class Lanes : public testing::Test {};
using SeveralLanes = testing::Types<LaneKind<float, 16>, LaneKind<float, 8>>;
TYPED_TEST_SUITE(Lanes, SeveralLanes);

constexpr TransformerShape shape{11, 9, 6, 2, 3};

/// Predictions of lane n.
template <class Real, int N>
std::vector<Real> predictions(const std::vector<Real>& theta, const std::vector<Example>& examples, int n) {
  const Block<Real, N> block(shape, examples);
  Transformer<Real, N> model(shape);
  std::vector<double> error(shape.tokens);
  model.set_parameters(theta);
  model.evaluate(block.tokens.data(), block.targets.data(), N, error.data());
  std::vector<Real> lane;
  for (int at = 0; at < shape.tokens * shape.outputs; ++at) lane.push_back(model.predictions()[at * N + n]);
  return lane;
}

TYPED_TEST(Lanes, PredictionDependsNeitherOnLaneNorOnNeighbours) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const auto theta = random_parameters<Real>(shape);
  const auto example = random_examples(shape, 1);
  const auto expected = predictions<Real, N>(theta, example, 0);  // the same sequence in every lane
  for (int n = 0; n < N; ++n) {
    auto examples = random_examples(shape, N);
    examples[n] = example[0];
    EXPECT_EQ((predictions<Real, N>(theta, examples, n)), expected) << "lane " << n;
  }
}

TYPED_TEST(Lanes, PaddingChangesNothing) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const auto theta = random_parameters<Real>(shape);
  for (int active = 1; active < N; ++active) {
    auto examples = random_examples(shape, active);  // the block repeats the first example in its padding
    const auto expected = train_once<Real, N>(shape, theta, Block<Real, N>(shape, examples), active, 0.01);
    for (const Example& other : random_examples(shape, N - active)) examples.push_back(other);
    for (int n = active; n < N; ++n) examples[n].features *= 30;
    const auto other = train_once<Real, N>(shape, theta, Block<Real, N>(shape, examples), active, 0.01);
    EXPECT_EQ(other.error, expected.error) << "active " << active;
    EXPECT_EQ(other.gradient, expected.gradient) << "active " << active;
  }
}

TYPED_TEST(Lanes, EvaluationCountsTheSameErrorAsTraining) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const auto theta = random_parameters<Real>(shape);
  const Block<Real, N> block(shape, random_examples(shape, N));
  const int active = (N + 1) / 2;
  Transformer<Real, N> model(shape);
  std::vector<double> error(shape.tokens);
  model.set_parameters(theta);
  model.evaluate(block.tokens.data(), block.targets.data(), active, error.data());
  EXPECT_EQ(error, (train_once<Real, N>(shape, theta, block, active, 0.01).error));
}

TYPED_TEST(Lanes, TakingTheGradientStartsTheNext) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const auto theta = random_parameters<Real>(shape);
  const Block<Real, N> block(shape, random_examples(shape, N));
  Transformer<Real, N> model(shape);
  std::vector<double> error(shape.tokens);
  std::vector<Real> first(theta.size()), second(theta.size());
  model.set_parameters(theta);
  for (auto* gradient : {&first, &second}) {
    model.accumulate_gradient(block.tokens.data(), block.targets.data(), N, Real(0.01), error.data());
    model.reduce_gradient(*gradient);
  }
  EXPECT_EQ(first, second);
}

}  // namespace
}  // namespace icsweep::test
