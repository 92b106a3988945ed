// A program's progress, checkpoints, curves along training and stops.
#include <gtest/gtest.h>

#include <chrono>

#include "tests/support/processes.hpp"
#include "tests/tasks/program/toy_program.hpp"
#include "tests/tasks/short_of_descriptors.hpp"

namespace icsweep {
namespace {

using test::results_of, test::ToyProgram;

/// Trains x ← (1103515245x + 12345) mod 2^31 for 20 steps, exactly. The curve holds x after every second step. It saves
/// as text. `each_step` is the action at each step.
std::string trainer(const std::string& each_step = "pass") {
  std::string text = test::toy_beginning + R"(
    steps, x, log = 20, order["seed"], open("log.txt", "a")
    first = 0
    if order["resume"]:
        first, x = json.load(open(order["checkpoint"]))
    print("begins at", first, file=log, flush=True)
    stopped = False
    for step in range(first, steps + 1):
        EACH_STEP
        if step > first:
            x = (1103515245 * x + 12345) % 2**31
        say({"step": step, "steps": steps, "loss": 1 / (step + 1),
             **({"curves": {"path": x}} if step > first and step % 2 == 0 else {})})
        answer = hear()["do"]
        while answer == "save":
            json.dump([step, x], open(order["checkpoint"], "w"))
            say({"saved": True})
            answer = hear()["do"]
        if answer == "stop":
            stopped = True
            break
    print("stops at" if stopped else "ends at", step, file=log, flush=True)
    if stopped: end(stopped=True)
    else: end(results={"end": x, "process": os.getpid()})
)";
  return text.replace(text.find("EACH_STEP"), 9, each_step);
}

const std::string save = R"(json.dump([step, x], open(order["checkpoint"], "w")))";
const std::vector<std::string> trained{"end", "process", "path[checkpoint=10]"};

struct Left {};

/// Leaves the experiment at a tick or poll, as a signal does, and keeps the last snapshot.
class Leaving : public Context {
 public:
  explicit Leaving(long step) : step_(step) {}
  /// Leaves at the first poll after this step, as a signal does during a step, and makes the file `left`.
  Leaving(long step, std::string left) : step_(step), also_polls_(true), left_(std::move(left)) {}
  std::optional<std::string> last;
  int polls = 0;

 protected:
  void on_tick(const Progress& progress) override {
    const bool is_poll = is_between_ticks();
    polls += is_poll;
    if (is_poll && !(also_polls_ && progress.step >= step_)) return;
    if (is_poll && !left_.empty()) std::ofstream{left_};
    if (const auto fresh = snapshot()) last = std::string(*fresh);
    if (is_poll || (progress.step >= step_ && !also_polls_)) throw Left{};
    if (progress.step > step_) throw Left{};
  }

