#include "models/cpu/sum_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "models/cpu/thread_team.hpp"

namespace icsweep {
namespace {

/// Contribution of a block: numbers whose sum depends on the order of adding.
float value(int block) {
  return 1.0f / float(3 + 7 * block % 11);
}

/// Total of the tree by its definition.
float expected(std::vector<float> level) {
  while (level.size() > 1) {
    std::vector<float> next;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2) next.push_back(level[i] + level[i + 1]);
    if (level.size() % 2 == 1) next.push_back(level.back());
    level = next;
  }
  return level.front();
}

float expected(int blocks) {
  std::vector<float> leaves;
  for (int block = 0; block < blocks; ++block) leaves.push_back(value(block));
  return expected(leaves);
}

void add(SumTree<float>& tree, int block) {
  tree.add(block, [block](BlockSums<float>& sums, bool adds) {
    if (adds) sums += {{{value(block)}}, {double(block)}};
    else sums.gradient[0][0] = value(block), sums.error[0] = block;
  });
}

TEST(SumTree, TheTotalHasTheBitsOfItsDefinitionInAnyOrderOfBlocks) {
  SumTree<float> tree({1}, 1);
  std::mt19937 random(1);
  for (int blocks = 1; blocks <= 65; ++blocks) {
    std::vector<int> order(std::size_t(blocks), 0);
    std::iota(order.begin(), order.end(), 0);
    for (int shuffled = 0; shuffled < 20; ++shuffled) {
      tree.begin(blocks);
      for (const int block : order) add(tree, block);
      ASSERT_EQ(tree.total().gradient[0][0], expected(blocks)) << blocks;
      ASSERT_EQ(tree.total().error[0], blocks * (blocks - 1) / 2);
      std::shuffle(order.begin(), order.end(), random);
    }
  }
}

TEST(SumTree, TheTotalHasTheSameBitsFromAnyNumberOfThreads) {
  SumTree<float> tree({1}, 1);
  ThreadTeam team;
  for (const int threads : {1, 2, 5}) {
    team.set_threads(threads);
    for (int time = 0; time < 300; ++time) {
      tree.begin(37);
      team.run(37, [&](int, int block) { add(tree, block); });
      ASSERT_EQ(tree.total().gradient[0][0], expected(37));
    }
  }
}

/// Another tree with the same number of blocks holds some of them. The first tree gets its branches in their place.
TEST(SumTree, BranchesOfAnotherTreeTakeThePlaceOfTheirBlocks) {
  SumTree<float> tree({1}, 1), other({1}, 1);
  std::mt19937 random(2);
  for (int blocks = 1; blocks <= 65; ++blocks)
    for (int time = 0; time < 20; ++time) {
      const int first = int(random() % unsigned(blocks + 1)),
                last = first + int(random() % unsigned(blocks - first + 1));
      tree.begin(blocks), other.begin(blocks);
      for (int block = 0; block < blocks; ++block) add(block >= first && block < last ? other : tree, block);
      int branches = 0;
      other.for_each_branch([&](int place, const BlockSums<float>& sums) {
        ++branches;
        tree.add_branch(place, [&](BlockSums<float>& to, bool adds) {
          if (adds) to += sums;
          else to = sums;
        });
      });
      ASSERT_EQ(tree.total().gradient[0][0], expected(blocks)) << blocks << ": " << first << " to " << last;
      ASSERT_EQ(tree.total().error[0], blocks * (blocks - 1) / 2);
      ASSERT_LE(branches, 12);
    }
}

TEST(SumTree, HalfOfTheTreeIsOneBranch) {
  SumTree<float> tree({1}, 1);
  tree.begin(64);
  for (int block = 32; block < 64; ++block) add(tree, block);
  int branches = 0;
  tree.for_each_branch([&](int, const BlockSums<float>& sums) {
    ++branches;
    EXPECT_EQ(sums.error[0], 32 * 95 / 2);
  });
  EXPECT_EQ(branches, 1);
}

TEST(SumTree, AnUnfinishedTotalIsForgotten) {
  SumTree<float> tree({1}, 1);
  tree.begin(9);
  for (const int block : {0, 4, 7}) add(tree, block);
  tree.begin(9);
  for (int block = 0; block < 9; ++block) add(tree, block);
  EXPECT_EQ(tree.total().gradient[0][0], expected(9));
}

}  // namespace
}  // namespace icsweep
