// Tests a program's experiments on a rank: saved from time to time, stopped, killed and resumed.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cmath>
#include <filesystem>
#include <thread>

#include "engine/worker/attempt.hpp"
#include "engine/worker/subprocess.hpp"
#include "tests/tasks/program/toy_program.hpp"

namespace icsweep {
namespace {

using test::ToyProgram;

/// 100 steps of x/500 seconds each; the default is a millisecond. With `what == "dies"` it dies while it saves.
const std::string trainer = test::toy_beginning + R"(
    step, x = json.load(open(order["checkpoint"])) if order["resume"] else (0, order["seed"])
    answer = "go"
    while step < 100 and answer != "stop":
        time.sleep(p["x"] / 500)
        step, x = step + 1, (1103515245 * x + 12345) % 2**31
        say({"step": step, "steps": 100, "loss": x, "curves": {"path": x}})
        answer = hear()["do"]
        while answer == "save":
            if what == "dies": sys.exit(9)
            json.dump([step, x], open(order["checkpoint"], "w"))
            say({"saved": True})
            answer = hear()["do"]
    if answer == "stop": end(stopped=True)
    else: end(results={"last": x})
)";

class ProgramAttempt : public ::testing::Test {
 protected:
  ProgramAttempt() : program_(trainer, {"last", "path[checkpoint=100]"}), task_(program_.task()) {
    std::filesystem::create_directory(checkpoints());
  }
  std::string checkpoints() const { return checkpoint_folder(program_.file("s.h5")); }
  Assignment assignment(const Values& values = {}) const {
    const Config config = test::configured(*task_, values);
    Assignment a{task_.get(), identity(task_->schema(), config), config, RowIndex(0), 0, 0, 0};
    return a;
  }
  std::string file(const Assignment& a, int epoch) const { return checkpoint_path(checkpoints(), a.identity, epoch); }
  /// The results of an undisturbed run.
  Results whole() const {
    const StopFlag never;
    CheckpointSaver none("", 1, 0);
    const Attempt done = attempt(assignment(), 0, none, never, [](const Progress&) {});
    EXPECT_EQ(done.outcome, Outcome::done) << done.message;
    return done.results;
  }

