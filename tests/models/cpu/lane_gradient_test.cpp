#include "models/cpu/lane_gradient.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <numeric>
#include <thread>

#include "tasks/regression/tokens.hpp"
#include "tasks/training/sequence_examples.hpp"
#include "tests/models/cpu/meeting.hpp"
#include "tests/models/compare.hpp"

namespace icsweep {
namespace {

constexpr int batch = 1024;

std::vector<std::uint32_t> bits(std::span<const float> values) {
  std::vector<std::uint32_t> all;
  for (const float v : values) all.push_back(std::bit_cast<std::uint32_t>(v));
  return all;
}

/// A model, parameters and a batch.
template <class Shape>
struct Case {
  Case(const Shape& model_shape, const TokenMap& tokens) : shape(model_shape), map(tokens), order(batch) {
    std::iota(order.begin(), order.end(), 0);
    const auto scalars = test::random_scalars<float>(batch * map.example);
    data.assign(scalars.begin(), scalars.end());
  }
  auto model() const { return training_gradient(shape, map); }
  /// Bits of the gradient of the first `size` examples.
  std::vector<std::uint32_t> gradient(BatchGradient<float>& model, int threads, int size = batch) const {
    model.set_threads(threads);
    SequenceExamples<float> examples(data, std::size_t(map.example), std::span(order).first(std::size_t(size)));
    AlignedVector<float> gradient(theta.size(), 0.0f);
    const auto error = model.gradient(theta, examples, 0.1f, gradient);
    auto all = bits(gradient);
    for (const double e : error) all.push_back(std::uint32_t(std::bit_cast<std::uint64_t>(e)));
    return all;
  }

  Shape shape;
  TokenMap map;
  AlignedVector<float> theta = test::random_scalars<float>(parameter_count(parameter_views(shape)));
  std::vector<float> data;
  std::vector<int> order;
};

/// The gradient has the same bits on any number of threads, even if that number changes between batches.
template <class Shape>
void expect_same_bits(const Shape& shape, const TokenMap& map) {
  const Case<Shape> one(shape, map);
  const auto model = one.model();
  const auto alone = one.gradient(*model, 1);
  for (const int threads : {2, 3, 1, 5, 64, 2}) EXPECT_EQ(one.gradient(*model, threads), alone) << threads;
}

/// Each of these members has the bits of one process, for batches of 1, 7 and all blocks.
template <class Shape>
void expect_same_bits_of_members(const Shape& shape, const TokenMap& map, const std::vector<int>& threads) {
  const Case<Shape> one(shape, map);
  const std::vector<int> sizes{3, 100, batch, 100};
  std::vector<std::vector<std::uint32_t>> alone;
  for (const int size : sizes) alone.push_back(one.gradient(*one.model(), 1, size));
  test::Meeting meeting(threads);
  std::vector<std::jthread> members;
  for (std::size_t i = 0; i < threads.size(); ++i)
    members.emplace_back([&, i] {
      test::ThreadMember member(meeting, i);
      const auto model = one.model();
      model->set_members(&member);
      for (std::size_t s = 0; s < sizes.size(); ++s)
        EXPECT_EQ(one.gradient(*model, threads[i], sizes[s]), alone[s]) << "member " << i << ", " << sizes[s];
      model->set_members(nullptr);
      EXPECT_EQ(one.gradient(*model, 1, 3), alone[0]);
    });
}

TEST(LaneGradient, AThreadForEachBlockOfABatchIsOfUse) {
  const TransformerShape shape{.tokens = 10, .width = 9, .features = 9, .depth = 2, .outputs = 3};
  EXPECT_EQ(most_threads(shape, 1024), 1024 / training_lanes());
  EXPECT_EQ(most_threads(shape, 8), 1);
  EXPECT_EQ(most_threads(shape, training_lanes() + 1), 2);
}

TEST(LaneGradient, TwoThreadsShareABlockOfADecoderThatIsNotBare) {
  DecoderShape shape{.tokens = 10, .inputs = 4, .width = 16, .heads = 2, .depth = 1};
  EXPECT_EQ(most_threads(shape, 2 * training_lanes()), 4);
  shape.block = Block::bare;
  EXPECT_EQ(most_threads(shape, 2 * training_lanes()), 2);
}

TEST(LaneGradient, OfATransformerHasTheSameBitsOnAnyNumberOfThreads) {
  const TransformerShape shape{.tokens = 10, .width = 9, .features = 9, .depth = 2, .outputs = 3};
  expect_same_bits(shape, sequence_tokens(10, 3, 3));
}

TEST(LaneGradient, OfADecoderHasTheSameBitsOnAnyNumberOfThreads) {
  const TokenMap map = prompt_tokens({Tokenization::aligned, 3, 5}, 6);
  expect_same_bits(DecoderShape{.tokens = map.tokens, .inputs = map.width, .width = 16, .heads = 2, .depth = 1}, map);
}

/// If threads outnumber the remaining blocks, two share a block: all parts of a decoder, with an odd number of tokens
/// and of heads.
TEST(LaneGradient, OfADecoderWhoseBlocksTwoThreadsShareHasTheSameBits) {
  for (const auto tokenization : {Tokenization::aligned, Tokenization::interleaved, Tokenization::shifted})
    for (const Block block : {Block::pre_norm, Block::post_norm})
      for (const NormKind norm : {NormKind::layer, NormKind::rms}) {
        const TokenMap map = prompt_tokens({tokenization, 3, 5}, 6);
        const DecoderShape shape{.tokens = map.tokens,
                                 .inputs = map.width,
                                 .width = 24,
                                 .heads = 3,
                                 .depth = 2,
                                 .block = block,
                                 .norm = norm};
        const Case<DecoderShape> one(shape, map);
        const auto model = one.model();
        for (const int blocks : {1, 2, 3, 5}) {
          const int size = blocks * training_lanes() - 3;
          const auto alone = one.gradient(*model, 1, size);
          for (const int threads : {2, 4, 6, 10, 3}) EXPECT_EQ(one.gradient(*model, threads, size), alone);
        }
      }
}

TEST(LaneGradient, OfATransformerHasTheSameBitsOnAnyMembers) {
  const TransformerShape shape{.tokens = 10, .width = 9, .features = 9, .depth = 2, .outputs = 3};
  for (const auto& threads : {std::vector{1, 1}, {1, 3}, {2, 1, 4}, {1, 1, 1, 1, 1}})
    expect_same_bits_of_members(shape, sequence_tokens(10, 3, 3), threads);
}

TEST(LaneGradient, OfADecoderHasTheSameBitsOnAnyMembers) {
  const TokenMap map = prompt_tokens({Tokenization::aligned, 3, 5}, 6);
  const DecoderShape shape{.tokens = map.tokens, .inputs = map.width, .width = 16, .heads = 2, .depth = 1};
  for (const auto& threads : {std::vector{1, 1}, {3, 2, 1}}) expect_same_bits_of_members(shape, map, threads);
}

}  // namespace
}  // namespace icsweep
