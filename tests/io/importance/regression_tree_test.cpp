#include "io/importance/regression_tree.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace icsweep {
namespace {

struct Box {
  std::vector<int> low, high;
  double value;
  bool operator==(const Box&) const = default;
};

std::vector<Box> leaves(const TreeRows& rows, std::size_t smallest) {
  std::vector<Box> all;
  grow_tree(rows, smallest, [&](const Leaf& leaf) {
    all.push_back({{leaf.low.begin(), leaf.low.end()}, {leaf.high.begin(), leaf.high.end()}, leaf.value});
  });
  return all;
}

TEST(Tree, CutsWhereTheValuesPart) {
  const TreeRows rows{{6, 3}, {0, 1, 1, 0, 4, 2, 5, 1}, {1, 1, 7, 7}};
  EXPECT_EQ(leaves(rows, 1), (std::vector<Box>{{{0, 0}, {3, 3}, 1}, {{3, 0}, {6, 3}, 7}}))
      << "in the middle between the bins 1 and 4";
}

TEST(Tree, TilesTheWholeProductWithMeansOfItsRows) {
  TreeRows rows{{5, 4}, {}, {}};
  for (std::uint8_t a = 0; a < 5; ++a)
    for (std::uint8_t b = 0; b < 4; ++b)
      if ((a + b) % 3) rows.bin_of.insert(rows.bin_of.end(), {a, b}), rows.values.push_back(a * a - 3 * b + a * b);
  const auto all = leaves(rows, 2);
  EXPECT_GT(all.size(), 3u);
  std::vector<int> covered(20, 0);
  for (const Box& box : all) {
    double sum = 0, count = 0;
    for (int a = box.low[0]; a < box.high[0]; ++a)
      for (int b = box.low[1]; b < box.high[1]; ++b) {
        ++covered[std::size_t(a * 4 + b)];
        if ((a + b) % 3) sum += a * a - 3 * b + a * b, ++count;
      }
    EXPECT_GE(count, 2);
    EXPECT_NEAR(box.value, sum / count, 1e-12);
  }
  EXPECT_EQ(covered, std::vector<int>(20, 1));
}

TEST(Tree, IsOneLeafForEqualValues) {
  const TreeRows rows{{3}, {0, 1, 2}, {0.1, 0.1, 0.1}};
  EXPECT_EQ(leaves(rows, 1).size(), 1u);
}

}  // namespace
}  // namespace icsweep