 private:
  long step_;
  bool also_polls_ = false;
  std::string left_;
};
/// In step 4 the program waits for the file `left`, so that the context is polled in that step.
const std::string waits_in_step_4 = "while step == 4 and not os.path.exists('left'): time.sleep(0.001)\n        ";

Config seeded(const Task& task) {
  return test::configured(task, values("seed", std::int64_t(42)));
}

std::string log_of(const ToyProgram& program) {
  std::ifstream log(program.file("log.txt"));
  return {std::istreambuf_iterator<char>(log), {}};
}
/// The log without the lines of stops, which a process of an earlier run may still write.
std::string log_without_stops(const ToyProgram& program) {
  std::ifstream log(program.file("log.txt"));
  std::string text;
  for (std::string line; std::getline(log, line);)
    if (!line.starts_with("stops at")) text += line + '\n';
  return text;
}

TEST(ProgramRun, TicksWithTheProgramsProgress) {
  ToyProgram program(trainer(), trained);
  const auto task = program.task();
  test::Recorder recorder;
  task->run(seeded(*task), recorder);
  EXPECT_EQ(recorder.ticks, 21);
  EXPECT_EQ(recorder.last.step, 20);
  EXPECT_EQ(recorder.last.steps, 20);
  EXPECT_EQ(recorder.last.sequences, 20);
  EXPECT_EQ(recorder.last.loss, 1 / 21.0);
}

/// Stopped at every step and continued in other processes, the results are those of an uninterrupted run.
TEST(ProgramRun, AResumedRunEqualsAnUninterruptedRun) {
  ToyProgram program(trainer(), trained);
  const auto task = program.task();
  Results whole = results_of(*task, values("seed", std::int64_t(42)));
  EXPECT_EQ(whole.at("path").size(), 10u);
  EXPECT_EQ(whole.at("path").back(), whole.at("end")[0]);
  whole.erase("process");
  for (const long step : {0L, 1L, 2L, 7L, 19L, 20L}) {
    SCOPED_TRACE(step);
    Leaving first(step);
    EXPECT_THROW(task->run(seeded(*task), first), Left);
    ASSERT_TRUE(first.last);
    const auto elsewhere = program.task();
    test::Recorder second;
    second.restore(*first.last);
    elsewhere->run(seeded(*elsewhere), second);
    Results resumed = second.results();
    resumed.erase("process");
    EXPECT_EQ(resumed, whole);
    EXPECT_EQ(second.ticks, 21 - step);
    const std::string begins = "begins at " + std::to_string(step) + "\nends at 20\n";
    const std::string log = log_without_stops(program);
    EXPECT_TRUE(log.ends_with(begins)) << log;
  }
}

/// A chain of lives of one step each.
TEST(ProgramRun, ARunStoppedAtEachStepComesToItsEnd) {
  ToyProgram program(trainer(), trained);
  const auto task = program.task();
  std::optional<std::string> last;
  for (long step = 0; step < 20; ++step) {
    Leaving context(step);
    if (last) context.restore(*last);
    EXPECT_THROW(task->run(seeded(*task), context), Left);
    ASSERT_TRUE(context.last);
    last = context.last;
  }
  test::Recorder end;
  end.restore(*last);
  task->run(seeded(*task), end);
  EXPECT_EQ(end.results().at("path"), results_of(*task, values("seed", std::int64_t(42))).at("path"));
}

TEST(ProgramRun, AProgramThatIsToldToStopServesTheNextExperiment) {
  ToyProgram program(trainer(), trained);
  const auto task = program.task();
  const double process = results_of(*task, {}).at("process")[0];
  Leaving context(5);
  EXPECT_THROW(task->run(seeded(*task), context), Left);
  EXPECT_EQ(results_of(*task, {}).at("process")[0], process);
  EXPECT_NE(log_of(program).find("stops at 5"), std::string::npos);
}

/// Slurm signals the program too, and it may end with any status.
TEST(ProgramRun, AProgramThatEndsWhileItsRankIsStoppedIsStoppedToo) {
  ToyProgram program(trainer(waits_in_step_4 + "if step == 4: os._exit(1)"), trained);
  const auto task = program.task();
  Leaving context(3, program.file("left"));
  EXPECT_THROW(task->run(seeded(*task), context), Left);
  EXPECT_GT(context.polls, 0);
}

/// A stop within a step waits for the end of the step, where the program can save.
TEST(ProgramRun, AStopWithinAStepIsSavedAtItsEnd) {
  ToyProgram program(trainer(waits_in_step_4 + "pass"), trained);
  const auto task = program.task();
  Leaving context(3, program.file("left"));
  EXPECT_THROW(task->run(seeded(*task), context), Left);
  EXPECT_GT(context.polls, 0);
  ASSERT_TRUE(context.last);
  test::Recorder second;
  second.restore(*context.last);
  task->run(seeded(*task), second);
  EXPECT_NE(log_of(program).find("stops at 4\nbegins at 4\nends at 20"), std::string::npos) << log_of(program);
}

/// Before its first step there is nothing to wait for.
TEST(ProgramRun, AStopBeforeTheFirstStepIsAtOnce) {
  ToyProgram program(trainer("time.sleep(1e6)"), trained);
  const auto task = program.task();
  task->prepare();
  Leaving context(0, program.file("left"));
  EXPECT_THROW(task->run(seeded(*task), context), Left);
}

/// The next experiment has another process.
TEST(ProgramRun, AProgramThatDoesNotStopIsKilled) {
  for (const char* instead : {"time.sleep(1000)", "pass"}) {
    SCOPED_TRACE(instead);
    std::string text = trainer("time.sleep(0.01)");
    text.replace(text.find("stopped = True\n            break"), 32, instead);
    ToyProgram program(text, trained);
    program.definition.silent_after = 5;  // the interpreter starts in less
    const auto task = program.task();
    const int process = int(results_of(*task, {}).at("process")[0]);
    Leaving context(5);
    EXPECT_THROW(task->run(seeded(*task), context), Left);
    const int other = int(results_of(*task, {}).at("process")[0]);
    EXPECT_NE(other, process);
    EXPECT_FALSE(test::lives(process));
  }
}

TEST(ProgramRun, CurvesSoFarAreKeptWhenItStops) {
  ToyProgram program(trainer(), trained);
  const auto task = program.task();
  Leaving context(7);
  EXPECT_THROW(task->run(seeded(*task), context), Left);
  const auto& path = context.results().at("path");
  ASSERT_EQ(path.size(), 10u);
  EXPECT_FALSE(std::isnan(path[2]));
  EXPECT_TRUE(std::isnan(path[3]));
}

TEST(ProgramRun, ACurveMustBeWholeAtTheEnd) {
  ToyProgram program(trainer(), {"end", "process", "path[checkpoint=11]"});
  EXPECT_EQ(test::failure(*program.task(), {}), "its program gave [10] of \"path\", which is [11]");
  ToyProgram shorter(trainer(), {"end", "process", "path[checkpoint=9]"});
  EXPECT_EQ(test::failure(*shorter.task(), {}), "its program gave more of \"path\" than [9]");
}

/// With early stopping. What was due until the last step must be there.
TEST(ProgramRun, ACurveOfATrainingThatEndsEarlyIsShorter) {
  const std::string early = "if step == 12: break";
  ToyProgram program(trainer(early), trained);
  const auto task = program.task();
  test::Recorder context;
  task->run(seeded(*task), context);
  const auto& path = context.results().at("path");
  ASSERT_EQ(path.size(), 10u);
  EXPECT_FALSE(std::isnan(path[4]));
  EXPECT_TRUE(std::isnan(path[5]));
  ToyProgram longer(trainer(early), {"end", "process", "path[checkpoint=20]"});
  EXPECT_EQ(test::failure(*longer.task(), {}), "its program gave [5] of \"path\", which is [20]");
}

/// A program that cannot save, or is never asked to, has no state: it begins anew.
TEST(ProgramRun, WithoutACheckpointThereIsNoState) {
  std::string text = trainer();
  text.replace(text.find(save), save.size(), "pass").replace(text.find("\"saved\": True"), 13, "\"saved\": False");
  ToyProgram cannot(text, trained);
  Leaving first(5);
  EXPECT_THROW(cannot.task()->run(seeded(*cannot.task()), first), Left);
  EXPECT_FALSE(first.last);

  ToyProgram never(trainer("assert answer != 'save' if step else True"), trained);
  never.definition.checkpoints = false;
  Leaving second(5);
  EXPECT_THROW(never.task()->run(seeded(*never.task()), second), Left);
  EXPECT_FALSE(second.last);
}

/// Over two experiments of one process; a program that declares another course is not asked.
TEST(ProgramRun, OneThatDeclaresSavesAndDoesNotSaveIsNamedOnce) {
  std::string text = trainer();
  text.replace(text.find(save), save.size(), "pass").replace(text.find("\"saved\": True"), 13, "\"saved\": False");
  const auto said = [&](const std::string& at_rung) {
    ToyProgram program(text, trained);
    program.definition.at_rung = at_rung;
    const auto task = program.task();
    ::testing::internal::CaptureStderr();
    for (int i = 0; i < 2; ++i) {
      Leaving context(5);
      EXPECT_THROW(task->run(seeded(*task), context), Left);
    }
    return ::testing::internal::GetCapturedStderr();
  };
  EXPECT_EQ(said("saves"),
            "toy: the program declares program.at_rung = \"saves\" and answers {\"saved\":false}: an experiment that "
            "stops at a rung begins anew; declare \"restarts\", or let it save\n");
  EXPECT_EQ(said(""), "");
}

TEST(ProgramRun, ASavedFileThatIsNotThereIsNoState) {
  std::string text = trainer();
  text.replace(text.find(save), save.size(), "pass");
  ToyProgram program(text, trained);
  Leaving context(5);
  const auto task = program.task();
  ::testing::internal::CaptureStderr();
  EXPECT_THROW(task->run(seeded(*task), context), Left);
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("toy: the program reported that it saved, but there is no file"), said.npos) << said;
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1);
  EXPECT_FALSE(context.last);
}

