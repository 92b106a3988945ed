#include "tasks/regression/decoder_weights.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace icsweep {
namespace {

struct Part {
  std::string name;
  int columns;
  std::vector<double> values;

  bool is(const std::string& end) const { return name.ends_with(end); }
  bool norm() const { return name.find("norm.") != std::string::npos; }
  double deviation() const {
    double sum = 0;
    for (const double v : values) sum += v * v;
    return std::sqrt(sum / double(values.size()));
  }
  double largest() const {
    double most = 0;
    for (const double v : values) most = std::max(most, std::abs(v));
    return most;
  }
};

std::vector<Part> parts(Block block, std::optional<PositionKind> positions = {}, NormKind norm = NormKind::layer) {
  const DecoderShape shape{.tokens = 41,
                           .inputs = 11,
                           .width = 64,
                           .heads = 2,
                           .depth = 8,
                           .block = block,
                           .positions = positions,
                           .norm = norm};
  const std::vector<double> theta = initial_parameters(shape, 3);
  std::vector<Part> all;
  for (const auto& view : parameter_views(shape))
    all.push_back({view.name, view.columns, {theta.begin() + view.offset, theta.begin() + view.offset + view.count()}});
  return all;
}

void expect_norm(const Part& part) {
  for (const double v : part.values) EXPECT_EQ(v, part.is(".weight")) << part.name;
}

/// Uniform on ±bound: its deviation is bound/√3.
void expect_uniform(const Part& part, double bound) {
  EXPECT_LE(part.largest(), bound) << part.name;
  if (part.values.size() > 500) {
    EXPECT_NEAR(part.deviation(), bound / std::sqrt(3), .05 * bound) << part.name;
  }
}

TEST(DecoderWeights, LayersAreGpt2sAndTheEndsPyTorchs) {
  for (const Part& part : parts(Block::pre_norm)) {
    if (part.norm()) expect_norm(part);
    else if (part.name.starts_with("embedding.")) expect_uniform(part, 1 / std::sqrt(11));
    else if (part.name.starts_with("readout.")) expect_uniform(part, 1 / std::sqrt(64));
    else if (part.is(".bias")) EXPECT_EQ(part.largest(), 0) << part.name;
    else {
      const bool into_stream = part.is("output.weight") || part.is("contract.weight");
      const double deviation = into_stream ? .02 / 4 : .02;  // √(2·8) = 4
      EXPECT_NEAR(part.deviation(), deviation, .06 * deviation) << part.name;
      EXPECT_GT(part.largest(), 2.5 * deviation) << part.name << " is not normal";
    }
  }
}

TEST(DecoderWeights, OfPostNormLayersAreAllPyTorchs) {
  int inputs = 0;
  for (const Part& part : parts(Block::post_norm)) {
    if (part.norm()) expect_norm(part);
    else {
      if (part.is(".weight")) inputs = part.columns;
      expect_uniform(part, 1 / std::sqrt(inputs));
      EXPECT_GT(part.largest(), 0) << part.name;
    }
  }
}

TEST(DecoderWeights, LearnedPositionsOfPostNormLayersAreGpt2sToo) {
  const Part positions = parts(Block::post_norm, PositionKind::learned)[2];
  ASSERT_EQ(positions.name, "positions");
  EXPECT_NEAR(positions.deviation(), .02, .06 * .02);
  EXPECT_GT(positions.largest(), 2.5 * .02) << "not normal";
}

TEST(DecoderWeights, RmsNormsStartAtOneAndTheRestAsWithLayerNorms) {
  int norms = 0;
  for (const Part& part : parts(Block::pre_norm, {}, NormKind::rms)) {
    if (part.norm()) ++norms, expect_norm(part);
    if (part.is("query_key_value.weight")) {
      EXPECT_NEAR(part.deviation(), .02, .06 * .02);
    }
  }
  EXPECT_EQ(norms, 2 * 8 + 1);
}

TEST(DecoderWeights, DependOnTheSeedAlone) {
  const DecoderShape shape{.tokens = 5, .inputs = 3, .width = 4, .heads = 2, .depth = 1};
  EXPECT_EQ(initial_parameters(shape, 1), initial_parameters(shape, 1));
  EXPECT_NE(initial_parameters(shape, 1), initial_parameters(shape, 2));
}

}  // namespace
}  // namespace icsweep
