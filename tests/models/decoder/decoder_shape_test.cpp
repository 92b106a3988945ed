// Names, number and cost of a decoder's parameters, against counts by hand.
#include <gtest/gtest.h>

#include "tests/models/decoder_cases.hpp"

namespace icsweep::test {
namespace {

TEST(DecoderShape, ParameterViewsTileTheBlock) {
  for (const int depth : {1, 3})
    for (const auto& shape : every_decoder(5, depth)) {
      int offset = 0;
      for (const auto& view : parameter_views(shape)) {
        EXPECT_EQ(view.offset, offset) << view.name;
        offset += view.rows * view.columns;
      }
      EXPECT_EQ(parameter_count(shape), offset);
      EXPECT_EQ(parameters(shape), offset);
    }
}

TEST(DecoderShape, CountsParametersAsByHand) {
  // Read-in 11·64 + 64; positions 41·64; a layer: two norms 128 each, 192·64 + 192, 64·64 + 64, 256·64 + 256,
  // 64·256 + 64; final norm 128; read-out 65.
  const int layer = 128 + 12480 + 4160 + 128 + 16640 + 16448;
  EXPECT_EQ(parameter_count({41, 11, 64, 2, 4, 1, Block::pre_norm}), 768 + 2624 + 4 * layer + 128 + 65);
  EXPECT_EQ(parameter_count({41, 11, 64, 2, 4, 1, Block::post_norm}), 768 + 4 * layer + 65);
  // Three heads, each 5 wide: 45 rows of 4 inputs; 2 outputs of 15.
  EXPECT_EQ(parameter_count({41, 4, 5, 3, 1, 2, Block::bare}), 45 * 4 + 2 * 15);
}

TEST(DecoderShape, CountsParametersOfOtherPartsAsByHand) {
  const int parameters = parameter_count({41, 11, 64, 2, 4, 1, Block::pre_norm});
  DecoderShape s{41, 11, 64, 2, 4, 1, Block::pre_norm};
  s.norm = NormKind::rms;  // without the biases of two norms per layer and of the last one
  EXPECT_EQ(parameter_count(s), parameters - 64 * (2 * 4 + 1));
  for (const auto positions : {PositionKind::sinusoidal, PositionKind::rotary, PositionKind::none}) {
    s.positions = positions;
    EXPECT_EQ(parameter_count(s), parameters - 64 * (2 * 4 + 1) - 41 * 64);
  }
  s.activation = Activation::relu;
  EXPECT_EQ(parameter_count(s), parameters - 64 * (2 * 4 + 1) - 41 * 64);
}

TEST(DecoderShape, RmsNormsHaveAWeightAlone) {
  for (const Block block : {Block::pre_norm, Block::post_norm}) {
    DecoderShape s{5, 3, 8, 2, 2, 1, block};
    const auto with_biases = parameter_views(s);
    s.norm = NormKind::rms;
    std::vector<std::string> names, expected;
    for (const auto& view : parameter_views(s)) names.push_back(view.name);
    for (const auto& view : with_biases)
      if (!view.name.ends_with("norm.bias")) expected.push_back(view.name);
    EXPECT_EQ(names, expected);
    EXPECT_EQ(with_biases.size() - names.size(), block == Block::pre_norm ? 5u : 4u);
  }
}

TEST(DecoderShape, IsNotMergedAcrossAddedPositions) {
  DecoderShape s{5, 3, 8, 2, 2, 1, Block::post_norm};
  EXPECT_TRUE(s.merged());
  for (const auto& [positions, merged] :
       {std::pair(PositionKind::none, true), std::pair(PositionKind::rotary, true),
        std::pair(PositionKind::learned, false), std::pair(PositionKind::sinusoidal, false)}) {
    s.positions = positions;
    EXPECT_EQ(s.merged(), merged) << int(positions);
  }
}

TEST(DecoderShape, BareHasNoOtherParts) {
  DecoderShape s{5, 3, 8, 2, 1, 1, Block::bare};
  const int parameters = parameter_count(s);
  s.positions = PositionKind::learned;
  s.norm = NormKind::rms;
  EXPECT_EQ(s.position_kind(), PositionKind::none);
  EXPECT_EQ(parameter_count(s), parameters);
}

TEST(DecoderShape, CountsFlopAsByHand) {
  // A token: read-in 4·(2·4), since tokens need no gradient; 6·(12·4) queries, keys, values; 6·(4·4) output; 6·(16·4)
  // twice in the MLP; read-out 6·4. Six pairs of 3 tokens, each 12·2 in either head.
  EXPECT_EQ(training_flop({3, 2, 4, 2, 1, 1, Block::pre_norm}, 3), 3 * (32 + 288 + 96 + 384 + 384 + 24) + 6 * 2 * 24);
  EXPECT_EQ(training_flop({3, 2, 4, 2, 2, 1, Block::pre_norm}, 3), 3 * (32 + 2 * 1152 + 24) + 2 * 6 * 2 * 24);
  // One output token: the parts after attention, and the read-out, count once.
  EXPECT_EQ(training_flop({3, 2, 4, 2, 1, 1, Block::pre_norm}, 1), 3 * (32 + 288) + 96 + 384 + 384 + 24 + 6 * 2 * 24);
  // Merged with the read-in: 4·(12·2) for 6·(12·4).
  EXPECT_EQ(training_flop({3, 2, 4, 2, 1, 1, Block::post_norm}, 3), 3 * (32 + 96 + 96 + 384 + 384 + 24) + 6 * 2 * 24);
  EXPECT_EQ(training_flop({3, 4, 4, 2, 1, 1, Block::post_norm}, 3), 3 * (64 + 288 + 96 + 384 + 384 + 24) + 6 * 2 * 24);
  DecoderShape added{3, 2, 4, 2, 1, 1, Block::post_norm};  // positions between the two maps
  added.positions = PositionKind::sinusoidal;
  EXPECT_EQ(training_flop(added, 3), training_flop({3, 2, 4, 2, 1, 1, Block::pre_norm}, 3));
  // Two heads, each 4 wide: a token 4·(24·2) and 6·(3·8); each pair 12·4 a head.
  EXPECT_EQ(training_flop({3, 2, 4, 2, 1, 3, Block::bare}, 3), 3 * (192 + 144) + 6 * 2 * 48);
  EXPECT_EQ(training_flop({3, 2, 4, 2, 1, 3, Block::bare}, 1), 3 * 192 + 144 + 6 * 2 * 48);
  const auto one_output = [](DecoderShape s) {
    s.one_output = true;
    return training_flop(s, 1);
  };
  EXPECT_EQ(one_output({3, 2, 4, 2, 1, 1, Block::pre_norm}), 3 * (32 + 192) + 96 + 96 + 384 + 384 + 24 + 6 * 2 * 12);
  EXPECT_EQ(one_output({3, 2, 4, 2, 2, 1, Block::pre_norm}),
            3 * (32 + 1152 + 192) + 96 + 96 + 384 + 384 + 24 + 6 * 2 * (24 + 12));
  EXPECT_EQ(one_output({3, 2, 4, 2, 1, 1, Block::post_norm}), 3 * (32 + 64) + 32 + 96 + 384 + 384 + 24 + 6 * 2 * 12);
  EXPECT_EQ(one_output({3, 2, 4, 2, 1, 3, Block::bare}), 3 * 128 + 64 + 144 + 6 * 2 * 24);
}

}  // namespace
}  // namespace icsweep::test