/// It fails as at any other moment, not as an error of icsweep.
TEST(ProgramRun, AProgramThatDiesWhileItSavesFails) {
  std::string text = trainer();
  text.replace(text.find(save), save.size(), "sys.exit(9)");
  ToyProgram program(text, trained);
  const auto task = program.task();
  Leaving context(5);
  try {
    task->run(seeded(*task), context);
    FAIL();
  } catch (const std::runtime_error& e) {
    EXPECT_STREQ(e.what(), "its program ended with exit status 9");
  }
}

/// Other ranks are served while it computes.
TEST(ProgramRun, PollsEveryFewMilliseconds) {
  ToyProgram program(trainer("time.sleep(0.1)"), trained);
  const auto task = program.task();
  Leaving context(21);
  task->run(seeded(*task), context);
  EXPECT_GT(context.polls, 21 * 3);
}

/// First the program's files cannot be read. With a version none is read, and then no pipe can be made.
TEST(ProgramRun, WaitsWhileTheProcessIsShortOfDescriptors) {
  for (const char* version : {"", "1"}) {
    ToyProgram program(trainer(), trained);
    program.definition.version = version;
    const auto task = program.task();
    const Config config = seeded(*task);
    test::ShortOfDescriptors context;
    task->run(config, context);
    EXPECT_FALSE(context.shortage) << version;
    EXPECT_TRUE(context.results().contains("end")) << version;
  }
}

