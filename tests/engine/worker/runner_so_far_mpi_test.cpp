// Tests an experiment before its end: its curves are in a row that does not count, and its state is saved at its time
// limit.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <thread>

#include "engine/ledger/row_check.hpp"
#include "engine/worker/subprocess.hpp"
#include "engine/worker/result_row.hpp"
#include "io/store/hdf5_store.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/engine/worker/running.hpp"

namespace icsweep::runner_so_far_test {
namespace {

const OnTick nothing = [](const Progress&) {};

class SoFarShown : public Running {
 protected:
  SoFarShown() { std::filesystem::create_directory(checkpoint_folder(path())); }
  std::string file(int epoch) const {
    return checkpoint_path(checkpoint_folder(path()), experiments_[0].identity, epoch);
  }
  RunnerSettings saving(int epoch) const { return {.checkpoints = checkpoint_folder(path()), .epoch = epoch}; }

  /// Runs the experiment in its own process, which is asked to stop at a step. Returns the last curves that it sent.
  Results stopped(const Assignment& a, long step) const {
    StopFlag stop;
    stop.set_by_signals();
    CheckpointSaver saver(checkpoint_folder(path()), 1, 0);
    const OnTick raise = [step](const Progress& p) {
      if (p.step == step) std::raise(SIGTERM);
    };
    Results last;
    const auto run = [&](const OnTick&, const OnSoFar& tell) {
      return attempt(a, a.failures, saver, stop, raise, tell);
    };
    EXPECT_EQ(run_in_subprocess(run, stop, nothing, 0, [&](const Results& results) { last = results; }).outcome,
              Outcome::pending);
    return last;
  }
  void write_so_far(const Results& results) const {
    StoreWriter writer(path());
    writer.write_so_far("augmented", RowIndex(0),
                        make_row(papers_tasks().find("augmented").schema(), assignment(0), results));
    writer.commit();
  }
  /// The number of losses in the row.
  std::ptrdiff_t losses() const {
    const auto cells = row(0);
    const auto& values = std::get<Array>(cells.at("loss")).values;
    return std::count_if(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
  }
  /// Runs the experiment to its end and returns the losses in its row at that step.
  std::ptrdiff_t losses_at(const Assignment& a, long step, Outcome expected = Outcome::done) const {
    std::ptrdiff_t found = -1;
    StoreWriter writer(path());
    const auto look = [&](const Progress& p) {
      if (p.steps > 0 && p.step == step) found = losses();
    };
    EXPECT_EQ(Runner(writer, Rank(0), saving(2), stop_, look).run(a), expected);
    writer.commit();
    return found;
  }
};

TEST_F(SoFarShown, WhatIsSavedIsToldAlsoOutOfAProcessOfItsOwn) {
  const Results sent = stopped(assignment(0), 19);
  EXPECT_EQ(sent.size(), 3u) << "the row has curves along training and no results";
  ASSERT_EQ(sent.at("loss").size(), 50u);
  EXPECT_TRUE(std::isfinite(sent.at("loss")[19]));
  EXPECT_EQ(sent.at("epoch")[19], 20);
  EXPECT_GT(sent.at("grad_norm")[19], 0);
  EXPECT_TRUE(std::isnan(sent.at("loss")[20]));
}

TEST_F(SoFarShown, ARowWithCurvesIsPendingAndSound) {
  write_so_far(stopped(assignment(0), 19));
  EXPECT_EQ(losses(), 20);
  EXPECT_EQ(outcome(0), Outcome::pending);
  EXPECT_TRUE(std::isnan(std::get<double>(row(0).at("train_mse"))));
  EXPECT_EQ(std::get<std::int64_t>(row(0).at("checksum")), 0);
  const StoreReader store(path());
  check_rows(*store.find("augmented"), &papers_tasks().find("augmented"),
             [](const CheckedRow& r) { EXPECT_TRUE(r.damage.empty() && r.misplaced.empty() && !r.unmarked); });
}

TEST_F(SoFarShown, WhatBeginsAnewHasNoCurveFromBefore) {
  write_so_far(stopped(assignment(0), 19));
  EXPECT_EQ(losses_at(assignment(0), 3), 0);
  EXPECT_EQ(losses(), 50);
}

TEST_F(SoFarShown, WhatGoesOnShowsAtOnceWhereItStood) {
  stopped(assignment(0), 19);
  Assignment a = assignment(0);
  a.checkpoint = file(1);
  EXPECT_EQ(losses(), 0);
  EXPECT_EQ(losses_at(a, 22), 20);
  EXPECT_EQ(losses(), 50);
}

TEST_F(SoFarShown, ADivergedExperimentKeepsItsCurve) {
  Assignment wild = assignment(1);
  wild.row = RowIndex(0), wild.identity = experiments_[0].identity;
  wild.config.set("learning_rate", 1e30);
  losses_at(wild, -1, Outcome::diverged);
  EXPECT_EQ(losses(), 1);
}

TEST_F(SoFarShown, AtItsTimeLimitAnExperimentIsSavedAndMayGoOn) {
  Assignment limited = assignment(0);
  limited.time_limit = 2;
  {
    StoreWriter writer(path());
    Runner runner(writer, Rank(0), saving(1), stop_, [](const Progress& p) {
      if (p.step == 3) std::this_thread::sleep_for(std::chrono::milliseconds(2100));
    });
    EXPECT_EQ(runner.run(limited), Outcome::timed_out);
    writer.commit();
  }
  EXPECT_EQ(losses(), 3);
  EXPECT_EQ(read_checkpoint(file(1)).head.step, 3);
  EXPECT_EQ(find_checkpoints(path()).size(), 1u);

  Assignment retried = assignment(0);
  retried.checkpoint = file(1);
  retried.time_limit = 1.5;  // less than it has taken, so it stays saved
  EXPECT_EQ(losses_at(retried, -1, Outcome::timed_out), -1);
  EXPECT_EQ(read_checkpoint(file(2)).head.step, 3);
  EXPECT_FALSE(std::filesystem::exists(file(1))) << "superseded";
  retried.time_limit = 60;
  EXPECT_EQ(losses_at(retried, 3), 3);
  EXPECT_TRUE(find_checkpoints(path()).empty());
  const auto digest = std::get<std::int64_t>(row(0).at("digest"));
  losses_at(assignment(0), 3);
  EXPECT_EQ(std::get<std::int64_t>(row(0).at("digest")), digest) << "the bits of a run that was never stopped";
}

}  // namespace
}  // namespace icsweep::runner_so_far_test
