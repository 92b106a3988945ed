#include "engine/search/planned_experiments.hpp"

#include <gtest/gtest.h>

#include "io/sweep_file/sweep_file.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep::planned_experiments_test {
namespace {

const std::string grid =
    "[[grid]]\ntask = \"augmented\"\nepochs = 90\nlearning_rate = [1e-3, 1e-2, 1e-1]\nseed = { count = 2 }\n";
const std::string halving =
    "[search]\nmethod = \"halving\"\nmetric = \"loss\"\nresource = \"epochs\"\neta = 3\nrungs = 2\n";
const std::string rounds = "[search]\nmethod = \"tpe\"\nmetric = \"test_mse\"\nrounds = 2\nper_round = 4\n";
const std::string drawn =
    "[[grid]]\ntask = \"augmented\"\nlearning_rate = { log_uniform = [1e-4, 1.0] }\nsample = { count = 6 }\n";

ResolvedSweep resolved(const std::string& text, std::vector<std::string> only = {}) {
  return {parse_sweep(text, "s.toml"), papers_tasks(), std::move(only)};
}

TEST(PlannedExperiments, AreKeptOrDroppedWhereOnlyDoesNotAskForThem) {
  const ResolvedSweep part = resolved(grid, {"seed == 0"});
  EXPECT_EQ(planned_experiments(part).points.experiments.size(), 6u);
  EXPECT_EQ(planned_experiments(part).points.asked, 3u);
  EXPECT_EQ(planned_experiments(part, {}, Unasked::dropped).points.experiments.size(), 3u);
}

TEST(PlannedExperiments, HaveTheSearchOfTheirSweep) {
  const PlannedExperiments planned = planned_experiments(resolved(halving + grid));
  ASSERT_TRUE(planned.search);
  EXPECT_EQ(planned.search->races.size(), 1u);
  EXPECT_TRUE(planned.points.experiments.front().rungs);
  EXPECT_FALSE(planned_experiments(resolved(grid)).search);
}

TEST(PlannedExperiments, ARoundFollowsFromResults) {
  const ResolvedSweep sweep = resolved(rounds + drawn);
  const PlannedExperiments first = planned_experiments(sweep);
  EXPECT_EQ(first.points.experiments.size(), 6u);
  EXPECT_TRUE(first.has_more);
  EndedExperiments ended;
  for (const auto& e : first.points.experiments) ended[e.identity] = {e.config.real("learning_rate")};
  const PlannedExperiments second = planned_experiments(sweep, ended);
  EXPECT_EQ(second.rounds, 1);
  EXPECT_EQ(second.points.experiments.size(), 10u);
  EXPECT_EQ(expected_experiments(sweep).points.experiments.size(), 14u);
}

TEST(PlannedExperiments, OfASearchAreAllAskedFor) {
  for (const auto& text : {halving + grid, rounds + drawn}) try {
      planned_experiments(resolved(text, {"seed == 0"}));
      FAIL() << text;
    } catch (const Error& e) {
      EXPECT_EQ(std::string(e.what()).find("--only seed == 0: a search decides among all"), 0u) << e.what();
    }
}

}  // namespace
}  // namespace icsweep::planned_experiments_test
