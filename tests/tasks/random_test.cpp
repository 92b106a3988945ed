#include "tasks/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace icsweep {
namespace {

TEST(RandomStream, PhiloxGivesItsPublishedKnownAnswer) {
  // Random123's kat_vectors: philox4x64 10 rounds, counter and key zero. Our counter (index 0, block 0), seed 0,
  // purpose 0.
  RandomStream random(0, Purpose(0), 0);
  EXPECT_EQ(random.bits(), 0x16554d9eca36314cULL);
  EXPECT_EQ(random.bits(), 0xdb20fe9d672d0fdcULL);
  EXPECT_EQ(random.bits(), 0xd7e772cee186176bULL);
  EXPECT_EQ(random.bits(), 0x7e68b68aec7ba23bULL);
}

TEST(RandomStream, DependsOnSeedPurposeAndIndexAndOnNothingElse) {
  std::set<std::uint64_t> first;
  for (int seed = 0; seed < 4; ++seed)
    for (const auto purpose : {Purpose::training_data, Purpose::test_data, Purpose::shuffle})
      for (std::uint64_t index = 0; index < 4; ++index) first.insert(RandomStream(seed, purpose, index).bits());
  EXPECT_EQ(first.size(), 48u);
  RandomStream disturbed(1, Purpose::shuffle, 2);
  for (int i = 0; i < 7; ++i) RandomStream(1, Purpose::shuffle, 3).normal();
  EXPECT_EQ(disturbed.bits(), RandomStream(1, Purpose::shuffle, 2).bits());
}

TEST(RandomStream, NormalsHaveTheMomentsOfTheNormalDistribution) {
  RandomStream random(5, Purpose::check, 0);
  const int n = 400'000;
  double sum[5] = {};
  for (int i = 0; i < n; ++i) {
    const double x = random.normal();
    for (int k = 1; k <= 4; ++k) sum[k] += std::pow(x, k) / n;
  }
  // Standard deviations of the sample moments 1..4: 1, √2, √15, √96 over √n; five of them are allowed.
  const double moments[] = {1, 0, 1, 0, 3}, deviation[] = {0, 1, std::sqrt(2.0), std::sqrt(15.0), std::sqrt(96.0)};
  for (int k = 1; k <= 4; ++k) EXPECT_NEAR(sum[k], moments[k], 5 * deviation[k] / std::sqrt(n)) << "moment " << k;
}

TEST(RandomStream, ManyNormalsAtOnceAreTheSameDrawsButForRounding) {
  RandomStream one(5, Purpose::check, 1), many(5, Purpose::check, 1);
  for (const int count : {0, 1, 2, 3, 15, 16, 17, 18, 100'000, 1, 5}) {
    std::vector<double> draws(count);
    many.normals(draws);
    // normal() rounds the angle 2πv, 9e-16 at most near 2π, times a radius of 9 at most.
    for (const double draw : draws) EXPECT_NEAR(draw, one.normal(), 8e-15) << "among " << count;
  }
  EXPECT_EQ(one.bits(), many.bits());
}

TEST(RandomStream, NormalsInPartsHaveTheBitsOfAllAtOnce) {
  std::vector<double> all(100), parts(100);
  RandomStream(5, Purpose::check, 2).normals(all);
  RandomStream random(5, Purpose::check, 2);
  for (int begin = 0, count = 0; begin < 100; begin += count, count = std::min(begin + 1, 100 - begin))
    random.normals(std::span(parts).subspan(begin, count));
  EXPECT_EQ(parts, all);
}

TEST(RandomStream, BelowIsUniform) {
  RandomStream random(6, Purpose::check, 0);
  const int n = 70'000, sides = 7;
  std::vector<int> count(sides);
  for (int i = 0; i < n; ++i) ++count[random.below(sides)];
  double chi_squared = 0;
  for (const int c : count) chi_squared += std::pow(c - n / sides, 2) / (double(n) / sides);
  EXPECT_LT(chi_squared, 27.9);  // 6 degrees of freedom, p = 1e-4
}

TEST(Shuffle, GivesEachPermutationAlikeAndTheSameForTheSameStream) {
  std::map<std::vector<int>, int> counts;
  for (int i = 0; i < 6000; ++i) {
    std::vector<int> values{1, 2, 3}, again = values;
    RandomStream random(1, Purpose::check, i), same(1, Purpose::check, i);
    shuffle(values, random);
    shuffle(again, same);
    ASSERT_EQ(values, again);
    ++counts[values];
  }
  EXPECT_EQ(counts.size(), 6);
  for (const auto& [values, count] : counts) EXPECT_NEAR(count, 1000, 5 * std::sqrt(1000)) << values[0] << values[1];
}

}  // namespace
}  // namespace icsweep
