// Python programs with icsweep's own package, io/python/icsweep/program.py, found without being installed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <tuple>

#include "io/base/shipped.hpp"
#include "tests/tasks/program/toy_program.hpp"

namespace icsweep::program_task_python_test {
namespace {

using test::failure, test::results_of, test::ToyProgram;

/// With the package's folder on PYTHONPATH, which -I would ignore.
class PythonProgram : public ToyProgram {
 public:
  using ToyProgram::ToyProgram;
  std::shared_ptr<const Task> task() {
    definition.command = {test::python(), "-S", "-B", "toy.py"};
    return ToyProgram::task();
  }
};

struct Left {};

class LeavingAt : public Context {
 public:
  explicit LeavingAt(long step) : step_(step) {}
  std::string state;

 protected:
  void on_tick(const Progress& progress) override {
    if (is_between_ticks() || progress.step < step_) return;
    state = std::string(snapshot().value());
    throw Left{};
  }

 private:
  long step_;
};

/// The program that docs/reference/programs.md shows.
TEST(PythonClient, TheExampleResumesWithTheBitsOfAnUninterruptedRun) {
  ProgramDefinition example{.name = "example",
                            .command = {test::python(), "-B", "example_program.py"},
                            .results = {"test_mse", "loss[checkpoint=1000]"},
                            .files = {"example_program.py"},
                            .folder = shipped_folder() + "/python",
                            .parameters = {real("learning_rate", 0.01), seed("seed")}};
  example.code = code_of(example);
  const auto task = program_task(example);
  test::Recorder whole;
  task->run(default_config(task->schema()), whole);
  EXPECT_LT(whole.scalar("test_mse"), 1e-3);
  LeavingAt first(600);
  EXPECT_THROW(task->run(default_config(task->schema()), first), Left);
  test::Recorder second;
  second.restore(first.state);
  task->run(default_config(task->schema()), second);
  EXPECT_EQ(test::bits(second.results()), test::bits(whole.results()));
  EXPECT_EQ(second.ticks, 401) << "400 steps, and a tick where it resumes";
}

TEST(PythonClient, PrintsDoNoHarm) {
  PythonProgram program(R"(
import os, subprocess, sys
from icsweep.program import serve
print("before")
def train(run):
    print("Epoch 1")
    os.write(1, b"of C code\n")
    subprocess.run(["echo", "of a child"])
    print(repr(sys.stdin.read()))
    return {"value": run.parameters["x"]}
serve(train)
)",
                        {"value"});
  EXPECT_EQ(failure(*program.task(), {}), "");
  EXPECT_EQ(results_of(*program.task(), values("x", 2.5)).at("value"), std::vector<double>{2.5});
}

/// The rank then asks for a checkpoint. A forked child ends by such a signal, as multiprocessing requires.
TEST(PythonClient, ASignalToTheWholeJobDoesNotEndIt) {
  PythonProgram program(R"(
import os, signal
from icsweep.program import serve
def train(run):
    for number in signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2:
        os.kill(os.getpid(), number)
    child = os.fork()
    while child == 0: os.kill(os.getpid(), signal.SIGTERM)
    return {"value": os.WTERMSIG(os.waitpid(child, 0)[1])}
serve(train)
)",
                        {"value"});
  EXPECT_EQ(results_of(*program.task(), {}).at("value"), std::vector<double>{15});
}

const char* const any_length = R"(
from icsweep.program import serve
def train(run):
    first = int(open(run.checkpoint).read()) if run.resumed else 0
    count = run.parameters["count"]
    for i in range(first, count):
        save = lambda path: open(path, "w").write(str(i + 1))
        run.progress(i + 1, count, save=save, curves={"loss": i + 1, "pair": [[i, -i]]})
    return {"list": list(range(count))}
serve(train)
)";

std::size_t finite(const std::vector<double>& values) {
  return std::size_t(std::ranges::count_if(values, [](double v) { return !std::isnan(v); }));
}

/// Values k, 2k, 3k, ... are kept, counted from 1, with the least power of two k for which they fit.
TEST(PythonClient, CurvesMayHaveAnyLength) {
  PythonProgram program(any_length, {"loss[checkpoint]", "pair[checkpoint][2]", "list[epoch]"});
  program.definition.parameters = {integer("count", 3)};
  const auto task = program.task();
  for (const auto& [count, kept, step] :
       {std::tuple(0, 0, 1), {3, 3, 1}, {1000, 1000, 1}, {1001, 500, 2}, {2100, 525, 4}}) {
    const Results results = results_of(*task, values("count", std::int64_t(count)));
    ASSERT_EQ(results.at("loss").size(), 1000u);
    EXPECT_EQ(finite(results.at("loss")), std::size_t(kept)) << count;
    EXPECT_EQ(finite(results.at("pair")), 2 * std::size_t(kept)) << count;
    EXPECT_EQ(finite(results.at("list")), std::size_t(kept)) << count;
    for (int i = 0; i < kept; ++i) {
      ASSERT_EQ(results.at("loss")[std::size_t(i)], step * (i + 1)) << count;
      ASSERT_EQ(results.at("pair")[std::size_t(2 * i + 1)], 1 - step * (i + 1)) << count;
    }
  }
}

TEST(PythonClient, ResumedCurvesOfAnyLengthAreThoseOfAnUninterruptedRun) {
  PythonProgram program(any_length, {"loss[checkpoint]", "pair[checkpoint][2]", "list[epoch]"});
  program.definition.parameters = {integer("count", 2100)};
  const auto task = program.task();
  test::Recorder whole, second;
  task->run(default_config(task->schema()), whole);
  LeavingAt first(1500);
  EXPECT_THROW(task->run(default_config(task->schema()), first), Left);
  second.restore(first.state);
  task->run(default_config(task->schema()), second);
  EXPECT_EQ(test::bits(second.results()), test::bits(whole.results()));
}

