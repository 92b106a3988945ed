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

/// Another tree of as many parts has some of them; the first gets its branches in their place.
TEST(SumTree, BranchesOfAnotherTreeTakeThePlaceOfTheirParts) {
  SumTree<float> tree(1, 1), other(1, 1);
  std::mt19937 random(2);
  for (int parts = 1; parts <= 65; ++parts)
    for (int time = 0; time < 20; ++time) {
      const int first = int(random() % unsigned(parts + 1)), last = first + int(random() % unsigned(parts - first + 1));
      tree.begin(parts), other.begin(parts);
      for (int part = 0; part < parts; ++part) add(part >= first && part < last ? other : tree, part);
      int branches = 0;
      other.for_each_branch([&](int place, const PartSums<float>& sums) {
        ++branches;
        tree.add_branch(place, [&](PartSums<float>& to, bool adds) {
          if (adds) to += sums;
          else to = sums;
        });
      });
      ASSERT_EQ(tree.total().gradient[0], expected(parts)) << parts << ": " << first << " to " << last;
      ASSERT_EQ(tree.total().error[0], parts * (parts - 1) / 2);
      ASSERT_LE(branches, 12);
    }
}

TEST(SumTree, HalfOfTheTreeIsOneBranch) {
  SumTree<float> tree(1, 1);
  tree.begin(64);
  for (int part = 32; part < 64; ++part) add(tree, part);
  int branches = 0;
  tree.for_each_branch([&](int, const PartSums<float>& sums) {
    ++branches;
    EXPECT_EQ(sums.error[0], 32 * 95 / 2);
  });
  EXPECT_EQ(branches, 1);
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