  ToyProgram program_;
  std::shared_ptr<const Task> task_;
};

/// Polls come every few milliseconds, so a checkpoint is nearly always due between two ticks.
TEST_F(ProgramAttempt, IsSavedWhenACheckpointIsDue) {
  StopFlag stop;
  stop.set_by_signals();
  CheckpointSaver saver(checkpoints(), 1, 0.5);
  const Assignment a = assignment(values("x", 25.0));
  bool saved = false;
  const Attempt stopped = attempt(a, 0, saver, stop, [&](const Progress& progress) {
    saved |= std::filesystem::exists(file(a, 1));
    if (progress.step == 40) std::raise(SIGTERM);
  });
  EXPECT_EQ(stopped.outcome, Outcome::pending) << stopped.message;
  EXPECT_TRUE(saved);
}

TEST_F(ProgramAttempt, GoesOnAfterAStopWithTheSameResults) {
  for (const long step : {1L, 30L, 98L}) {
    SCOPED_TRACE(step);
    Assignment a = assignment();
    StopFlag stop;
    stop.set_by_signals();
    CheckpointSaver saver(checkpoints(), 1, 0), later(checkpoints(), 2, 0);
    const Attempt first = attempt(a, 0, saver, stop, [step](const Progress& progress) {
      if (progress.step == step) std::raise(SIGTERM);
    });
    ASSERT_EQ(first.outcome, Outcome::pending) << first.message;
    ASSERT_TRUE(std::filesystem::exists(file(a, 1)));
    EXPECT_GE(read_checkpoint(file(a, 1)).head.step, step);
    a.checkpoint = file(a, 1);
    const StopFlag never;
    const Attempt second = attempt(a, 0, later, never, [](const Progress&) {});
    EXPECT_EQ(second.outcome, Outcome::done) << second.message;
    EXPECT_EQ(second.results, whole());
  }
}

TEST_F(ProgramAttempt, KeepsItsCurvesAtItsTimeLimit) {
  task_->prepare();
  Assignment a = assignment(values("x", 5.0));
  a.time_limit = 0.4;
  const StopFlag never;
  CheckpointSaver saver(checkpoints(), 1, 0);
  const Attempt late = attempt(a, 0, saver, never, [](const Progress&) {});
  EXPECT_EQ(late.outcome, Outcome::timed_out) << late.message;
  ASSERT_TRUE(late.results.contains("path"));
  EXPECT_FALSE(late.results.contains("last"));
  EXPECT_FALSE(std::isnan(late.results.at("path")[0]));
  EXPECT_TRUE(std::isnan(late.results.at("path")[99]));
  a.time_limit = 0;
  CheckpointSaver later(checkpoints(), 1, 0);
  EXPECT_EQ(attempt(a, 0, later, never, [](const Progress&) {}).results, whole());
}

/// It would be an error of icsweep, and end the launch, if it passed through the saver.
TEST_F(ProgramAttempt, AProgramThatDiesWhileItSavesFailsAlone) {
  const StopFlag never;
  CheckpointSaver saver(checkpoints(), 1, 0.001);
  const Attempt died = attempt(assignment(values("what", "dies")), 0, saver, never, [](const Progress&) {});
  EXPECT_EQ(died.outcome, Outcome::failed);
  EXPECT_EQ(died.message, "its program ended with exit status 9");
  EXPECT_EQ(attempt(assignment(), 0, saver, never, [](const Progress&) {}).outcome, Outcome::done);
}

/// Ranks are killed at any moment. The program dies with them, and the next rank resumes.
TEST_F(ProgramAttempt, GoesOnAfterKillsOfItsRankWithTheSameResults) {
  const Assignment a = assignment();
  const StopFlag never;
  for (int epoch = 1; epoch <= 8; ++epoch) {
    Assignment from = a;
    if (std::filesystem::exists(file(a, epoch - 1))) from.checkpoint = file(a, epoch - 1);
    const pid_t rank = ::fork();
    if (rank == 0) {
      CheckpointSaver saver(checkpoints(), epoch, 0.002);
      attempt(from, 0, saver, never, [](const Progress&) {});
      for (;;) ::pause();
    }
    // Every other rank is killed after its first checkpoint, however slow the machine is.
    for (int i = 0; i < 300'000 && epoch % 2 == 0 && !std::filesystem::exists(file(a, epoch)); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::milliseconds(60 + 7 * epoch));
    ::kill(rank, SIGKILL);
    ::waitpid(rank, nullptr, 0);
    if (!std::filesystem::exists(file(a, epoch)) && !from.checkpoint.empty())
      std::filesystem::copy_file(from.checkpoint, file(a, epoch));
  }
  Assignment last = a;
  last.checkpoint = file(a, 8);
  ASSERT_TRUE(std::filesystem::exists(last.checkpoint));
  EXPECT_GT(read_checkpoint(last.checkpoint).head.step, 0);
  CheckpointSaver saver(checkpoints(), 9, 0);
  const Attempt done = attempt(last, 0, saver, never, [](const Progress&) {});
  EXPECT_EQ(done.outcome, Outcome::done) << done.message;
  EXPECT_EQ(done.results, whole());
}

/// After a crash each experiment has its own process and, with it, its own program.
TEST_F(ProgramAttempt, RunsInASubprocess) {
  const StopFlag never;
  const Results expected = whole();  // this process has a program already
  for (int i = 0; i < 2; ++i) {
    const auto run = [&](const OnTick& tell, const OnSoFar&) {
      CheckpointSaver none("", 1, 0);
      return attempt(assignment(), 0, none, never, tell);
    };
    const Attempt done = run_in_subprocess(
        run, never, [](const Progress&) {}, 60);
    EXPECT_EQ(done.outcome, Outcome::done) << done.message;
    EXPECT_EQ(done.results, expected);
  }
  EXPECT_EQ(whole(), expected);
}

}  // namespace
}  // namespace icsweep