TEST(PythonClient, ADeclaredMaximumIsKept) {
  PythonProgram program(any_length, {"loss[checkpoint<=4]", "pair[checkpoint<=4][2]", "list[epoch<=4]"});
  program.definition.parameters = {integer("count", 3)};
  const auto task = program.task();
  EXPECT_EQ(finite(results_of(*task, {}).at("loss")), 3u);
  EXPECT_EQ(results_of(*task, {}).at("list").size(), 4u);
  EXPECT_EQ(failure(*task, values("count", std::int64_t(5))), "its program gave more of \"loss\" than [4]");
}

TEST(PythonClient, ExceptionsAreTheirExperimentsAlone) {
  PythonProgram program(R"(
from icsweep.program import Diverged, serve
def train(run):
    what = run.parameters["what"]
    if what == "fails": raise ValueError("no such layer")
    if what == "diverges": raise Diverged("loss is NaN")
    if what == "exits": raise SystemExit(3)
    if what == "none": return None
    return {"value": 1, "process": __import__("os").getpid()}
serve(train)
)",
                        {"value", "process"});
  const auto task = program.task();
  const auto process = results_of(*task, {}).at("process");
  EXPECT_EQ(failure(*task, values("what", "fails")), "toy.py:5: ValueError: no such layer");
  test::Recorder recorder;
  EXPECT_THROW(task->run(test::configured(*task, values("what", "diverges")), recorder), Diverged);
  EXPECT_EQ(failure(*task, values("what", "none")),
            "toy.py:3: TypeError: train() returned a NoneType, which must be a dict of results by name");
  EXPECT_EQ(results_of(*task, {}).at("process"), process);
  EXPECT_EQ(failure(*task, values("what", "exits")), "its program ended with exit status 3");
  EXPECT_NE(results_of(*task, {}).at("process"), process);
}

TEST(PythonClient, ARunHasItsOrder) {
  PythonProgram program(R"(
from icsweep.program import serve
def train(run):
    kinds = [type(v).__name__ for _, v in sorted(run.parameters.items())]
    assert kinds == ["int", "str", "float"], kinds
    assert run.threads == 3 and run.local_rank == 0 and not run.resumed, vars(run)
    assert __import__("os").environ["OMP_NUM_THREADS"] == "3"
    return {"value": run.seed}
serve(train)
)",
                        {"value"});
  const auto task = program.task();
  test::Recorder recorder;
  recorder.set_threads(3);
  task->run(test::configured(*task, values("seed", std::int64_t(1) << 52, "x", 2.0)), recorder);
  EXPECT_EQ(recorder.scalar("value"), 0x1p52);
}

TEST(PythonClient, AStopPassesThroughTheProgramsOwnHandlers) {
  PythonProgram program(R"(
import os
from icsweep.program import serve
def train(run):
    step = 0
    while True:
        try:
            step += 1
            run.progress(step, 10**9)
        except Exception:
            pass
        if run.parameters["what"] == "short": return {"value": os.getpid()}
serve(train)
)",
                        {"value"});
  const auto task = program.task();
  const auto process = results_of(*task, values("what", "short"));
  struct : Context {
    void on_tick(const Progress& progress) override {
      if (!is_between_ticks() && progress.step == 100) throw Left{};
    }
  } context;
  EXPECT_THROW(task->run(default_config(task->schema()), context), Left);
  EXPECT_EQ(results_of(*task, values("what", "short")), process);
}

/// Processor seconds of this process and of the program, which reports its own as its result "used".
double processor_seconds(const test::Recorder& program) {
  return double(std::clock()) / CLOCKS_PER_SEC + program.scalar("used");
}

/// Processor milliseconds of each of ten batches of experiments, sorted, for each of `parts` parts of an experiment.
std::vector<double> measured(const Task& task, const Values& values, int runs, int parts) {
  std::vector<double> each;
  const Config config = test::configured(task, values);
  for (int batch = 0; batch < 10; ++batch) {
    test::Recorder before;
    task.run(config, before);
    const double begin = processor_seconds(before);
    for (int i = 1; i <= runs; ++i) {
      test::Recorder last;
      task.run(config, last);
      if (i == runs) each.push_back(1e3 * (processor_seconds(last) - begin) / runs / parts);
    }
  }
  std::sort(each.begin(), each.end());
  return each;
}

/// Includes the time that the program's Python takes. The best of several batches counts, since other processes use the
/// caches. ICSWEEP_PROGRAM_RUNS=1000 measures 10^4 experiments.
TEST(PythonClient, AnExperimentCostsLessThanAMillisecond) {
  PythonProgram program(R"(
import time
from icsweep.program import serve
def train(run):
    for step in range(run.seed): run.progress(step + 1, run.seed, 0.5)
    return {"used": time.process_time()}
serve(train)
)",
                        {"used"});
  const auto task = program.task();
  task->prepare();
  const char* asked = std::getenv("ICSWEEP_PROGRAM_RUNS");
  const int runs = asked ? std::atoi(asked) : 200;
  const auto experiment = measured(*task, {}, runs, 1);
  const auto step = measured(*task, values("seed", std::int64_t(1000)), 2, 1000);
  printf(
      "%d experiments: best batch %.4f ms, median %.4f ms an experiment; %.4f and %.4f ms a step; with the program's "
      "own time\n",
      10 * runs, experiment[0], experiment[5], step[0], step[5]);
  EXPECT_LT(experiment[0], 1);
  EXPECT_LT(step[0], 1);
}

}  // namespace
}  // namespace icsweep::program_task_python_test
