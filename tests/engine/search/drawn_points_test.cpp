#include "engine/search/drawn_points.hpp"

#include <gtest/gtest.h>

#include "io/sweep_file/sweep_file.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep::drawn_points_test {
namespace {

const std::string sgd = "sgd", adam = "adam";

Sweep sweep_with(const std::string& more) {
  return parse_sweep(
      "[[grid]]\ntask = \"augmented\"\noptimizer = { choice = [\"sgd\", \"adam\"] }\n"
      "momentum = { when = \"optimizer == 'sgd'\", uniform = [0.1, 0.9] }\nseed = { count = 2 }\n"
      "sample = { count = 6 }\n" +
          more,
      "s.toml");
}

TEST(DrawnPoints, GiveTheExperimentsOfOneDraw) {
  const Sweep sweep = sweep_with("");
  const auto all = DrawnPoints(papers_tasks(), sweep.grids[0]).experiments({sgd, 0.5});
  ASSERT_EQ(all.size(), 2u) << "of both seeds";
  for (const auto& e : all) EXPECT_TRUE(e.config.text("optimizer") == sgd && e.config.real("momentum") == 0.5);
}

TEST(DrawnPoints, AParameterIsActiveWhereItsConditionHolds) {
  const Sweep sweep = sweep_with("");
  const DrawnPoints points(papers_tasks(), sweep.grids[0]);
  EXPECT_TRUE(points.has_conditions());
  EXPECT_EQ(points.active({sgd, 0.5}), (std::vector<bool>{true, true}));
  EXPECT_EQ(points.active({adam, Absent{}}), (std::vector<bool>{true, false}));
}

TEST(DrawnPoints, WhatWhereOrTheTaskRefusesIsNotAllowed) {
  const Sweep sweep = sweep_with("where = \"momentum < 0.6\"\n");
  const DrawnPoints points(papers_tasks(), sweep.grids[0]);
  EXPECT_TRUE(points.is_allowed({sgd, 0.5}) && points.is_allowed({adam, Absent{}}));
  EXPECT_FALSE(points.is_allowed({sgd, 0.7}));
  EXPECT_FALSE(points.is_allowed({sgd, -3.0})) << "the task refuses it";
}

}  // namespace
}  // namespace icsweep::drawn_points_test
