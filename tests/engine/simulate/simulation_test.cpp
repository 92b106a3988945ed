#include "engine/simulate/simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

/// Only experiments take time, so sums are exact.
Cluster ideal(int ranks) {
  return {.ranks = ranks, .start_up = 0, .latency = 0, .answer = 0};
}

/// Experiments of these seconds, in steps of a tenth of a second.
std::vector<Prediction> lasting(const std::vector<double>& seconds) {
  std::vector<Prediction> experiments;
  for (const double s : seconds) experiments.push_back({s, s, 0.1});
  return experiments;
}

std::vector<Prediction> equal(std::size_t count, double seconds) {
  return lasting(std::vector<double>(count, seconds));
}

/// Lengths from 1 to 100 seconds, in no order.
std::vector<Prediction> varied(std::size_t count) {
  std::vector<double> seconds;
  for (std::size_t i = 0; i < count; ++i) seconds.push_back(double(1 + i * 37 % 100));
  return lasting(seconds);
}

double total(const std::vector<Prediction>& experiments) {
  double sum = 0;
  for (const auto& e : experiments) sum += e.seconds;
  return sum;
}

TEST(Simulation, OneRankTakesTheSum) {
  const Simulation s = simulate(lasting({1, 2, 3, 4}), ideal(1));
  EXPECT_DOUBLE_EQ(s.makespan, 10);
  EXPECT_DOUBLE_EQ(s.efficiency(), 1);
  EXPECT_EQ(s.tail, 0);
  EXPECT_EQ(s.launches, 1u);
}

/// Experiments of ten seconds that need this number of cores.
std::vector<Prediction> wide(std::size_t count, int cores) {
  auto experiments = equal(count, 10);
  for (Prediction& e : experiments) e.needs.cores = cores;
  return experiments;
}

TEST(Simulation, ExperimentsThatNeedAHostTakeTurns) {
  Cluster cluster = ideal(4);
  cluster.per_host = 4;
  EXPECT_DOUBLE_EQ(simulate(wide(4, 4), cluster).makespan, 40);
  EXPECT_DOUBLE_EQ(simulate(wide(4, 2), cluster).makespan, 20);
  cluster.ranks = 8;
  EXPECT_DOUBLE_EQ(simulate(wide(4, 4), cluster).makespan, 20);
}

TEST(Simulation, NarrowExperimentsRunBesideWideOnes) {
  Cluster cluster = ideal(4);
  cluster.per_host = 4;
  auto experiments = wide(2, 3);
  for (const Prediction& e : equal(2, 10)) experiments.push_back(e);
  EXPECT_DOUBLE_EQ(simulate(experiments, cluster).makespan, 20);
}

