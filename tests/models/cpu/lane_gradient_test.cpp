#include "models/cpu/lane_gradient.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <numeric>

#include "tasks/regression/tokens.hpp"
#include "tasks/training/sequence_examples.hpp"
#include "tests/models/compare.hpp"

namespace icsweep {
namespace {

constexpr int batch = 1024;

std::vector<std::uint32_t> bits(std::span<const float> values) {
  std::vector<std::uint32_t> all;
  for (const float v : values) all.push_back(std::bit_cast<std::uint32_t>(v));
  return all;
}

/// The gradient has the same bits on any number of threads, also if that changes from batch to batch.
template <class Shape>
void expect_same_bits(const Shape& shape, const TokenMap& map) {
  const auto model = training_gradient(shape, map);
  const int count = parameter_count(parameter_views(shape));
  const auto theta = test::random_scalars<float>(count), scalars = test::random_scalars<float>(batch * map.example);
  const std::vector<float> data(scalars.begin(), scalars.end());
  std::vector<int> order(batch);
  std::iota(order.begin(), order.end(), 0);
  const auto on = [&](int threads) {
    model->set_threads(threads);
    SequenceExamples<float> examples(data, std::size_t(map.example), order);
    AlignedVector<float> gradient(std::size_t(count), 0.0f);
    const auto error = model->gradient(theta, examples, 0.1f, gradient);
    auto all = bits(gradient);
    for (const double e : error) all.push_back(std::uint32_t(std::bit_cast<std::uint64_t>(e)));
    return all;
  };
  const auto alone = on(1);
  for (const int threads : {2, 3, 1, 5, 64, 2}) EXPECT_EQ(on(threads), alone) << threads;
}

TEST(LaneGradient, ABatchHasManyPartsButNoMoreThanBlocks) {
  EXPECT_GE(most_threads(TransformerShape{.tokens = 50, .width = 15, .features = 10, .depth = 1, .outputs = 5}, batch),
            32);
  EXPECT_EQ(most_threads(TransformerShape{.tokens = 50, .width = 15, .features = 10, .depth = 1, .outputs = 5}, 8), 1);
}

TEST(LaneGradient, OfATransformerHasTheSameBitsOnAnyNumberOfThreads) {
  const TransformerShape shape{.tokens = 10, .width = 9, .features = 9, .depth = 2, .outputs = 3};
  expect_same_bits(shape, sequence_tokens(10, 3, 3));
}

TEST(LaneGradient, OfADecoderHasTheSameBitsOnAnyNumberOfThreads) {
  const TokenMap map = prompt_tokens({Tokenization::aligned, 3, 5}, 6);
  expect_same_bits(DecoderShape{.tokens = map.tokens, .inputs = map.width, .width = 16, .heads = 2, .depth = 1}, map);
}

}  // namespace
}  // namespace icsweep
