// The whole model: its predictions against the unmerged formula, its gradient against finite differences, single
// against double precision, and the first layer, which skips some work.
#include "tests/models/naive_transformer.hpp"

namespace icsweep::test {
namespace {

void expect_formula(const TransformerShape& shape) {
  const auto theta = random_parameters<double>(shape);
  const auto examples = random_examples(shape, 1);
  const Block<double, 1> block(shape, examples);
  Transformer<double, 1> model(shape);
  std::vector<double> error(shape.tokens), expected_error(shape.tokens);
  model.set_parameters(theta);
  model.evaluate(block.tokens.data(), block.targets.data(), 1, error.data());
  const Matrix expected = NaiveTransformer(shape, theta).predictions(padded(shape, examples[0].features));
  const double rounding = 1e-11 * (1 + expected.cwiseAbs().maxCoeff());  // exponentials can be large
  for (int at = 0; at < expected.size(); ++at)
    EXPECT_NEAR(model.predictions()[at], expected.data()[at], rounding) << "element " << at;
  for (int t = 0; t < shape.tokens; ++t)
    expected_error[t] += (expected.row(t) - examples[0].targets.row(t)).squaredNorm();
  for (int t = 0; t < shape.tokens; ++t) EXPECT_NEAR(error[t], expected_error[t], 1e-11 * expected_error[t]);
}

/// Positional attention with more pairs than a layer keeps, in layers of both kinds.
TransformerShape beyond_what_is_kept() {
  return {40, 3, 3, 2, 3, 1, 20, Attention::positional, Projections::shared, Residual::none};
}

/// Shapes of every kind: heads, copies, attention, projections, norms, MLPs, read-outs.
std::vector<TransformerShape> every_kind(int tokens) {
  const auto L = Attention::linear, E = Attention::exponential, S = Attention::softmax, P = Attention::positional;
  const auto shared = Projections::shared, separate = Projections::separate;
  const auto after = Residual::branch_norm, before = Residual::post_norm, none = Residual::none, only = Residual::only;
  const auto full = HeadWeights::full, bare = HeadWeights::bare;
  const auto linear = Readout::linear, last = Readout::last;
  const auto per_head = OutputMap::per_head, one = OutputMap::shared;
  const auto own = Query::last, previous = Query::previous;
  return {
      {tokens, 6, 4, 2, 2, 1, 3, L, shared, after, 0},
      {tokens, 6, 4, 2, 2, 1, 2, L, shared, before, 5},
      {tokens, 6, 4, 1, 2, 1, 1, S, shared, after, 0},
      {tokens, 6, 4, 3, 2, 1, 1, S, shared, before, 7},
      {tokens, 9, 6, 2, 3, 1, 2, S, shared, before, 9},
      {tokens, 6, 3, 1, 3, 2, 4, P, shared, none, 0},
      {tokens, 6, 2, 2, 2, 3, 2, P, shared, none, 0},
      {tokens, 5, 5, 1, 5, 1, 3, P, separate, none, 0},
      {tokens, 6, 3, 2, 3, 2, 2, P, separate, none, 4},
      {tokens, 6, 4, 2, 2, 1, 2, P, shared, after, 3},
      {tokens, 6, 4, 2, 2, 1, 2, E, shared, after, 0},
      {tokens, 6, 4, 2, 2, 1, 2, S, shared, only, 4, full, last},
      {tokens, 6, 6, 3, 2, 1, 2, L, shared, only, 0, bare, last},
      {tokens, 6, 6, 3, 2, 1, 2, E, shared, only, 0, bare, last, true},
      {tokens, 6, 6, 3, 2, 1, 2, S, shared, only, 0, bare, last, true},
      {tokens, 6, 4, 3, 2, 1, 1, S, shared, after, 5, bare, linear},
      {tokens, 6, 6, 3, 2, 1, 1, L, shared, before, 3, full, linear, true},
      {tokens, 6, 3, 1, 3, 2, 4, P, shared, none, 0, full, linear, false, previous, per_head},
      {tokens, 6, 3, 2, 3, 2, 3, P, separate, none, 3, full, linear, false, previous, one},
      {tokens, 6, 3, 1, 3, 2, 1, P, shared, none, 0, full, linear, false, own, one},
      {tokens, 6, 4, 2, 2, 1, 2, L, shared, after, 0, full, linear, false, previous, one},
      {tokens, 6, 4, 2, 2, 1, 2, S, shared, before, 5, full, linear, false, previous, per_head},
  };
}

TEST(Transformer, OfEveryKindEqualsTheUnmergedFormula) {
  for (const int tokens : {1, 5, 18})
    for (const auto& shape : every_kind(tokens)) expect_formula(shape);
  expect_formula(beyond_what_is_kept());
}

TEST(Transformer, EqualsTheUnmergedFormula) {
  for (int depth = 1; depth <= 3; ++depth) {
    expect_formula({20, 9, 6, depth, 3});
    expect_formula({20, 15, 10, depth, 5});
    expect_formula({7, 4, 4, depth, 2});
  }
}

std::string parameter_name(const TransformerShape& shape, int p) {
  for (const auto& view : parameter_views(shape))
    if (p < view.offset + view.count()) return view.name + "[" + std::to_string(p - view.offset) + "]";
  return "?";
}

// The four-point difference is off by about step⁴·f⁗′/30 and by rounding of some 7·ε·f/step. With losses up to 15 the
// largest error is 1.2e-9 at a step of 1e-5, 4.3e-10 at 2e-5 and 2.4e-10 at 4e-5. A kink of the MLP is seldom within
// two steps.
TEST(Transformer, GradientMatchesFiniteDifferences) {
  std::vector<TransformerShape> shapes = every_kind(6);
  for (const int depth : {1, 3}) shapes.push_back({6, 6, 4, depth, 2});
  shapes.push_back(beyond_what_is_kept());
  ASSERT_FALSE(shapes.back().keeps_pairs());
  for (const auto& shape : shapes) {
    auto theta = random_parameters<double>(shape);
    const Block<double, 1> block(shape, random_examples(shape, 1));
    const double factor = 0.1;
    const auto [error, gradient] = train_once<double, 1>(shape, theta, block, 1, factor);
    Transformer<double, 1> model(shape);
    for (std::size_t p = 0; p < theta.size(); ++p) {
      const double expected = derivative(theta[p], 4e-5, [&] {
        std::vector<double> errors(shape.tokens);
        model.set_parameters(theta);
        model.evaluate(block.tokens.data(), block.targets.data(), 1, errors.data());
        double loss = 0;
        for (const double e : errors) loss += factor * e;
        return loss;
      });
      EXPECT_NEAR(gradient[p], expected, 1e-9) << parameter_name(shape, int(p));
    }
  }
}

template <int N>
void expect_double_gradient(const std::vector<TransformerShape>& shapes) {
  for (const auto& shape : shapes) {
    const auto theta = random_parameters<float>(shape);
    const auto examples = random_examples(shape, N);
    const double factor = 1.0 / (N * 50 * shape.outputs);
    const auto single = train_once<float, N>(shape, theta, Block<float, N>(shape, examples), N, factor);
    Transformer<double, 1> model(shape);  // several blocks of one lane also show that blocks add up
    Result<double> reference{std::vector<double>(50), std::vector<double>(theta.size())};
    model.set_parameters(std::vector<double>(theta.begin(), theta.end()));
    for (const Example& example : examples) {
      const Block<double, 1> block(shape, {example});
      model.accumulate_gradient(block.tokens.data(), block.targets.data(), 1, factor, reference.error.data());
    }
    model.reduce_gradient(reference.gradient);
    EXPECT_LT(relative_distance(single.gradient, reference.gradient), 1e-5) << &shape - &shapes[0];
    EXPECT_LT(relative_distance(single.error, reference.error), 1e-5) << &shape - &shapes[0];
  }
}

TEST(Transformer, FloatGradientMatchesDouble) {
  std::vector<TransformerShape> shapes = every_kind(50);
  for (int depth = 1; depth <= 3; ++depth) shapes.push_back({50, 15, 10, depth, 5});
  expect_double_gradient<8>(shapes);
  expect_double_gradient<16>(shapes);
}

TEST(Transformer, SkippingZeroInputsChangesNothing) {
  const TransformerShape skipping{12, 15, 10, 2, 5}, complete{12, 15, 15, 2, 5};
  const auto theta = random_parameters<double>(skipping);
  auto examples = random_examples(skipping, 1);
  const auto skipped = train_once<double, 1>(skipping, theta, Block<double, 1>(skipping, examples), 1, 0.01);
  for (Example& e : examples) e.features = padded(skipping, e.features);
  const auto full = train_once<double, 1>(complete, theta, Block<double, 1>(complete, examples), 1, 0.01);
  EXPECT_LT(relative_distance(skipped.error, full.error), 1e-13);
  EXPECT_LT(relative_distance(skipped.gradient, full.gradient), 1e-13);
}

TEST(Transformer, ColumnsOfZeroInputsHaveZeroGradient) {
  const TransformerShape shape{12, 9, 6, 2, 3};
  const auto theta = random_parameters<float>(shape);
  const Block<float, 16> block(shape, random_examples(shape, 16));
  const auto gradient = train_once<float, 16>(shape, theta, block, 16, 0.01).gradient;
  for (const auto& view : parameter_views(shape))
    for (int i = 0; i < view.count(); ++i) {
      const bool projection = view.rows == 9 && view.columns == 9 && view.name.find("output") == std::string::npos;
      const bool meets_zeros = view.name.starts_with("layers.0.") && projection && i % 9 < 3;
      EXPECT_EQ(gradient[view.offset + i] == 0, meets_zeros) << view.name << " element " << i;
    }
}

TEST(Transformer, ParameterViewsTileTheBlock) {
  std::vector<TransformerShape> shapes = every_kind(5);
  for (const TransformerShape& s : {TransformerShape{5, 9, 6, 1, 3}, {5, 15, 10, 3, 5}, {5, 4, 4, 2, 7}})
    shapes.push_back(s);
  for (const TransformerShape& shape : shapes) {
    int offset = 0;
    for (const auto& view : parameter_views(shape)) {
      EXPECT_EQ(view.offset, offset) << view.name;
      offset += view.rows * view.columns;
    }
    EXPECT_EQ(parameter_count(shape), offset);
  }
}

}  // namespace
}  // namespace icsweep::test
