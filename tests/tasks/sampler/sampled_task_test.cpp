// Sampled tasks train, resume and split over threads as their bases do.
#include "tasks/sampler/sampled_task.hpp"

#include "tasks/random.hpp"
#include "tasks/regression/prompts.hpp"
#include "tasks/sampler/interpreter.hpp"
#include "tests/tasks/sampler/sampler_folder.hpp"
#include "tests/tasks/short_of_descriptors.hpp"
#include "tests/tasks/stopping.hpp"

namespace icsweep {
namespace {

class SampledTask : public test::SamplerFolder {
 protected:
  struct Case {
    std::shared_ptr<const Task> task;
    Config config;
  };

  Case made(const SamplerDefinition& definition, Values values = {}) {
    values.merge(small(definition.base));
    const auto task = sampled_task(inspected(definition, values));
    return {task, configured(*task, values)};
  }

  /// A sampler of each kind for each base.
  std::vector<Case> cases() {
    write("linear.py", test::linear_py);
    write("walk.py", test::walk_py);
    for (const char* name : {"polynomials.py", "polynomials.c", "sparse_linear.py"}) copy_example(name);
    compile("polynomials");
    return {made(definition("linear.py", {real("scale", 2.0)})),
            made(definition("polynomials.py", {integer("degree", 3)}), {{"tokenization", "aligned"}}),
            made(definition("polynomials.so", {integer("degree", 3)})),
            made(definition("sparse_linear.py", {integer("nonzero", 1)}), {{"tokenization", "lagged"}}),
            made(definition("walk.py", {}, "augmented")),
            made(definition("walk.py", {}, "plain"))};
  }
};

TEST_F(SampledTask, GivesTheResultsThatItsSchemaDeclares) {
  for (const auto& [task, config] : cases()) {
    SCOPED_TRACE(task->summary());
    const test::Recorder r = run(*task, config);
    EXPECT_EQ(r.results().size(), task->schema().outputs.size());
    EXPECT_EQ(std::int64_t(r.weights().size()), weight_count(task->weights(config)));
    for (const Output& output : task->schema().outputs) {
      std::size_t size = 1;
      for (const Dimension& d : output.dimensions) size *= std::size_t(d.size(config));
      ASSERT_TRUE(r.results().contains(output.name)) << output.name;
      EXPECT_EQ(r.results().at(output.name).size(), size) << output.name;
    }
    EXPECT_LT(task->gradient_error(config), 1e-4);
    EXPECT_GT(task->gradient_error(config), 0);
    EXPECT_GT(task->cost(config).bytes, 0);
    EXPECT_LE(task->summary().size(), 60u);
    for (const Parameter& p : task->schema().parameters) EXPECT_LE(p.description.size(), 57u) << p.name;
  }
}

TEST_F(SampledTask, WaitsForItsInterpreterWhileTheProcessIsShortOfDescriptors) {
  write("walk.py", test::walk_py);
  const auto [task, config] = made(definition("walk.py", {}, "augmented"));
  Interpreter::end();
  test::ShortOfDescriptors context;
  task->run(config, context);
  EXPECT_FALSE(context.shortage);
  EXPECT_EQ(context.results().size(), task->schema().outputs.size());
}

TEST_F(SampledTask, GivesTheSameBitsOnAnyNumberOfThreadsAndInAnyInterpreter) {
  for (const auto& [task, config] : cases()) {
    SCOPED_TRACE(task->summary());
    const auto alone = test::bits(run(*task, config).results());
    for (const int threads : {2, 3, 16}) {
      if (threads == 3) Interpreter::end();
      EXPECT_EQ(test::bits(run(*task, config, threads).results()), alone) << threads;
    }
  }
}

TEST_F(SampledTask, GivesTheSameBitsAfterAStopAtAnyMoment) {
  RandomStream random(1, Purpose::check, 0);
  for (const auto& [task, config] : cases()) {
    SCOPED_TRACE(task->summary());
    const test::Recorder whole = run(*task, config);
    for (int i = 0; i < 8; ++i) {
      SCOPED_TRACE(i);
      test::Stopping first(int(random.below(13)));
      EXPECT_THROW(task->run(config, first), test::Stopped);
      if (i % 2 == 0) Interpreter::end();  // the rank was killed with it
      test::Recorder second;
      if (first.last) second.restore(*first.last);
      task->run(config, second);
      test::expect_same(second, whole);
    }
  }
}

/// A sampler that returns the prompts that the base draws itself.
TEST_F(SampledTask, OnTheBasesOwnPromptsTrainsTheBasesModel) {
  const Values values = small("regression");
  const Prompts training = draw_prompts({FunctionClass::linear, 3, 8}, 12 * 40, 7, Purpose::training_data),
                test = draw_prompts({FunctionClass::linear, 3, 8}, 30, 7, Purpose::test_data);
  for (const auto& [name, prompts] : {std::pair{"training", &training}, {"test", &test}}) {
    for (const auto& [part, numbers] : {std::pair{".x", &prompts->x}, {".y", &prompts->y}}) {
      const std::vector<float> single(numbers->begin(), numbers->end());
      std::ofstream(folder_.file(std::string(name) + part), std::ios::binary)
          .write(reinterpret_cast<const char*>(single.data()), std::streamsize(single.size() * sizeof(float)));
    }
  }
  write("stored.py", R"(
import os
import numpy as np
here = os.path.dirname(__file__)

def sample(seed, first, count, points, dim):
    if seed > 2**53 + 2**52:  # a check
        return np.ones((count, points, dim)), np.ones((count, points))
    name = os.path.join(here, "training" if seed == 7 else "test")
    x = np.fromfile(name + ".x", "f4").reshape(-1, points, dim)
    y = np.fromfile(name + ".y", "f4").reshape(-1, points)
    return x[first:first + count], y[first:first + count]
)");
  const auto task = sampled_task(inspected(definition("stored.py"), values));
  Values seeded = values;
  seeded["seed"] = std::int64_t{7};
  const test::Recorder sampled = run(*task, configured(*task, seeded));
  const test::Recorder own = test::run("regression", test::configured("regression", seeded));
  EXPECT_EQ(sampled.weights(), own.weights());
  for (const char* name : {"initial_loss", "train_loss", "step_train_loss", "grad_norm"})
    EXPECT_EQ(sampled.results().at(name), own.results().at(name)) << name;
  for (std::size_t t = 0; t < 9; ++t)  // test labels are rounded
    EXPECT_NEAR(sampled.results().at("error")[t], own.results().at("error")[t], 1e-5);
}

/// A stop while the experiment waits for the next batch loses no step.
TEST_F(SampledTask, CanBeSavedWhileTheSamplerIsAwaited) {
  write("slow.py", "import time\n" + test::linear_py +
                       "\nfast = sample\ndef sample(seed, first, count, points, dim):\n"
                       "    time.sleep(.05 if count > 5 else 0)\n    return fast(seed, first, count, points, dim)\n");
  const auto [task, config] = made(definition("slow.py"));
  struct Waiting : Context {
    void on_tick(const Progress& progress) override {
      calls_at_step = progress.step == step ? calls_at_step + 1 : 1;
      step = progress.step;
      if (step < 5 || calls_at_step < 3) return;
      last = snapshot();
      throw test::Stopped{};
    }
    long step = -1, calls_at_step = 0;
    std::optional<std::string> last;
  } first;
  EXPECT_THROW(task->run(config, first), test::Stopped);
  EXPECT_EQ(first.step, 5);
  ASSERT_TRUE(first.last);
  test::Recorder second;
  second.restore(*first.last);
  task->run(config, second);
  EXPECT_EQ(second.ticks, 1 + 12 - 5);
  test::expect_same(second, run(*task, config));
}

TEST_F(SampledTask, LearnsWhatTheSamplerDraws) {
  write("linear.py", test::linear_py);
  const auto [task, config] = made(definition("linear.py", {real("scale", 1.0)}),
                                   values("steps", 1500, "dim", 1, "width", 16, "learning_rate", 3e-3, "prompts", 200));
  EXPECT_LT(run(*task, config).scalar("zero_ratio"), .3);
}

TEST_F(SampledTask, PassesItsParametersWithTheirTypes) {
  write("typed.py", R"(
import numpy as np

def sample(seed, first, count, points, dim, degree, scale, kind):
    assert type(degree) is int and type(scale) is float and kind == 'a "b"', (degree, scale, kind)
    return np.zeros((count, points, dim)), np.full((count, points), degree + scale)

def baselines(x, y, degree, scale, kind):
    return {"zero": 0 * y}
)");
  const auto [task, config] =
      made(definition("typed.py", {integer("degree", 1), real("scale", 1.0), text("kind", "a \"b\"")}),
           {{"function_degree", std::int64_t{2}}, {"function_scale", 2.0}});
  EXPECT_NEAR(run(*task, config).scalar("zero"), 16, 1e-12);
}

TEST_F(SampledTask, CodeIsTheHashOfTheFileAndWhatItImportsFromItsFolder) {
  write("mine.py", "from tools import *\nimport json\n" + test::linear_py);
  write("tools/__init__.py", "from . import deep\n");
  write("tools/deep.py", "import far.away\n");
  write("far/away.py", "one = 1\n");
  write("other.py", "two = 2\n");
  const auto code = [&] { return inspected(definition("mine.py"), small("regression")).code; };
  const std::string first = code();
  EXPECT_EQ(first.size(), 32u);
  EXPECT_EQ(code(), first);
  write("other.py", "two = 3\n");
  EXPECT_EQ(code(), first);
  write("far/away.py", "one = 2\n");
  const std::string second = code();
  EXPECT_NE(second, first);
  write("mine.py", "from tools import *\nimport json  # anew\n" + test::linear_py);
  EXPECT_NE(code(), second);
}

/// The interpreter runs a private copy; the next one copies anew.
TEST_F(SampledTask, AnEditWhileExperimentsRunChangesNothing) {
  write("linear.py", test::linear_py);
  const auto [task, config] = made(definition("linear.py"));
  const auto before = run(*task, config).results().at("error");
  write("linear.py", test::linear_py + "raise ValueError\n");
  EXPECT_EQ(run(*task, config).results().at("error"), before);
}

TEST_F(SampledTask, BytecodeBesideItIsNotRun) {
  write("linear.py", test::linear_py);
  const auto [task, config] = made(definition("linear.py"));
  const auto before = run(*task, config).results().at("error");
  const std::string poison =
      "import importlib.util, marshal, os, struct\n"
      "os.chdir('" +
      folder_.file("") +
      "')\nos.makedirs('__pycache__', exist_ok=True)\n"
      "code = marshal.dumps(compile('raise ValueError', 'linear.py', 'exec'))\n"
      "open(importlib.util.cache_from_source('linear.py'), 'wb').write(importlib.util.MAGIC_NUMBER + struct.pack('<I', "
      "1) + "
      "bytes(8) + code)\n";
  write("poison.py", poison);
  ASSERT_EQ(std::system((std::string(NUMPY_PYTHON) + " " + folder_.file("poison.py")).c_str()), 0);
  Interpreter::end();
  EXPECT_EQ(run(*task, config).results().at("error"), before);
}

/// A folder of this name within the sweep's is not where packages are installed.
TEST_F(SampledTask, CodeInAFolderNamedSitePackagesIsRefused) {
  std::filesystem::create_directories(folder_.file("site-packages"));
  write("site-packages/helper.py", "factor = 1\n");
  write("linear.py", "import sys\nsys.path.append('site-packages')\n__import__('helper')\n" + test::linear_py);
  const std::string why = refusal(definition("linear.py"));
  EXPECT_NE(why.find("site-packages/helper.py"), std::string::npos) << why;
}

/// Such code has no name in sys.modules.
TEST_F(SampledTask, CodeThatIsLoadedByItsPathIsRefusedUnlessItIsNamed) {
  write("helper.py", "factor = 1\n");
  write("linear.py",
        "import importlib.util, os\n"
        "spec = importlib.util.spec_from_file_location('x', os.path.join(os.path.dirname(__file__), 'helper.py'))\n"
        "spec.loader.exec_module(importlib.util.module_from_spec(spec))\n" +
            test::linear_py);
  auto own = definition("linear.py");
  const std::string why = refusal(own);
  EXPECT_NE(why.find("loads helper.py in a way"), std::string::npos) << why;
  own.data = {"helper.py"};
  const auto [task, config] = made(own);
  run(*task, config);
}

TEST_F(SampledTask, ALibraryThatIsLoadedByItsPathIsRefused) {
  ASSERT_EQ(std::system(("echo 'int f = 1;' | cc -shared -x c -o " + folder_.file("helper.so") + " -").c_str()), 0);
  write("linear.py", "import ctypes\nctypes.CDLL('./helper.so')\n" + test::linear_py);
  const std::string why = refusal(definition("linear.py"));
  EXPECT_NE(why.find("loads helper.so in a way"), std::string::npos) << why;
}

TEST_F(SampledTask, ModulesOfPythonpathDoNotTakeThePlaceOfPythonsOwn) {
  write("linear.py", test::linear_py);
  const auto [task, config] = made(definition("linear.py"));
  std::filesystem::create_directory(folder_.file("path"));
  for (const char* name : {"ast", "json", "ctypes", "socket"})
    write(std::string("path/") + name + ".py", "raise ValueError\n");
  ::setenv("PYTHONPATH", folder_.file("path").c_str(), 1);
  Interpreter::end();
  EXPECT_NO_THROW(run(*task, config));
  ::unsetenv("PYTHONPATH");
  Interpreter::end();
}

TEST_F(SampledTask, RefusesCodeThatIsNotThatOfTheExperiment) {
  write("linear.py", test::linear_py);
  const auto [task, config] = made(definition("linear.py"));
  run(*task, config);
  write("linear.py", test::linear_py + "# changed\n");
  Interpreter::end();
  try {
    run(*task, config);
    FAIL() << "ran with other code";
  } catch (const Error&) {
    FAIL() << "an outcome of the experiment is no Error";
  } catch (const std::runtime_error& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("linear.py: is not the code of this experiment ("))
        << error.what();
  }
  write("linear.py", test::linear_py);
  run(*task, config);
}

TEST_F(SampledTask, ItsFailureIsThatOfItsExperimentAlone) {
  write("late.py", R"(
import numpy as np

def sample(seed, first, count, points, dim):
    if first > 100:
        raise ValueError("no more\nthan 100")
    return np.ones((count, points, dim)), np.ones((count, points))
)");
  const auto [task, config] = made(definition("late.py"));
  for (int i = 0; i < 2; ++i) try {
      run(*task, config);
      FAIL();
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "late.py:6: ValueError: no more than 100");
    }
}

}  // namespace
}  // namespace icsweep
