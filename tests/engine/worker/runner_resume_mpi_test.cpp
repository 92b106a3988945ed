// Tests experiments that are interrupted or die, and their final rows.
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <thread>

#include "engine/worker/subprocess.hpp"
#include "io/store/given_up.hpp"
#include "io/store/hdf5_store.hpp"
#include "models/kernels/api.hpp"
#include "support/file_size_limit.hpp"
#include "tests/system/poison_task.hpp"
#include "tests/engine/worker/running.hpp"

namespace icsweep {
namespace {

const OnTick nothing = [](const Progress&) {};

class Resuming : public Running {
 protected:
  Resuming() { std::filesystem::create_directory(checkpoint_folder(path())); }
  /// The file of the first experiment.
  std::string file(int epoch) const { return file(assignment(0), epoch); }
  std::string file(const Assignment& a, int epoch) const {
    return checkpoint_path(checkpoint_folder(path()), a.identity, epoch);
  }
  /// Saves in the folder of this store.
  RunnerSettings saving(int epoch, double every = 30) const {
    return {.checkpoints = checkpoint_folder(path()), .epoch = epoch, .checkpoint_every = every};
  }

  /// Runs the experiment until a step at which a signal arrives.
  Attempt stopped(const Assignment& a, int epoch, long step) const {
    StopFlag stop;
    stop.set_by_signals();
    CheckpointSaver saver(checkpoint_folder(path()), epoch, 0);
    const OnTick raise = [step](const Progress& p) {
      if (p.step == step) std::raise(SIGTERM);
    };
    return attempt(a, a.failures, saver, stop, raise);
  }
  /// Resumes the first experiment as a later launch does, from the state of its tenth step after `change`.
  Assignment begun(const std::function<void(Checkpoint&)>& change) const {
    Assignment a = assignment(0);
    EXPECT_EQ(stopped(a, 1, 9).outcome, Outcome::pending);
    a.checkpoint = file(1);
    Checkpoint c = read_checkpoint(a.checkpoint);
    change(c);
    write_checkpoint(a.checkpoint, c.head, c.state);
    return a;
  }
  /// Runs the experiment and returns the step of its first tick.
  long first_step(const Assignment& a, const RunnerSettings& settings, Outcome expected = Outcome::done) {
    std::optional<long> first;
    StoreWriter writer(path());
    Runner runner(writer, Rank(5), settings, stop_, [&](const Progress& p) {
      if (p.steps > 0 && !first) first = p.step;
    });
    EXPECT_EQ(runner.run(a), expected);
    writer.commit();
    return first.value_or(-1);
  }
  template <class Type>
  Type cell(std::int64_t index, const std::string& name) const {
    return std::get<Type>(row(index).at(name));
  }
  /// The digest of an experiment that runs to its end in a row that an earlier run has used.
  std::int64_t whole_digest(std::size_t experiment) {
    first_step(assignment(experiment), {});
    return cell<std::int64_t>(std::int64_t(experiment), "digest");
  }
};

TEST_F(Resuming, AnotherRankGoesOnFromTheStepAndEndsWithTheSameDigest) {
  Assignment a = assignment(0);
  EXPECT_EQ(stopped(a, 1, 19).outcome, Outcome::pending);
  const CheckpointHead head = read_checkpoint(file(1)).head;
  EXPECT_EQ(head.step, 20);
  EXPECT_EQ(head.steps, 50);
  EXPECT_EQ(head.sequences, 20 * 16);
  EXPECT_GT(head.seconds, 0);
  a.checkpoint = file(1);
  EXPECT_EQ(first_step(a, saving(2)), 20);
  EXPECT_EQ(cell<std::string>(0, "level"), instruction_set_level());
  EXPECT_EQ(cell<std::int64_t>(0, "attempts"), 1);
  const std::int64_t digest = cell<std::int64_t>(0, "digest");
  EXPECT_EQ(whole_digest(0), digest);
}

TEST_F(Resuming, SeveralStopsOneAfterTheOtherChangeNothing) {
  Assignment a = assignment(0);
  for (int epoch = 1; epoch < 5; ++epoch) {
    EXPECT_EQ(stopped(a, epoch, 11 * epoch).outcome, Outcome::pending);
    a.checkpoint = file(epoch);
  }
  EXPECT_EQ(first_step(a, {}), 45);
  const std::int64_t digest = cell<std::int64_t>(0, "digest");
  EXPECT_EQ(whole_digest(0), digest);
}

TEST_F(Resuming, ADivergenceIsFoundAtTheSameStep) {
  Assignment wild = assignment(1);
  wild.config.set("learning_rate", 1e30);
  EXPECT_EQ(stopped(wild, 1, 0).outcome, Outcome::pending);
  wild.checkpoint = file(wild, 1);
  EXPECT_EQ(first_step(wild, {}, Outcome::diverged), 1);
  EXPECT_NE(cell<std::string>(1, "message").find("at step 2"), std::string::npos);
  const std::int64_t digest = cell<std::int64_t>(1, "digest");
  wild.checkpoint.clear();
  EXPECT_EQ(first_step(wild, {}, Outcome::diverged), 0);
  EXPECT_EQ(cell<std::int64_t>(1, "digest"), digest);
}

TEST_F(Resuming, TheSecondsOfAllLaunchesAddUp) {
  const Assignment a = begun([](Checkpoint& c) { c.head.seconds = 1e6; });
  first_step(a, {});
  EXPECT_GT(cell<double>(0, "seconds"), 1e6);
  EXPECT_LT(cell<double>(0, "seconds"), 2e6);
}

TEST_F(Resuming, ATimeLimitHoldsOverAllLaunches) {
  Assignment a = begun([](Checkpoint& c) { c.head.seconds = 100; });
  a.time_limit = 99;
  EXPECT_EQ(first_step(a, saving(2), Outcome::timed_out), 10);
  EXPECT_EQ(cell<std::string>(0, "message"), "stopped at its time_limit of 99 s");
  EXPECT_TRUE(std::isnan(cell<double>(0, "initial_loss"))) << "the row has no results";
  EXPECT_EQ(cell<std::int64_t>(0, "last_step"), 10);
  EXPECT_FALSE(std::filesystem::exists(a.checkpoint));
  EXPECT_EQ(read_checkpoint(file(2)).head.step, 10);
}

/// Files of earlier versions: one per rank, and one per experiment that timed out.
TEST_F(Resuming, AFileUnderAnEarlierVersionsNameIsGoneOnFromAndRemovedAtTheEnd) {
  for (const std::string& name : {std::string("7-3"), "timed-out-" + assignment(0).identity}) {
    Assignment a = begun([](Checkpoint&) {});
    a.checkpoint = checkpoint_folder(path()) + "/" + name;
    std::filesystem::rename(file(1), a.checkpoint);
    ASSERT_EQ(find_checkpoints(path()).size(), 1u);
    EXPECT_EQ(first_step(a, saving(8)), 10) << name;
    EXPECT_TRUE(find_checkpoints(path()).empty()) << name;
  }
}

TEST_F(Resuming, WhatSeveralKindsOfProcessorComputedSaysSo) {
  EXPECT_EQ(first_step(begun([](Checkpoint& c) { c.head.level = "another"; }), {}), 10);
  EXPECT_EQ(cell<std::string>(0, "level"), "mixed");
}

TEST_F(Resuming, FailedRunsAreCountedOverLaunches) {
  Assignment a = begun([](Checkpoint& c) { c.head.failures = 1; });
  a.failures = a.retries = 1;
  EXPECT_EQ(first_step(a, {}), 10);
  EXPECT_EQ(cell<std::int64_t>(0, "attempts"), 2);
  Assignment broken = assignment(1);
  broken.config.set("length", std::int64_t{1} << 40);  // fails before its first tick
  broken.failures = 1;
  broken.retries = 3;
  first_step(broken, {}, Outcome::failed);
  EXPECT_EQ(cell<std::int64_t>(1, "attempts"), 4);
}

/// Rank 0 does not know that a paused experiment had failed before in this launch. Its file has this.
TEST_F(Resuming, FailedRunsBeforeAPauseAreCounted) {
  Assignment a = begun([](Checkpoint& c) { c.head.failures = 1; });
  a.checkpoint.clear();
  a.retries = 1;
  EXPECT_EQ(first_step(a, saving(1)), 10);
  EXPECT_EQ(cell<std::int64_t>(0, "attempts"), 2);
}

/// The state of a failed run belongs to that run.
TEST_F(Resuming, ARunAfterAFailureBeginsAnew) {
  Assignment a = begun([](Checkpoint&) {});
  a.failures = a.retries = 1;
  EXPECT_EQ(first_step(a, {}), 0);
}

TEST_F(Resuming, StateThatIsNotItsOwnIsPassedOver) {
  const std::vector<std::function<void(Checkpoint&)>> changes{
      [](Checkpoint& c) { c.head.identity = "another"; },
      [](Checkpoint& c) { c.head.program = "icsweep 0"; },
      [](Checkpoint& c) { c.state += '\0'; },
      [](Checkpoint& c) { c.state.resize(c.state.size() / 2); },
      [](Checkpoint& c) { c.state.clear(); },
  };
  std::set<std::int64_t> digests;
  for (const auto& change : changes) {
    EXPECT_EQ(first_step(begun(change), {}), 0);
    EXPECT_FALSE(std::filesystem::exists(file(1)));
    digests.insert(cell<std::int64_t>(0, "digest"));
  }
  EXPECT_EQ(digests, std::set<std::int64_t>{whole_digest(0)});
}

TEST_F(Resuming, ADamagedFileIsToldAndTheExperimentStartsAgain) {
  const Assignment a = begun([](Checkpoint&) {});
  std::filesystem::resize_file(a.checkpoint, std::filesystem::file_size(a.checkpoint) - 1);
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(first_step(a, {}), 0);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), a.checkpoint + ": is damaged, its experiment starts again\n");
  EXPECT_FALSE(std::filesystem::exists(a.checkpoint));
}