TEST(Simulation, TheCostliestComesFirst) {
  EXPECT_DOUBLE_EQ(simulate(lasting({1, 2, 3, 4}), ideal(2)).makespan, 5);              // 4 + 1 and 3 + 2
  EXPECT_DOUBLE_EQ(simulate(lasting({1, 2, 3, 4}), ideal(2'000'000'000)).makespan, 4);  // the longest one
}

/// The scheduler knows the work and not the time, so an experiment that is slow for its work starts late.
TEST(Simulation, TheOrderIsThatOfFloatingPointOperations) {
  EXPECT_DOUBLE_EQ(simulate({{3, 1, 0}, {2, 1, 0}, {1, 10, 0}}, ideal(2)).makespan, 11);
  EXPECT_DOUBLE_EQ(simulate({{1, 1, 0}, {2, 1, 0}, {3, 10, 0}}, ideal(2)).makespan, 10);
}

TEST(Simulation, CountsWhatEndsWithinTheWalltime) {
  const auto finished = [](int ranks, double walltime) {
    Cluster cluster = ideal(ranks);
    cluster.walltime = walltime;
    return simulate(lasting({1, 2, 3, 4}), cluster).finished;
  };
  EXPECT_EQ(finished(1, 7), 2u);  // 4, then 3
  EXPECT_EQ(finished(2, 4), 2u);
  EXPECT_EQ(finished(2, 5), 4u);
  EXPECT_EQ(finished(1, 3.9), 0u);
}

/// Experiments whose batches have many parts, so lent cores count fully.
std::vector<Prediction> shareable(const std::vector<double>& seconds, int threads = 1 << 20) {
  auto experiments = lasting(seconds);
  for (auto& e : experiments) e.threads = threads;
  return experiments;
}

Cluster lending(int ranks, int per_host = 64, double alone = 0) {
  Cluster cluster = ideal(ranks);
  cluster.per_host = per_host;
  cluster.alone = alone;
  return cluster;
}

TEST(Simulation, RanksWithoutWorkLendTheirProcessors) {
  const Simulation s = simulate(shareable({6, 6, 6}), lending(2));
  EXPECT_NEAR(s.makespan, 9, 1e-4) << "6, then 6 on two processors";
  EXPECT_NEAR(s.efficiency(), 1, 1e-4);
  EXPECT_NEAR(simulate(shareable({12}), lending(4)).makespan, 3, 1e-4);
}

TEST(Simulation, WhatABatchCannotShareStaysOnOneProcessor) {
  EXPECT_NEAR(simulate(shareable({6, 6, 6}, 1), lending(2)).makespan, 12, 1e-9);
  EXPECT_NEAR(simulate(shareable({12}, 2), lending(4)).makespan, 6, 1e-9);
  EXPECT_NEAR(simulate(shareable({12}), lending(4, 64, 0.2)).makespan, 12 * (0.2 + 0.8 / 4), 1e-4);
  EXPECT_NEAR(simulate(shareable({12}), lending(4, 64, 1)).makespan, 12, 1e-9);
}

TEST(Simulation, AnExperimentHasItsOwnShareThatThreadsCannotShareUnlessOneIsGiven) {
  auto experiments = shareable({12});
  experiments[0].alone = 0.5;
  EXPECT_NEAR(simulate(experiments, ideal(4)).makespan, 12 * (0.5 + 0.5 / 4), 1e-4);
  EXPECT_NEAR(simulate(experiments, lending(4, 64, 0.2)).makespan, 12 * (0.2 + 0.8 / 4), 1e-4);
}

TEST(Simulation, NoProcessorIsLentToAnotherHost) {
  EXPECT_NEAR(simulate(shareable({12}), lending(4, 2)).makespan, 6, 1e-4);
  EXPECT_NEAR(simulate(shareable({12, 12}), lending(4, 2)).makespan, 6, 1e-4) << "one experiment per host";
}

TEST(Simulation, TheTimeOfLentProcessorsIsWorkOrLostToSharing) {
  for (const double alone : {0.0, 0.1, 0.5}) {
    const auto experiments = shareable({10, 7, 5, 4, 3, 1, 1});
    const Simulation s = simulate(experiments, lending(4, 64, alone));
    EXPECT_NEAR(s.ranks.sum(), 4 * s.makespan, 1e-6);
    EXPECT_NEAR(s.ranks[Spent::work], total(experiments), 1e-3) << alone;
    EXPECT_LE(s.makespan, simulate(lasting({10, 7, 5, 4, 3, 1, 1}), ideal(4)).makespan);
  }
}

TEST(Simulation, EqualExperimentsTakeWholeRounds) {
  for (const int ranks : {1, 3, 7, 16, 99, 100, 101}) {
    const Simulation s = simulate(equal(100, 5), ideal(ranks));
    EXPECT_NEAR(s.makespan, 5 * std::ceil(100.0 / ranks), 1e-9) << ranks;
    EXPECT_NEAR(s.efficiency(), 500 / (ranks * s.makespan), 1e-12) << ranks;
  }
}

TEST(Simulation, TheTailBeginsWithTheFirstRankThatFindsNoMoreWork) {
  EXPECT_DOUBLE_EQ(simulate(lasting({10, 4, 3}), ideal(2)).tail, 3);
  EXPECT_DOUBLE_EQ(simulate(lasting({10, 4, 3}), ideal(3)).tail, 7);
  EXPECT_DOUBLE_EQ(simulate(lasting({10, 4, 3}), ideal(4)).tail, 10);
}

TEST(Simulation, ALaunchTakesItsTimeToStart) {
  Cluster cluster = ideal(2);
  cluster.start_up = 3;
  const Simulation s = simulate(equal(4, 5), cluster);
  EXPECT_DOUBLE_EQ(s.makespan, 13);
  EXPECT_DOUBLE_EQ(s.ranks[Spent::start], 6);
}

/// Rank 0 has one long experiment and the other rank the short ones; two messages travel for each.
TEST(Simulation, LatencyIsPaidTwiceForEachExperiment) {
  Cluster cluster = ideal(2);
  cluster.latency = 0.25;
  std::vector<Prediction> experiments = equal(10, 1);
  experiments.push_back({100, 100, 0});  // reads messages all the time
  const Simulation s = simulate(experiments, cluster);
  EXPECT_DOUBLE_EQ(s.makespan, 100);
  EXPECT_DOUBLE_EQ(s.tail, 100 - (10 * 1 + 11 * 0.5));
  EXPECT_DOUBLE_EQ(s.ranks[Spent::coordination], 11 * 0.5);
}

/// On average a message waits half a step of rank 0's experiment, or half the time between two reads in a longer step.
TEST(Simulation, RankZeroAnswersBetweenItsStepsAndDuringLongOnes) {
  const auto waited = [](double step, double look_every) {
    Cluster cluster = ideal(2);
    cluster.look_every = look_every;
    std::vector<Prediction> experiments = equal(1000, 1);
    for (std::size_t i = 0; i < experiments.size(); ++i) experiments[i].seconds += 1e-3 * double(i * 37 % 1000);
    experiments.push_back({1e6, 2e3, step});
    return simulate(experiments, cluster).ranks[Spent::coordination];
  };
  EXPECT_NEAR(waited(0, 0.01), 0, 1e-9);
  EXPECT_NEAR(waited(0.1, 0) / 1000, 0.05, 0.005);
  EXPECT_NEAR(waited(0.1, 0.02) / 1000, 0.01, 0.001);
  EXPECT_NEAR(waited(0.01, 0.02) / 1000, 0.005, 0.0005);
}

TEST(Simulation, RankZeroHandsOutNoFasterThanItAnswers) {
  Cluster cluster = ideal(1000);
  cluster.answer = 0.01;
  const Simulation s = simulate(equal(20'000, 0.1), cluster);
  EXPECT_GE(s.makespan, 20'000 * 0.01 * 0.9);  // it runs some itself, without a request
  EXPECT_EQ(limit_of_makespan(s), Limit::coordinator);
  EXPECT_EQ(limit_of_efficiency(s), Limit::coordinator);
  cluster.answer = 0;
  EXPECT_LT(simulate(equal(20'000, 0.1), cluster).makespan, 3);
}

/// Answers cost time of rank 0's own experiments.
TEST(Simulation, WhatRankZeroAnswersItDoesNotTrain) {
  Cluster cluster = ideal(2);
  cluster.answer = 0.5;
  const Simulation s = simulate(lasting({20, 1, 1, 1, 1}), cluster);
  EXPECT_NEAR(s.makespan, (20 + 5 * 0.5) / (1 - 0.1 * 0.5 * 2), 0.5);
}

TEST(Simulation, AStragglerLengthensTheTail) {
  Cluster cluster = ideal(20);
  const auto experiments = equal(400, 10);
  const Simulation even = simulate(experiments, cluster);
  cluster.slow_share = 0.1;
  cluster.slow_factor = 5;
  const Simulation uneven = simulate(experiments, cluster);
  EXPECT_EQ(even.ranks[Spent::slow_ranks], 0);
  EXPECT_GT(uneven.ranks[Spent::slow_ranks], 0);
  EXPECT_EQ(even.tail, 0);
  EXPECT_GT(uneven.tail, 10);
  EXPECT_GT(uneven.makespan, even.makespan);
  EXPECT_NEAR(uneven.ranks[Spent::work], even.ranks[Spent::work], 1e-6);
}

TEST(Simulation, IfEveryRankIsSlowAllTakesSoManyTimesAsLong) {
  Cluster cluster = ideal(4);
  const double makespan = simulate(varied(50), cluster).makespan;
  cluster.slow_share = 1;
  cluster.slow_factor = 3;
  EXPECT_NEAR(simulate(varied(50), cluster).makespan, 3 * makespan, 1e-9);
}

/// Whatever happens, every experiment is done once, and every second of every rank is accounted for.
TEST(Simulation, AllTimeOfAllRanksIsAccountedFor) {
  for (const int ranks : {1, 2, 13, 64, 300})
    for (const double failures : {0.0, 1e-2, 0.1})
      for (const std::int64_t seed : {0, 1}) {
        const Cluster cluster{.ranks = ranks,
                              .start_up = 2,
                              .latency = 0.05,
                              .answer = 0.03,
                              .failures = failures,
                              .checkpoint_every = 7,
                              .slow_share = 0.2,
                              .slow_factor = 2.5,
                              .seed = seed};
        const auto experiments = varied(200);
        const Simulation s = simulate(experiments, cluster);
        ASSERT_FALSE(s.gave_up);
        EXPECT_EQ(s.finished, 200u);
        EXPECT_NEAR(s.ranks[Spent::work], total(experiments), 1e-6);
        EXPECT_NEAR(s.ranks.sum(), ranks * s.makespan, 1e-6 * ranks * s.makespan);
        EXPECT_NEAR(s.last_rank.sum(), s.makespan, 1e-6 * s.makespan);
        for (const double seconds : s.ranks.seconds) EXPECT_GE(seconds, -1e-9);
        EXPECT_EQ(s.launches > 1, s.ranks[Spent::failures] > 0);
      }
}

/// A failure costs its rank half the time between two checkpoints on average, a pause of a second, and another start.
TEST(Simulation, AFailureCostsTheStepsSinceTheLastCheckpointAndAnotherStart) {
  Cluster cluster = ideal(1);
  cluster.start_up = 5;
  cluster.failures = 1;
  cluster.checkpoint_every = 60;
  const auto experiments = equal(1000, 3600);
  const Simulation s = simulate(experiments, cluster);
  const double crashes = double(s.launches - 1);
  EXPECT_NEAR(crashes, 1000, 100);  // three standard deviations
  EXPECT_NEAR(s.ranks[Spent::failures] / crashes, 30 + 5 + 1, 5);
  EXPECT_EQ(s.finished, 1000u);
}

TEST(Simulation, WithoutCheckpointsAFailureCostsAllThatRan) {
  Cluster cluster = ideal(4);
  cluster.failures = 0.3;
  const auto experiments = equal(100, 600);
  const Simulation with = simulate(experiments, cluster);
  cluster.checkpoint_every = 0;
  const Simulation without = simulate(experiments, cluster);
  ASSERT_GT(with.launches, 1u);
  EXPECT_EQ(with.finished, 100u);
  EXPECT_EQ(without.finished, 100u);
  EXPECT_GT(without.ranks[Spent::failures], 5 * with.ranks[Spent::failures]);
}

/// The mean time to a failure is a second, and an experiment takes an hour.
TEST(Simulation, GivesUpAfterAsManyCrashesAsLaunchSh) {
  Cluster cluster = ideal(3600);
  cluster.failures = 1;
  const Simulation s = simulate(equal(3600, 3600), cluster);
  EXPECT_TRUE(s.gave_up);
  EXPECT_EQ(s.launches, 11u);
  EXPECT_EQ(s.finished, 0u);
  EXPECT_EQ(limit_of_efficiency(s), Limit::failures);
  EXPECT_EQ(limit_of_makespan(s), Limit::failures);
}

TEST(Simulation, TheSameSeedGivesTheSameResultAndAnotherAnother) {
  const auto makespan = [](std::int64_t seed) {
    return simulate(varied(500), {.ranks = 32, .failures = 0.1, .slow_share = 0.2, .slow_factor = 2, .seed = seed})
        .makespan;
  };
  EXPECT_EQ(makespan(3), makespan(3));
  EXPECT_NE(makespan(3), makespan(4));
}

TEST(Simulation, MoreRanksAreNeverMuchSlower) {
  double before = std::numeric_limits<double>::infinity();
  for (int ranks = 1; ranks <= 4096; ranks *= 2) {
    const double makespan = simulate(varied(1000), {.ranks = ranks}).makespan;
    EXPECT_LT(makespan, 1.01 * before) << ranks;
    EXPECT_GE(makespan, std::max(100.0, total(varied(1000)) / ranks)) << ranks;
    before = makespan;
  }
}

/// Two hosts of two ranks. The rank beside a long experiment has a short one, then lends its core.
TEST(Simulation, TheLongestExperimentsAreOnDifferentHosts) {
  Cluster cluster = ideal(4);
  cluster.per_host = 2, cluster.alone = 0, cluster.bandwidth = 0;
  EXPECT_NEAR(simulate(shareable({100, 100, 1, 1}), cluster).makespan, 1 + 99. / 2, 1e-9);
}

/// Two hosts of two ranks, with one experiment on each. When the short one has ended, its host shares the long one.
TEST(Simulation, AHostWithoutWorkSharesWhatRunsElsewhere) {
  Cluster cluster = ideal(4);
  cluster.per_host = 2, cluster.alone = 0, cluster.round_trip = 0, cluster.bandwidth = 1e18;
  auto experiments = shareable({100, 1});
  EXPECT_DOUBLE_EQ(simulate(experiments, cluster).makespan, 50);
  for (auto& e : experiments) e.shared_bytes = 1e3;
  const Simulation s = simulate(experiments, cluster);
  EXPECT_NEAR(s.makespan, 0.5 + 99. / 4, 1e-9);
  EXPECT_EQ(s.teams[0_experiment].threads, 4);
  EXPECT_EQ(s.teams[0_experiment].hosts, 2);
  EXPECT_EQ(s.teams[1_experiment].threads, 2);
  EXPECT_EQ(s.teams[1_experiment].hosts, 1);
  EXPECT_NEAR(s.efficiency(), 1, 1e-9);
  cluster.bandwidth = 0;
  EXPECT_DOUBLE_EQ(simulate(experiments, cluster).makespan, 50);
}

TEST(Simulation, AHostWithoutAnyExperimentSharesFromTheStart) {
  Cluster cluster = ideal(4);
  cluster.per_host = 2, cluster.alone = 0, cluster.round_trip = 0, cluster.bandwidth = 1e18;
  auto experiments = shareable({100});
  experiments[0].shared_bytes = 1e3;
  EXPECT_NEAR(simulate(experiments, cluster).makespan, 25, 1e-9);
  cluster.round_trip = 0.02;  // a step of 0.1 s also computes for 0.025 s
  EXPECT_NEAR(simulate(experiments, cluster).makespan, 45, 0.1);
  cluster.round_trip = 0.03;  // 0.055 s is more than two processors on one host take
  EXPECT_NEAR(simulate(experiments, cluster).makespan, 50, 0.1);
}

TEST(Simulation, AMillionExperimentsOnAClusterAreSimulated) {
  const Simulation s = simulate(varied(1'000'000), {.ranks = 4096, .failures = 1e-4});
  EXPECT_EQ(s.finished, 1'000'000u);
  EXPECT_GT(s.efficiency(), 0.9);
}

TEST(Simulation, SaysWhatItIsLimitedBy) {
  auto one_long = equal(100, 10);
  one_long.push_back({1000, 1000, 0.1});
  EXPECT_EQ(limit_of_makespan(simulate(one_long, ideal(2))), Limit::longest_experiment);
  EXPECT_EQ(limit_of_efficiency(simulate(one_long, ideal(2))), Limit::work);
  EXPECT_EQ(limit_of_efficiency(simulate(one_long, ideal(50))), Limit::longest_experiment);
  EXPECT_EQ(limit_of_efficiency(simulate(one_long, ideal(1000))), Limit::number_of_experiments);
  EXPECT_EQ(limit_of_makespan(simulate(equal(100, 10), ideal(10))), Limit::work);
  EXPECT_EQ(limit_of_efficiency(simulate(equal(101, 10), ideal(50))), Limit::number_of_experiments);
  Cluster cluster = ideal(10);
  cluster.start_up = 1e4;
  EXPECT_EQ(limit_of_makespan(simulate(equal(100, 10), cluster)), Limit::start);
  cluster = ideal(10);
  cluster.slow_share = 1;
  cluster.slow_factor = 9;
  EXPECT_EQ(limit_of_efficiency(simulate(equal(100, 10), cluster)), Limit::slow_ranks);
  EXPECT_EQ(limit_of_makespan(simulate(equal(100, 10), cluster)), Limit::slow_ranks);
}

}  // namespace
}  // namespace icsweep
