#include "io/query/selection.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

constexpr auto done = std::int64_t(Outcome::done), diverged = std::int64_t(Outcome::diverged),
               pending = std::int64_t(Outcome::pending);

TEST(Selection, OnlyPlannedAndDoneExperimentsCount) {
  EXPECT_TRUE(counts(done, 1));
  EXPECT_FALSE(counts(done, 0));
  EXPECT_FALSE(counts(diverged, 1));
  EXPECT_FALSE(counts(pending, 1));
  EXPECT_FALSE(counts(outcome_count, 1)) << "a damaged status";
  EXPECT_FALSE(counts(done, 7)) << "a damaged mark";
}

TEST(Selection, EarlierSweepsCountWhereTheyAreAskedFor) {
  EXPECT_TRUE(counts(done, 0, Counting::earlier_too));
  EXPECT_FALSE(counts(diverged, 0, Counting::earlier_too));
  EXPECT_TRUE(is_planned(0, Counting::earlier_too));
  EXPECT_FALSE(is_planned(0));
  EXPECT_EQ(counting_of(true), Counting::earlier_too);
}

TEST(LeftOut, NamesWhatDoesNotCountInTheOrderOfOutcomes) {
  LeftOut left_out;
  EXPECT_EQ(left_out.text("toy"), "");
  left_out.add(done, 1);
  EXPECT_EQ(left_out.text("toy"), "");
  for (const std::int64_t planned : {1, 1, 0}) left_out.add(diverged, planned);
  left_out.add(done, 0);
  left_out.add(pending, 1);
  left_out.add(99, 1);
  EXPECT_EQ(left_out.text("toy"),
            "toy leaves out 1 pending, 2 diverged, 1 of an unknown status, 2 of earlier sweeps (toy_all has them)");
}

TEST(LeftOut, CountsEarlierSweepsByOutcomeWhereTheyCount) {
  LeftOut left_out(Counting::earlier_too);
  left_out.add(done, 0);
  EXPECT_EQ(left_out.text("toy"), "");
  left_out.add(diverged, 0);
  EXPECT_EQ(left_out.text("toy"), "toy leaves out 1 diverged (toy_all has them)");
}

}  // namespace
}  // namespace icsweep