TEST_F(Resuming, TheFilesGoWhenTheRowIsCommittedWithoutWaiting) {
  const Assignment a = begun([](Checkpoint&) {});
  StoreWriter writer(path());
  Runner runner(writer, Rank(0), saving(2, 1e-9), stop_, [&](const Progress& p) {
    if (p.steps > 0 && p.step == 50) {
      EXPECT_TRUE(std::filesystem::exists(a.checkpoint));
    }
  });
  EXPECT_EQ(runner.run(a), Outcome::done);
  EXPECT_EQ(outcome(0), Outcome::done);
  EXPECT_TRUE(find_checkpoints(path()).empty());
}

/// A kill between the two would lose the experiment.
TEST_F(Resuming, NothingIsWrittenToTheStoreAfterTheFilesWereRemoved) {
  const Assignment a = begun([](Checkpoint&) {});
  StoreWriter writer(path());
  Runner runner(writer, Rank(0), {}, stop_, nothing);
  const int events = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  const int written = ::inotify_add_watch(events, path().c_str(), IN_MODIFY);
  const int removed = ::inotify_add_watch(events, checkpoint_folder(path()).c_str(), IN_DELETE);
  ASSERT_GE(std::min(written, removed), 0);
  EXPECT_EQ(runner.run(a), Outcome::done);
  std::vector<int> order;
  alignas(inotify_event) char buffer[4096];
  for (ssize_t size; (size = ::read(events, buffer, sizeof buffer)) > 0;)
    for (ssize_t at = 0; at < size;) {
      const auto* const event = reinterpret_cast<const inotify_event*>(buffer + at);
      order.push_back(event->wd);
      at += ssize_t(sizeof(inotify_event) + event->len);
    }
  ::close(events);
  EXPECT_EQ(std::count(order.begin(), order.end(), removed), 1);
  EXPECT_GT(std::count(order.begin(), order.end(), written), 0);
  EXPECT_EQ(order.back(), removed);
}

