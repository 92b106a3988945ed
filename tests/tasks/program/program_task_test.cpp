// Experiments of a program, its process between them, and every way in which it may fail.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/support/processes.hpp"
#include "tests/tasks/program/toy_program.hpp"

namespace icsweep {
namespace {

using test::failure, test::results_of, test::ToyProgram, test::toy;

TEST(ProgramTask, ManyExperimentsShareOneProcess) {
  ToyProgram program(toy());
  const auto task = program.task();
  const Results first = results_of(*task, values("x", 1.5));
  for (int i = 1; i < 50; ++i) {
    const Results other = results_of(*task, values("x", 0.5 * i, "seed", std::int64_t(i)));
    EXPECT_EQ(other.at("value"), std::vector<double>{1.0 * i});
    EXPECT_EQ(other.at("process"), first.at("process"));
    EXPECT_EQ(other.at("served"), std::vector<double>{1.0 * i});
  }
  EXPECT_EQ(first.at("value"), std::vector<double>{3});
}

TEST(ProgramTask, TheProcessEndsWithTheTask) {
  ToyProgram program(toy());
  auto task = program.task();
  const int process = int(results_of(*task, {}).at("process")[0]);
  EXPECT_TRUE(test::lives(process));
  task.reset();
  EXPECT_FALSE(test::lives(process));
}

/// A way to fail: Python for one experiment, and a text that the message must contain.
struct Hostile {
  std::string name, code, message;
};

std::ostream& operator<<(std::ostream& out, const Hostile& h) {
  return out << h.name;
}

class HostileProgram : public ::testing::TestWithParam<Hostile> {};

/// The experiment fails with its line, and the next one gets its result.
TEST_P(HostileProgram, IsAnOutcomeOfItsExperimentAlone) {
  const Hostile& h = GetParam();
  ToyProgram program(toy("    if what == 'bad':\n        " + h.code + "\n"));
  program.definition.silent_after = 2;
  const auto task = program.task();
  EXPECT_EQ(failure(*task, values("x", 1.0)), "");
  const std::string message = failure(*task, values("what", "bad"));
  EXPECT_NE(message.find(h.message), message.npos) << message;
  EXPECT_EQ(message.find('\n'), message.npos);
  EXPECT_EQ(results_of(*task, values("x", 4.0)).at("value"), std::vector<double>{8});
}

INSTANTIATE_TEST_SUITE_P(
    Each, HostileProgram,
    ::testing::Values(
        Hostile{"Dies", "sys.stderr.write('first\\n\\nlast words\\n'); sys.exit(3)",
                "its program ended with exit status 3; it last said: first / last words"},
        Hostile{"EndsWell", "sys.exit(0)", "its program ended with exit status 0"},
        Hostile{"Raises", "raise ValueError('a bad value')", "ended with exit status 1; it last said: "},
        Hostile{"RaisesSays", "raise ValueError('a bad value')", "ValueError: a bad value"},
        Hostile{"IsKilled", "os.kill(os.getpid(), 9)", "its program died of signal 9 (Killed; was the memory full?)"},
        Hostile{"Crashes", "os.kill(os.getpid(), 11)", "its program died of signal 11 (Segmentation fault)"},
        Hostile{"IsSilent", "time.sleep(1000)", "its program wrote no line for 2 s and was killed"},
        Hostile{"IsSilentInALine", "say('{', ''); time.sleep(1000)", "wrote no line for 2 s and was killed"},
        Hostile{"Stops", "os.kill(os.getpid(), signal.SIGSTOP)", "wrote no line for 2 s and was killed"},
        Hostile{"PrintsGarbage", "say('Epoch 1: loss 0.3'); hear()",
                "its program wrote \"Epoch 1: loss 0.3\" where a line of the protocol was expected"},
        Hostile{"PrintsBytes", "os.write(1, bytes(range(256))); hear()", "where a line of the protocol was expected"},
        Hostile{"PrintsAnEmptyLine", "say(''); hear()", "its program wrote \"\" where a line"},
        Hostile{"PrintsAnArray", "say([1]); hear()", "its program wrote \"[1]\" where a line"},
        Hostile{"PrintsAnotherObject", "say({'epoch': 1}); hear()", "which is not a line of the protocol"},
        Hostile{"PrintsDeepArrays", "say('{\"results\":' + '[' * 100000 + ']' * 100000 + '}'); hear()",
                "where a line of the protocol was expected"},
        Hostile{"PrintsALineWithoutEnd", "[os.write(1, b'x' * 65536) for i in range(1 << 30)]",
                "its program wrote a line of more than 1048696 bytes"},
        Hostile{"PrintsWithoutWaiting", "[say({'step': 1, 'steps': 9}) for i in range(1 << 30)]",
                "its program kept writing without waiting for the answer"},
        Hostile{"PrintsNowAndThenWithoutWaiting",
                "[(say({'step': 1, 'steps': 9}), time.sleep(0.05)) for i in range(1 << 30)]",
                "its program kept writing without waiting for the answer"},
        Hostile{"FloodsItsErrors", "[os.write(2, b'y' * 65536) for i in range(1 << 30)]",
                "its program wrote no line for 2 s and was killed; it last said: yyy"},
        Hostile{"GivesAnotherRun", "say({'run': order['run'] - 1, 'results': {}}); hear()", "where run 3 was to end"},
        Hostile{"GivesNoRun", "say({'results': {}}); hear()", "gave no integer \"run\""},
        Hostile{"SavesUnasked", "say({'saved': True}); hear()", "gave an answer without being asked"},
        Hostile{"StopsUnasked", "end(stopped=True); hear()", "gave an answer without being asked"},
        Hostile{"GivesNoResult", "end(results={'value': 1, 'process': 1})", "its program gave no result \"served\""},
        Hostile{"GivesAnotherResult", "end(results={'value': 1, 'process': 1, 'served': 1, 'more': 1})",
                "its program gave \"more\", which program.results does not name"},
        Hostile{"GivesACurveForANumber", "end(results={'value': [1], 'process': 1, 'served': 1})",
                "its program gave [1] of \"value\", which is one number"},
        Hostile{"GivesATextForANumber", "end(results={'value': 'one', 'process': 1, 'served': 1})",
                "gave \"one\" for \"value\", which is not a number"},
        Hostile{"GivesARaggedArray", "end(results={'value': [[1], [2, 3]], 'process': 1, 'served': 1})",
                "gave \"value\" with rows of different lengths"},
        Hostile{"GivesStepsBeyondTheEnd", "say({'step': 10, 'steps': 9}); hear()", "gave step 10 of 9"},
        Hostile{"GivesStepsOfNothing", "say({'step': 0, 'steps': 0}); hear()", "gave \"steps\": 0"},
        Hostile{"GivesACurveThatIsNone",
                "say({'step': 1, 'steps': 9, 'curves': {'value': 1}}); hear(); end(stopped=True)",
                "gave \"value\" as a curve along training; declare it as \"value[checkpoint=N]\""},
        Hostile{"Fails", "end(failed='no such\\nfile')", "no such file"},
        Hostile{"ClosesItsOutput", "os.close(1); time.sleep(1000)", "its program closed its output"},
        Hostile{"ClosesItsInput", "os.close(0); say({'step': 1, 'steps': 9}); time.sleep(1000)",
                "its program closed its input"},
        Hostile{"ReadsNoAnswer", "say({'step': 1, 'steps': 9}); time.sleep(1000)",
                "its program wrote no line for 2 s and was killed"},
        Hostile{"ForksAndDies", "os.fork() or time.sleep(1000); os._exit(4)", "its program ended with exit status 4"},
        Hostile{"LeavesASessionThatHoldsItsOutput", "os.fork() or (os.setsid(), time.sleep(20)); os._exit(5)",
                "its program ended with exit status 5"},
        Hostile{"LeavesASessionThatGoesOnWriting",
                "os.fork() or (os.setsid(), [os.write(1, b'z') for i in range(1 << 18)]); time.sleep(0.1); os._exit(6)",
                "its program ended with exit status 6"}),
    [](const auto& tested) { return tested.param.name; });

TEST(ProgramTask, WhatItForkedDiesWithIt) {
  ToyProgram program(
      toy("    if what == 'bad':\n"
          "        child = os.fork()\n"
          "        if child == 0: time.sleep(1000)\n"
          "        end(results={'value': child, 'process': 1, 'served': 1})\n"));
  auto task = program.task();
  const int child = int(results_of(*task, values("what", "bad")).at("value")[0]);
  EXPECT_TRUE(test::lives(child));
  task.reset();
  for (int i = 0; i < 60'000 && test::lives(child); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_FALSE(test::lives(child));
}

/// A process that ends after its results, or writes more than it should after them, costs the next experiment nothing.
TEST(ProgramTask, WhatAProcessDoesAfterItsResultsIsNotTheNextOnesFault) {
  for (const char* after : {"sys.exit(1)", "say('bye')", "[say('bye') for i in range(1 << 30)]",
                            "time.sleep(0.05); say('bye')", "time.sleep(0.05); sys.exit(1)",
                            "time.sleep(0.05); end(results={'value': 7, 'process': 7, 'served': 7})", "os.close(0)"}) {
    SCOPED_TRACE(after);
    ToyProgram program(toy(std::string("    if what == 'last':\n        good()\n        ") + after + "\n"));
    const auto task = program.task();
    for (const int pause : {0, 100}) {
      EXPECT_EQ(results_of(*task, values("what", "last", "x", 2.0)).at("value"), std::vector<double>{4});
      std::this_thread::sleep_for(std::chrono::milliseconds(pause));
      EXPECT_EQ(results_of(*task, values("x", 3.0)).at("value"), std::vector<double>{6});
    }
  }
}

TEST(ProgramTask, EveryFormOfNumberArrives) {
  ToyProgram program(
      toy("    if what == 'odd':\n"
          "        say('{\"run\":%d,\"results\":{\"value\":null,\"process\":-Infinity,\"served\":[NaN,'\n"
          "            '\"NaN\",1e300,-0.0,3,Infinity]}}' % order['run'])\n"),
      {"value", "process", "served[6]"});
  const Results results = results_of(*program.task(), values("what", "odd"));
  EXPECT_TRUE(std::isnan(results.at("value")[0]));
  EXPECT_EQ(results.at("process")[0], -HUGE_VAL);
  const auto& all = results.at("served");
  ASSERT_EQ(all.size(), 6u);
  EXPECT_TRUE(std::isnan(all[0]) && std::isnan(all[1]) && std::signbit(all[3]));
  EXPECT_EQ(all[2], 1e300);
  EXPECT_EQ(all[4], 3);
  EXPECT_EQ(all[5], HUGE_VAL);
}

TEST(ProgramTask, ArraysArriveNestedOrFlat) {
  ToyProgram program(toy("    if what == 'flat': end(results={'m': [1, 2, 3, 4, 5, 6]})\n"
                         "    if what == 'nested': end(results={'m': [[1, 2, 3], [4, 5, 6]]})\n"
                         "    if what == 'turned': end(results={'m': [[1, 2], [3, 4], [5, 6]]})\n"),
                     {"m[2][3]"});
  const auto task = program.task();
  const std::vector<double> expected{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(results_of(*task, values("what", "flat")).at("m"), expected);
  EXPECT_EQ(results_of(*task, values("what", "nested")).at("m"), expected);
  EXPECT_EQ(failure(*task, values("what", "turned")), "its program gave [3][2] of \"m\", which is [2][3]");
}

TEST(ProgramTask, DivergenceIsToldApartFromFailure) {
  ToyProgram program(toy("    if what == 'bad': end(diverged='loss is NaN at step 3')\n"));
  const auto task = program.task();
  test::Recorder recorder;
  try {
    task->run(test::configured(*task, values("what", "bad")), recorder);
    FAIL();
  } catch (const Diverged& e) {
    EXPECT_STREQ(e.what(), "loss is NaN at step 3");
  }
}

TEST(ProgramTask, AProgramThatCannotBeStartedIsOneLine) {
  ToyProgram program(toy());
  const auto refused = [&](std::vector<std::string> command) {
    program.definition.command = std::move(command);
    const auto task = program.task();
    EXPECT_EQ(failure(*task, {}), failure(*task, {}));
    return failure(*task, {});
  };
  EXPECT_EQ(refused({"no-such-program"}),
            "no-such-program: there is no such program on the PATH, check program.command");
  EXPECT_NE(refused({"./toy.py"}).find("toy.py: is not an executable file, run chmod +x"), std::string::npos);
  EXPECT_NE(refused({"./none"}).find("none: there is no such program, check program.command"), std::string::npos);
  ::chmod(program.file("toy.py").c_str(), 0700);
  EXPECT_NE(refused({"./toy.py"}).find("toy.py: cannot be started (Exec format error)"), std::string::npos);
  EXPECT_EQ(refused({"true"}), "its program ended with exit status 0");
  EXPECT_EQ(refused({"echo", "hello"}), "its program ended with exit status 0; it last said: hello");
  EXPECT_EQ(refused({"sh", "-c", "echo '{\"icsweep\":2}'; cat"}),
            "its program speaks version 2 of the protocol, not 1");
  EXPECT_EQ(refused({"sh", "-c", "echo '{\"icsweep\":1,\"step\":1,\"steps\":2}'; cat"}),
            "its program did not begin with {\"icsweep\":1}");
}

TEST(ProgramTask, WhatIsPrintedBeforeTheHelloDoesNoHarm) {
  ToyProgram program("print('a banner', flush=True)\nprint('{\"icsweep', flush=True)\n" + toy());
  EXPECT_EQ(results_of(*program.task(), values("x", 2.0)).at("value"), std::vector<double>{4});
  program.write("while True: print('x' * 1000)");
  EXPECT_EQ(failure(*program.task(), {}).substr(0, 76),
            "its program printed more than 1048696 bytes before it began with {\"icsweep\":");
}

TEST(ProgramTask, AFileThatChangesWhileTheSweepRunsIsNotRun) {
  ToyProgram program(toy());
  const auto task = program.task();
  program.write(toy() + "# changed\n");
  EXPECT_EQ(failure(*task, {}),
            "its program's files were changed while the sweep ran; run the same command again, with --retry failed if "
            "they are as before");
}

TEST(ProgramTask, PreparingStartsTheProcessOnce) {
  ToyProgram program(toy());
  const auto task = program.task();
  task->prepare();
  task->prepare();
  const Results first = results_of(*task, {});
  task->prepare();
  EXPECT_EQ(results_of(*task, {}).at("process"), first.at("process"));
}

TEST(ProgramTask, CountsSecondsAsWorkAndRefusesAnotherCode) {
  ToyProgram program(toy());
  const auto task = program.task();
  const Config config = default_config(task->schema());
  EXPECT_EQ(task->cost(config).training_flop, 1e9);
  program.definition.seconds = 30;
  EXPECT_EQ(program.task()->cost(config).training_flop, 3e10);
  EXPECT_TRUE(task->resumable(config));
  program.definition.checkpoints = false;
  EXPECT_FALSE(program.task()->resumable(config));
  EXPECT_NO_THROW(task->validate(config));
  EXPECT_THROW(task->validate(test::configured(*task, values("code", "other"))), Error);
  program.definition.command.clear();
  EXPECT_THROW(program.task(), Error);
}

}  // namespace
}  // namespace icsweep
