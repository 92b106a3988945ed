#include "tests/engine/worker/running.hpp"

#include <cmath>
#include <csignal>
#include <thread>

#include "io/store/hdf5_store.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

TEST_F(Running, WritesResultsAndWhoMadeThem) {
  StoreWriter writer(path());
  EXPECT_EQ(Runner(writer, Rank(3), {}, stop_, [](const Progress&) {}).run(assignment(0)), Outcome::done);
  writer.commit();
  const Row r = row(0);
  EXPECT_TRUE(std::isfinite(std::get<double>(r.at("test_mse"))));
  EXPECT_EQ(std::get<std::int64_t>(r.at("rank")), 3);
  EXPECT_EQ(std::get<std::int64_t>(r.at("attempts")), 1);
  EXPECT_EQ(std::get<std::string>(r.at("level")), instruction_set_level());
  EXPECT_GT(std::get<double>(r.at("seconds")), 0);
}

/// Not only at ticks: some tasks have none, and a kill must not lose results that ended long ago.
TEST_F(Running, WhatEndsASecondAfterTheLastCommitIsCommitted) {
  StoreWriter writer(path());
  Runner runner(writer, Rank(0), {}, stop_, [](const Progress&) {});
  runner.run(assignment(0));
  EXPECT_EQ(std::get<std::int64_t>(row(0).at("status")), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  Assignment broken = assignment(1);
  broken.config.set("length", std::int64_t{1} << 40);  // fails before its first tick
  runner.run(broken);
  EXPECT_EQ(std::get<std::int64_t>(row(0).at("status")), std::int64_t(Outcome::done));
  EXPECT_EQ(std::get<std::int64_t>(row(1).at("status")), std::int64_t(Outcome::failed));
}

TEST_F(Running, AnExceptionIsAFailedExperimentWithItsMessage) {
  StoreWriter writer(path());
  Assignment incomplete = assignment(0);
  incomplete.config.set("length", std::int64_t{1} << 40);
  EXPECT_EQ(Runner(writer, Rank(0), {}, stop_, [](const Progress&) {}).run(incomplete), Outcome::failed);
  writer.commit();
  EXPECT_NE(std::get<std::string>(row(0).at("message")).find("too large"), std::string::npos);
  EXPECT_TRUE(std::isnan(std::get<double>(row(0).at("test_mse"))));
}

TEST_F(Running, DivergenceIsAResultWithItsStep) {
  StoreWriter writer(path());
  Assignment wild = assignment(1);
  wild.config.set("learning_rate", 1e30);
  EXPECT_EQ(Runner(writer, Rank(0), {}, stop_, [](const Progress&) {}).run(wild), Outcome::diverged);
  writer.commit();
  EXPECT_NE(std::get<std::string>(row(1).at("message")).find("at step 2"), std::string::npos);
  EXPECT_TRUE(std::isnan(std::get<double>(row(1).at("initial_loss")))) << "the row has no results";
  EXPECT_EQ(std::get<std::int64_t>(row(1).at("last_step")), 1);
  EXPECT_TRUE(std::isfinite(std::get<double>(row(1).at("last_loss"))));
}

TEST_F(Running, ATimeLimitEndsARunAtItsNextTick) {
  StoreWriter writer(path());
  long last = 0;
  Runner runner(writer, Rank(0), {}, stop_, [&](const Progress& p) {
    last = p.step;
    if (p.step == 3) std::this_thread::sleep_for(std::chrono::milliseconds(2100));
  });
  Assignment limited = assignment(0);
  limited.time_limit = 2;
  EXPECT_EQ(runner.run(limited), Outcome::timed_out);
  EXPECT_EQ(last, 3);
  writer.commit();
  EXPECT_EQ(std::get<std::string>(row(0).at("message")), "stopped at its time_limit of 2 s");
  EXPECT_EQ(std::get<std::int64_t>(row(0).at("status")), std::int64_t(Outcome::timed_out));
}

TEST_F(Running, AFailureIsTriedAgainAsOftenAsItsRetriesSayAndNothingElseIs) {
  StoreWriter writer(path());
  Runner runner(writer, Rank(0), {}, stop_, [](const Progress&) {});
  Assignment broken = assignment(0), wild = assignment(1);
  broken.config.set("length", std::int64_t{1} << 40);
  broken.retries = wild.retries = 2;
  wild.config.set("learning_rate", 1e30);
  EXPECT_EQ(runner.run(broken), Outcome::failed);
  EXPECT_EQ(runner.run(wild), Outcome::diverged);
  writer.commit();
  EXPECT_EQ(std::get<std::int64_t>(row(0).at("attempts")), 3);
  EXPECT_EQ(std::get<std::int64_t>(row(1).at("attempts")), 1);
}

TEST_F(Running, WhatFailsInATickIsNotTheExperimentsFailure) {
  StoreWriter writer(path());
  Runner runner(writer, Rank(0), {}, stop_, [](const Progress& p) {
    if (p.step == 3) throw std::runtime_error("the coordinator is broken");
  });
  EXPECT_THROW(runner.run(assignment(0)), Error);
  writer.commit();
  EXPECT_EQ(std::get<std::int64_t>(row(0).at("status")), 0);
}

TEST_F(Running, ASignalInterruptsAndWritesNothing) {
  stop_.set_by_signals();
  StoreWriter writer(path());
  Runner runner(writer, Rank(0), {}, stop_, [](const Progress& p) {
    if (p.step == 2) std::raise(SIGTERM), std::raise(SIGTERM);
  });
  EXPECT_EQ(runner.run(assignment(0)), Outcome::pending);
  writer.commit();
  EXPECT_EQ(std::get<std::int64_t>(row(0).at("status")), 0);
  EXPECT_TRUE(std::isnan(std::get<double>(row(0).at("initial_loss"))));
}

}  // namespace
}  // namespace icsweep