TEST_F(Resuming, TheFilesStayWhenTheRowCannotBeWritten) {
  const Assignment a = begun([](Checkpoint&) {});
  std::optional<FileSizeLimit> full;
  StoreWriter writer(path());
  Runner runner(writer, Rank(0), saving(2), stop_, [&](const Progress& p) {
    if (p.step == 40) full.emplace(2048);
  });
  EXPECT_THROW(runner.run(a), Error);
  full.reset();
  EXPECT_EQ(outcome(0), Outcome::pending);
  EXPECT_TRUE(std::filesystem::exists(a.checkpoint));
}

/// As after a kill: the experiment resumes from its last checkpoint.
TEST_F(Resuming, WhatIsSavedInBetweenSufficesWhenTheProcessDies) {
  {
    StoreWriter writer(path());
    Runner runner(writer, Rank(0), saving(1, 0.001), stop_, [](const Progress& p) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (p.step == 49) throw std::runtime_error("the coordinator is broken");
    });
    EXPECT_THROW(runner.run(assignment(0)), Error);
  }
  EXPECT_EQ(outcome(0), Outcome::pending);
  Assignment a = assignment(0);
  a.checkpoint = file(1);
  const long saved = read_checkpoint(file(1)).head.step;
  EXPECT_LT(saved, 50);
  EXPECT_EQ(first_step(a, {}), saved);
  const std::int64_t digest = cell<std::int64_t>(0, "digest");
  EXPECT_EQ(whole_digest(0), digest);
}

