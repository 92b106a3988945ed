#include "models/cpu/sum_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "models/cpu/thread_team.hpp"

namespace icsweep {
namespace {

/// What a part gives: numbers whose sum depends on the order of adding.
float value(int part) {
  return 1.0f / float(3 + 7 * part % 11);
}

/// The tree as its definition has it.
float expected(std::vector<float> level) {
  while (level.size() > 1) {
    std::vector<float> next;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2) next.push_back(level[i] + level[i + 1]);
    if (level.size() % 2 == 1) next.push_back(level.back());
    level = next;
  }
  return level.front();
}

float expected(int parts) {
  std::vector<float> leaves;
  for (int part = 0; part < parts; ++part) leaves.push_back(value(part));
  return expected(leaves);
}

void add(SumTree<float>& tree, int part) {
  tree.add(part, [part](PartSums<float>& sums, bool adds) {
    if (adds) sums += {{value(part)}, {double(part)}};
    else sums.gradient[0] = value(part), sums.error[0] = part;
  });
}

TEST(SumTree, TheTotalHasTheBitsOfItsDefinitionInAnyOrderOfParts) {
  SumTree<float> tree(1, 1);
  std::mt19937 random(1);
  for (int parts = 1; parts <= 65; ++parts) {
    std::vector<int> order(std::size_t(parts), 0);
    std::iota(order.begin(), order.end(), 0);
    for (int shuffled = 0; shuffled < 20; ++shuffled) {
      tree.begin(parts);
      for (const int part : order) add(tree, part);
      ASSERT_EQ(tree.total().gradient[0], expected(parts)) << parts;
      ASSERT_EQ(tree.total().error[0], parts * (parts - 1) / 2);
      std::shuffle(order.begin(), order.end(), random);
    }
  }
}

TEST(SumTree, TheTotalHasTheSameBitsFromAnyNumberOfThreads) {
  SumTree<float> tree(1, 1);
  ThreadTeam team;
  for (const int threads : {1, 2, 5}) {
    team.set_threads(threads);
    for (int time = 0; time < 300; ++time) {
      tree.begin(37);
      team.run(37, [&](int, int part) { add(tree, part); });
      ASSERT_EQ(tree.total().gradient[0], expected(37));
    }
  }
}

TEST(SumTree, AnUnfinishedTotalIsForgotten) {
  SumTree<float> tree(1, 1);
  tree.begin(9);
  for (const int part : {0, 4, 7}) add(tree, part);
  tree.begin(9);
  for (int part = 0; part < 9; ++part) add(tree, part);
  EXPECT_EQ(tree.total().gradient[0], expected(9));
}

}  // namespace
}  // namespace icsweep
