// Transformers on bfloat16 factors: the gradient is that of the double-precision model whose factors are rounded in the
// same places.
#include "tests/models/naive_transformer.hpp"

namespace icsweep::test {
namespace {

std::vector<TransformerShape> rounding_transformers() {
  std::vector<TransformerShape> shapes;
  for (const Attention attention : {Attention::exponential, Attention::softmax})
    for (const bool tied : {false, true})
      shapes.push_back({.tokens = 9,
                        .width = 18,
                        .features = 18,
                        .depth = 2,
                        .outputs = 4,
                        .heads = 2,
                        .attention = attention,
                        .residual = Residual::only,
                        .head_weights = HeadWeights::bare,
                        .readout = Readout::last,
                        .tied = tied});
  return shapes;
}

constexpr double factor = 0.01;

/// The gradient in double precision of these examples.
std::vector<double> in_double(const TransformerShape& s, const std::vector<float>& theta,
                              const std::vector<Example>& examples) {
  Transformer<double, 1> model(s);
  model.set_parameters(std::vector<double>(theta.begin(), theta.end()));
  std::vector<double> error(s.tokens), gradient(theta.size());
  for (const Example& example : examples) {
    const Block<double, 1> block(s, {example});
    model.accumulate_gradient(block.tokens.data(), block.targets.data(), 1, factor, error.data());
  }
  model.reduce_gradient(gradient);
  return gradient;
}

template <int N>
void expect_rounded_factors() {
  for (TransformerShape s : rounding_transformers()) {
    SCOPED_TRACE(std::string(s.tied ? "tied " : "untied ") + (s.attention == Attention::softmax ? "softmax" : "exp"));
    const auto theta = random_parameters<float>(s);
    const auto examples = random_examples(s, N);
    const auto exact = in_double(s, theta, examples);
    s.precision = Precision::bfloat16;
    const auto rounded = in_double(s, theta, examples);
    const auto gradient = train_once<float, N>(s, theta, Block<float, N>(s, examples), N, factor).gradient;
    const double rounding = relative_distance(rounded, exact);
    EXPECT_GT(rounding, 1e-3);
    EXPECT_LT(rounding, 0.1);
    EXPECT_LT(relative_distance(gradient, rounded), rounding / 4);
  }
}

TEST(TransformerPrecision, Bfloat16RoundsTheFactorsOfHeadsAndNothingElse) {
  expect_rounded_factors<16>();
  expect_rounded_factors<8>();
}

TEST(TransformerPrecision, BlocksOfBfloat16AddUp) {
  for (TransformerShape s : rounding_transformers()) {
    s.precision = Precision::bfloat16;
    const auto theta = random_parameters<float>(s);
    const Block<float, 16> first(s, random_examples(s, 16)), second(s, random_examples(s, 16));
    Transformer<float, 16> model(s);
    std::vector<double> error(s.tokens);
    std::vector<float> both(theta.size()), sum(theta.size());
    const auto add = [&](const Block<float, 16>& block) {
      model.accumulate_gradient(block.tokens.data(), block.targets.data(), 16, factor, error.data());
    };
    model.set_parameters(theta);
    for (const auto* block : {&first, &second}) {
      std::vector<float> one(theta.size());
      add(*block), model.reduce_gradient(one);
      for (std::size_t i = 0; i < one.size(); ++i) sum[i] += one[i];
    }
    add(first), add(second), model.reduce_gradient(both);
    EXPECT_LT(relative_distance(both, sum), 1e-5);
  }
}

}  // namespace
}  // namespace icsweep::test