/// Another launch leads since a step of this one began: it gets the steps since the last checkpoint.
TEST_F(Resuming, ARankWhoseLeaseIsTakenLeavesItsLastState) {
  const auto last_saved = [&](const auto& error) {
    StoreWriter writer(path());
    long saved = 0;
    Runner runner(writer, Rank(0), saving(1, 1e-9), stop_, [&](const Progress& p) {
      if (p.saved > 0 && saved == 0) saved = p.step;
      if (p.step == 49) throw error;
    });
    EXPECT_THROW(runner.run(assignment(0)), LeaseLost);
    EXPECT_GT(saved, 0);
    return read_checkpoint(file(1)).head.step;
  };
  EXPECT_LT(last_saved(GivenUp(ErrorKind::store, "given up")), 49);
  EXPECT_EQ(last_saved(LeaseLost(ErrorKind::store, "taken over")), 49);
}

TEST_F(Resuming, CheckpointsThatCannotBeWrittenStopNoTraining) {
  std::ofstream(folder_.file("file")) << "there is no folder";
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(first_step(assignment(0), {.checkpoints = folder_.file("file"), .checkpoint_every = 1e-9}), 0);
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("training continues"), std::string::npos);
  EXPECT_EQ(said.find('\n'), said.size() - 1) << said;
}

TEST_F(Resuming, AnIsolatedExperimentGivesTheSameRowAndGoesOnToo) {
  const Assignment a = begun([](Checkpoint&) {});
  RunnerSettings settings = saving(2);
  settings.hang_after = 60;
  Assignment isolated = a;
  isolated.isolated = true;
  EXPECT_GE(first_step(isolated, settings), 10);
  EXPECT_FALSE(std::filesystem::exists(a.checkpoint));
  const std::int64_t digest = cell<std::int64_t>(0, "digest");
  Assignment fresh = assignment(0);
  fresh.isolated = true;
  first_step(fresh, settings);
  EXPECT_EQ(cell<std::int64_t>(0, "digest"), digest);
  EXPECT_EQ(whole_digest(0), digest);
}

/// The same process writes the store before, between and after its children.
TEST(Dying, AnExperimentThatDiesIsCrashedAndTheNextOneIsWritten) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  const Sweep sweep =
      parse_sweep("[[grid]]\ntask = \"poison\"\nsteps = 7\nhow = [\"none\", \"killed\", \"throw\"]\n", "s.toml");
  const TaskRegistry tasks({&poison_task()});
  const auto experiments = expand(tasks, sweep).experiments;
  prepare_store({sweep, tasks}, path, experiments, {"test"});
  StoreWriter writer(path);
  const StopFlag stop;
  Runner runner(writer, Rank(0), {.checkpoints = checkpoint_folder(path), .checkpoint_every = 1e-9}, stop, nothing);
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < experiments.size(); ++i)
    outcomes.push_back(runner.run({.task = experiments[i].task,
                                   .identity = experiments[i].identity,
                                   .config = experiments[i].config,
                                   .row = RowIndex(std::int64_t(i)),
                                   .isolated = true}));
  writer.commit();
  EXPECT_EQ(outcomes, (std::vector<Outcome>{Outcome::done, Outcome::crashed, Outcome::failed}));
  const auto rows = StoreReader(path).find("poison")->read_rows(0, 3);
  EXPECT_EQ(std::get<double>(rows[0].at("sum")), 28);
  EXPECT_EQ(std::get<std::string>(rows[1].at("message")),
            "its process died of signal 9 (Killed; was the memory full?), twice");
  EXPECT_EQ(std::get<std::string>(rows[1].at("level")), instruction_set_level());
  EXPECT_GT(std::get<double>(rows[1].at("seconds")), 0);
  EXPECT_TRUE(std::isnan(std::get<double>(rows[1].at("sum"))));
  EXPECT_EQ(std::get<std::string>(rows[2].at("message")), "thrown");
  EXPECT_TRUE(find_checkpoints(path).empty());
}

}  // namespace
}  // namespace icsweep
