#include "engine/simulate/simulated_fleet.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

constexpr double fleet_handover = 3, handover_after_a_death = 34;

std::vector<Prediction> alike(std::size_t count, double seconds) {
  return std::vector<Prediction>(count, {seconds, seconds, 0.1});
}

/// Only experiments take time.
FleetSimulation fleet_of(const std::vector<JobArrival>& jobs, const std::vector<Prediction>& experiments) {
  Arrivals arrivals(jobs);
  return simulate_fleet(experiments, {.alone = 1, .start_up = 0, .latency = 0, .answer = 0}, arrivals);
}

TEST(SimulatedFleet, OneJobIsALaunch) {
  const auto f = fleet_of({{0, 2}}, alike(10, 4));
  EXPECT_DOUBLE_EQ(f.makespan, 20);
  EXPECT_DOUBLE_EQ(f.efficiency(), 1);
  EXPECT_EQ(f.finished, 10u);
  EXPECT_EQ(f.leaders, 1u);
}

TEST(SimulatedFleet, AJobThatJoinsHalvesTheRest) {
  const auto f = fleet_of({{0, 2}, {40, 2}}, alike(40, 4));
  EXPECT_DOUBLE_EQ(f.makespan, 60);  // 40 s alone, then half of 40 s
  EXPECT_DOUBLE_EQ(f.rank_seconds, 2 * 60 + 2 * 20);
  EXPECT_DOUBLE_EQ(f.efficiency(), 1);
  EXPECT_EQ(f.jobs, 2u);
}

TEST(SimulatedFleet, OthersContinueTheExperimentsOfAJobThatLeaves) {
  const auto f = fleet_of({{0, 1}, {0, 1, 6}}, alike(4, 4));
  EXPECT_DOUBLE_EQ(f.makespan, 10);  // 16 s of work, of which the guest does 6
  EXPECT_EQ(f.finished, 4u);
  EXPECT_NEAR(f.efficiency(), 1, 1e-9);
}

TEST(SimulatedFleet, WhenTheLeaderLeavesAnotherLeads) {
  const auto f = fleet_of({{0, 1, 6}, {0, 1}}, alike(4, 4));
  EXPECT_EQ(f.leaders, 2u);
  EXPECT_EQ(f.finished, 4u);
  EXPECT_DOUBLE_EQ(f.makespan, 6 + fleet_handover + 4);
}

TEST(SimulatedFleet, AKilledGuestCostsItsStepsSinceTheLastCheckpoint) {
  const auto saved = fleet_of({{0, 1}, {0, 1, 50}}, alike(2, 100));
  const auto killed = fleet_of({{0, 1}, {0, 1, 50, true}}, alike(2, 100));
  EXPECT_NEAR(saved.makespan, 150, 1e-9);
  EXPECT_NEAR(killed.makespan, 170, 1e-9) << "checkpoints come every 30 s";
  EXPECT_EQ(saved.killed, 0u);
  EXPECT_EQ(killed.killed, 1u);
  EXPECT_EQ(killed.finished, 2u);
  EXPECT_NEAR(killed.work, 200, 1e-9);
  EXPECT_NEAR(killed.rank_seconds, 170 + 50, 1e-9);
}

TEST(SimulatedFleet, OthersContinueWhenADeathIsNoticed) {
  const auto makespan = [](double last) {  // the third job runs 40 s, and then this
    return fleet_of({{0, 1}, {0, 1, 50, true}, {0, 1}},
                    {{100, 100, 0.1}, {100, 100, 0.1}, {40, 40, 0.1}, {last, last, 0.1}})
        .makespan;
  };
  EXPECT_NEAR(makespan(14), 54 + 70, 1e-9) << "noticed at 53.5 s";
  EXPECT_NEAR(makespan(13), 100 + 70, 1e-9) << "the third job leaves before";
}

TEST(SimulatedFleet, AKilledLeaderIsSucceededLater) {
  const auto f = fleet_of({{0, 1, 50, true}, {0, 1}}, alike(2, 100));
  EXPECT_NEAR(f.makespan, 50 + handover_after_a_death + 70 + 50, 1e-9) << "the guest saves";
  EXPECT_EQ(f.leaders, 2u);
  EXPECT_EQ(f.killed, 1u);
}

TEST(SimulatedFleet, AGuestWithoutWorkLeaves) {
  const auto f = fleet_of({{0, 1}, {0, 8}}, alike(1, 100));
  EXPECT_DOUBLE_EQ(f.makespan, 100);
  EXPECT_DOUBLE_EQ(f.rank_seconds, 100);
}

TEST(SimulatedFleet, ASweepWaitsForTheNextJob) {
  const auto f = fleet_of({{0, 1, 6}, {50, 1}}, alike(2, 4));
  EXPECT_DOUBLE_EQ(f.makespan, 52);
  EXPECT_EQ(f.finished, 2u);
}

TEST(SimulatedFleet, TheLastJobMayLeaveTooEarly) {
  const auto f = fleet_of({{0, 1, 6}}, alike(3, 4));
  EXPECT_EQ(f.finished, 1u);
  EXPECT_DOUBLE_EQ(f.makespan, 6);
  EXPECT_DOUBLE_EQ(f.work, 6);
}

class ManyJobs : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(SimulatedFleet, ManyJobs, ::testing::Bool());

TEST_P(ManyJobs, ComeAndGo) {
  Arrivals arrivals(Arrivals::Rate{1. / 60, 16, 600, 3, GetParam()});
  const Cluster cluster{.per_host = 8};
  const auto f = simulate_fleet(alike(2000, 60), cluster, arrivals);
  EXPECT_EQ(f.finished, 2000u);
  EXPECT_NEAR(f.work, 2000 * 60, 1);
  EXPECT_EQ(f.killed > 0, GetParam());
  EXPECT_GT(f.efficiency(), 0.8);
  EXPECT_LE(f.efficiency(), 1);
}

}  // namespace
}  // namespace icsweep
