#include "engine/sweep/rungs.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

using Numbers = std::vector<std::int64_t>;

TEST(Rungs, StandAtCheckpointsAndGiveAThirdOfTheNext) {
  const Rungs rungs = make_rungs("loss", "epochs", 2000, 200, 3, 4);
  EXPECT_EQ(rungs.at, (Numbers{70, 220, 660}));  // 2000/27 = 74.07, 222.2 and 666.7, rounded down to tens
  EXPECT_EQ(rungs.checkpoint, (Numbers{6, 21, 65}));
  EXPECT_EQ(make_rungs("loss", "epochs", 27, 27, 3, 4).at, (Numbers{1, 3, 9}));
  EXPECT_EQ(make_rungs("loss", "epochs", 4, 4, 2, 2).at, (Numbers{2}));
}

TEST(Rungs, AreAsManyAsFitAndTwoAtLeast) {
  for (const std::int64_t eta : {2, 3, 4, 1000})
    for (const std::int64_t checkpoints : {1, 3, 4, 16, 50, 63, 64, 100'000}) {
      const std::int64_t rungs = rungs_that_fit(checkpoints, eta, 4);
      if (rungs > 2 || checkpoints >= eta)
        EXPECT_EQ(make_rungs("loss", "epochs", 100'000, checkpoints, eta, rungs).count() + 1, std::size_t(rungs));
      if (rungs < 4) EXPECT_THROW(make_rungs("loss", "epochs", 100'000, checkpoints, eta, rungs + 1), Error);
    }
  EXPECT_EQ(rungs_that_fit(64, 4, 4), 4);
  EXPECT_EQ(rungs_that_fit(63, 4, 4), 3);
  EXPECT_EQ(rungs_that_fit(1, 4, 4), 2);
}

TEST(Rungs, AreRefusedIfTheyDoNotFit) {
  try {
    make_rungs("loss", "epochs", 26, 26, 3, 4);
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(
        e.what(),
        "rungs = 4: 3 fit into epochs = 26, whose curves have 26 checkpoints, with eta = 3; take fewer rungs, a "
        "smaller eta or more epochs");
  }
  EXPECT_THROW(make_rungs("loss", "epochs", 1000, 1000, 1000, 30), Error);
}

TEST(Rungs, OfScoutsStandNearAnEightyFirstAndATwentySeventhAndAtTheEnd) {
  const Rungs looks = make_looks("loss", "epochs", 162, 81);
  EXPECT_EQ(looks.at, (std::vector<std::int64_t>{2, 6, 162}));
  EXPECT_EQ(looks.checkpoint, (std::vector<std::int64_t>{0, 2, 80}));
  EXPECT_EQ(make_looks("loss", "steps", 1000, 200).checkpoint, (std::vector<std::int64_t>{1, 6, 199}));
  EXPECT_EQ(make_looks("loss", "steps", 3, 3).at, (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_THROW(make_looks("loss", "steps", 9, 2), Error);
}

TEST(Rungs, ArePassedWhenTheirShareOfTheStepsIsDone) {
  const Rungs rungs = make_rungs("loss", "epochs", 9, 9, 3, 3);  // at 1 and 3 epochs
  EXPECT_EQ(rungs.passed(0, 0), 0u);
  EXPECT_EQ(rungs.passed(3, 36), 0u);  // 4 steps per epoch
  EXPECT_EQ(rungs.passed(4, 36), 1u);
  EXPECT_EQ(rungs.passed(11, 36), 1u);
  EXPECT_EQ(rungs.passed(12, 36), 2u);
  EXPECT_EQ(rungs.passed(36, 36), 2u);
}

TEST(Rungs, ReadTheCurveAtTheirCheckpoints) {
  const Rungs rungs = make_rungs("loss", "epochs", 9, 9, 3, 3);
  const double nan = std::nan("");
  EXPECT_EQ(rungs.values({9, 8, 7, 6, 5, 4, 3, 2, 1}), (std::vector<double>{9, 7}));
  EXPECT_EQ(rungs.values({9, 8, nan, nan, nan, nan, nan, nan, nan}), (std::vector<double>{9}));
  EXPECT_TRUE(rungs.values(std::vector<double>(9, nan)).empty());
  EXPECT_EQ(rungs.values({9, 8, 7}, 1), (std::vector<double>{9}));
  EXPECT_EQ(rungs.values(std::vector<double>(9, nan), 2).size(), 2u);
}

TEST(Rungs, BehindAnEarlyEndHaveTheLastValueBeforeIt) {
  const Rungs rungs = make_rungs("loss", "epochs", 90, 9, 3, 3);  // at epochs 10 and 30
  const double nan = std::nan("");
  EXPECT_EQ(rungs.values({9, 8, nan, nan, nan, nan, nan, nan, nan}, 2, 25), (std::vector<double>{9, 8}));
  EXPECT_EQ(rungs.values({9, nan, nan}, 2, 10), (std::vector<double>{9, 9}));
  EXPECT_EQ(rungs.values({9, nan}, 1, 4), (std::vector<double>{9}));
  EXPECT_TRUE(std::isnan(rungs.values({9, 8, nan, nan, nan, nan, nan, nan, nan}, 2, 90)[1]));  // a loss of NaN
  EXPECT_TRUE(std::isnan(rungs.values({9, nan, nan, nan}, 2, 25)[1]));
  EXPECT_EQ(rungs.values({9, 8, 7, 6, 5, 4, 3, 2, 1}, 2, 90), rungs.values({9, 8, 7, 6, 5, 4, 3, 2, 1}, 2));
}

}  // namespace
}  // namespace icsweep
