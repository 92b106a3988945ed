#include "engine/sweep/repetitions.hpp"

#include <gtest/gtest.h>

#include "engine/forecast/calibration.hpp"
#include "engine/forecast/neighbour_costs.hpp"
#include "engine/sweep/grid.hpp"
#include "io/sweep_file/sweep_file.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

const char* grid_of_seeds = R"([[grid]]
task = "augmented"
depth = [1, 2]
learning_rate = [0.1, 0.2]
seed = { count = 300 }
)";

TEST(Repetitions, DifferOnlyInSeeds) {
  const auto experiments = expand(papers_tasks(), parse_sweep(grid_of_seeds, "s")).experiments;
  Repetitions repetitions;
  std::size_t settings = 0;
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    const bool same = repetitions.has_same_setting(*experiments[i].task, experiments[i].config);
    settings += !same;
    if (!same) continue;
    EXPECT_EQ(experiments[i].config.integer("depth"), experiments[i - 1].config.integer("depth"));
    EXPECT_EQ(experiments[i].config.real("learning_rate"), experiments[i - 1].config.real("learning_rate"));
  }
  EXPECT_LE(settings, 8u) << "at most two looks at a setting";
}

TEST(Repetitions, HaveTheCostsOfSingleExperiments) {
  const auto experiments = expand(papers_tasks(), parse_sweep(grid_of_seeds, "s")).experiments;
  NeighbourCosts costs;
  for (const Experiment& e : experiments)
    ASSERT_EQ(costs.predicted(*e.task, e.config), predicted_cost(*e.task, e.config));
}

/// The last parameter varies fastest: its experiments share the values of the others.
TEST(Repetitions, KeepLittleMemoryPerExperiment) {
  const auto experiments = expand(papers_tasks(), parse_sweep(grid_of_seeds, "s")).experiments;
  for (const Experiment& e : experiments) {
    std::size_t own = 0;
    e.config.for_each_own([&](std::size_t, const Value&) { ++own; });
    ASSERT_LE(own, 1u) << e.label();
  }
  EXPECT_LE(sizeof(Experiment), 144u);
}

}  // namespace
}  // namespace icsweep