/// With declared steps, a rung of a search is a step, at which the curves are complete.
TEST(ProgramRun, ReportsInItsDeclaredStepsWithTheCurvesThatAreDue) {
  const auto message_of = [](std::int64_t steps, const std::string& each_step, const std::string& path) {
    ToyProgram program(trainer(each_step), {"end", "process", path});
    program.definition.parameters.push_back(integer("steps", steps));
    program.definition.steps = "steps", program.definition.steps_place = "s.toml:7";
    const auto task = program.task();
    try {
      results_of(*task, values("seed", std::int64_t(42)));
    } catch (const std::runtime_error& e) {
      return std::string(e.what());
    }
    return std::string("done");
  };
  EXPECT_EQ(message_of(20, "pass", "path[checkpoint=10]"), "done");
  EXPECT_EQ(
      message_of(19, "pass", "path[checkpoint=10]"),
      "its program reported step 0 of 20, but steps = 19: program.steps (s.toml:7) says that its steps are steps");
  EXPECT_EQ(message_of(20, "pass", "path[checkpoint=20]"),
            "its program gave 1 of the 2 values of \"path\" that are due at step 2 of 20");
}

/// An experiment that is to end at the step of its checkpoint needs no process.
TEST(ProgramRun, AResumedRunTicksBeforeItsProgramStarts) {
  ToyProgram program(trainer(), trained);
  const auto task = program.task();
  Leaving first(7);
  EXPECT_THROW(task->run(seeded(*task), first), Left);
  Leaving second(7);
  second.restore(*first.last);
  const auto elsewhere = program.task();
  EXPECT_THROW(elsewhere->run(seeded(*elsewhere), second), Left);
  EXPECT_EQ(log_without_stops(program), "begins at 0\n");
  ASSERT_TRUE(second.last);
  test::Recorder third;
  third.restore(*second.last);
  elsewhere->run(seeded(*elsewhere), third);
  EXPECT_EQ(third.results().at("path").size(), 10u);
}

}  // namespace
}  // namespace icsweep
