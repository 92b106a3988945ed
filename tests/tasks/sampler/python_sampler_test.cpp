// Samplers in Python that do not answer as they must. Each failure is one line, and the next experiment runs.
#include "tasks/sampler/python_sampler.hpp"

#include <algorithm>
#include <chrono>

#include "tests/tasks/sampler/sampler_folder.hpp"

namespace icsweep {
namespace {

class PythonSampler : public test::SamplerFolder {
 protected:
  std::string refusal_of(const std::string& text) {
    write("bad.py", text);
    const std::string message = refusal(definition("bad.py"));
    EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 0) << message;
    EXPECT_LE(message.size(), 420u) << message;
    return message;
  }
  /// Refusal of a sampler with that body.
  std::string refusal_of_body(const std::string& body) {
    return refusal_of(
        "import os, sys, time\nimport numpy as np\ncalls = 0\n"
        "def sample(seed, first, count, points, dim):\n"
        "    x, y = np.ones((count, points, dim)), np.ones((count, points))\n" +
        body + "\n    return x, y\n");
  }
};

TEST_F(PythonSampler, OneThatIsPureIsTaken) {
  EXPECT_EQ(refusal_of_body("    print('words', flush=True); os.write(2, b'more')"), "");
  EXPECT_EQ(refusal_of_body("    x = x.astype(int).tolist()"), "");
}

TEST_F(PythonSampler, AnswersOfAnotherShapeOrTypeAreRefused) {
  EXPECT_EQ(refusal_of_body("    y = y[:, 1:]"), "bad.py: y has the shape (5, 8), which must be (5, 9)");
  EXPECT_EQ(refusal_of_body("    x = x[0]"), "bad.py: x has the shape (9, 3), which must be (5, 9, 3)");
  EXPECT_EQ(refusal_of_body("    x = x + 1j"), "bad.py: x is of type complex128, use real numbers");
  EXPECT_EQ(refusal_of_body("    y = y.astype(str)"), "bad.py: y is of type <U32, use real numbers");
  EXPECT_EQ(refusal_of_body("    y = None"), "bad.py: y is of type object, use real numbers");
  EXPECT_EQ(refusal_of_body("    return x"), "bad.py: sample() returned a ndarray, which must be x, y");
  EXPECT_EQ(refusal_of_body("    return None"), "bad.py: sample() returned a NoneType, which must be x, y");
  EXPECT_EQ(refusal_of_body("    y[2, 3] = np.nan"), "bad.py: y[2, 3] is nan");
  EXPECT_EQ(refusal_of_body("    x[0, 1, 2] = 1e39"), "bad.py: x[0, 1, 2] is inf");
}

TEST_F(PythonSampler, ExceptionsAreToldWithTheirLine) {
  EXPECT_EQ(refusal_of_body("    raise KeyError('a\\nb')"), "bad.py:6: KeyError: 'a\\nb'");
  EXPECT_EQ(refusal_of_body("    np.linalg.inv(np.zeros((2, 2)))"), "bad.py:6: LinAlgError: Singular matrix");
  EXPECT_EQ(refusal_of_body("    raise ValueError(1000 * 'long ')").size(), 300u);
  EXPECT_EQ(refusal_of_body("    sys.exit()"), "bad.py:6: SystemExit");
  EXPECT_EQ(refusal_of_body("    raise KeyboardInterrupt"), "bad.py:6: KeyboardInterrupt");
  EXPECT_EQ(refusal_of_body("    input()"), "bad.py:6: EOFError: EOF when reading a line");
  EXPECT_NE(refusal_of_body("    return sample(seed, first, count, points, dim)").find(": RecursionError: maximum"),
            std::string::npos);
  EXPECT_EQ(refusal_of("1 +\n"), "bad.py:1: SyntaxError: invalid syntax");
  EXPECT_EQ(refusal_of("import nowhere\n"), "bad.py:1: ModuleNotFoundError: No module named 'nowhere'");
  EXPECT_EQ(refusal_of("one = 1\n"), "bad.py: has no function sample(seed, first, count, points, dim, ...)");
  EXPECT_EQ(refusal_of("def sample(seed):\n  pass\n"),
            "bad.py: TypeError: sample() takes 1 positional argument but 5 were given");
  EXPECT_EQ(refusal_of(std::string("x = '\0'\n", 8)).substr(0, 7), "bad.py:");
  EXPECT_EQ(refusal(definition("none.py")).substr(0, 27), "none.py: FileNotFoundError:");
}

TEST_F(PythonSampler, OneThatIsNotPureIsRefused) {
  const std::string why =
      ": an example may depend on seed and its number alone, draw example i by a generator of (seed, first + i)";
  EXPECT_EQ(refusal_of_body("    y = np.random.standard_normal((count, points))"),
            "bad.py: answers differently when asked again" + why);
  EXPECT_EQ(refusal_of_body("    global calls; calls += 1; y = y * calls"),
            "bad.py: answers differently when asked again" + why);
  EXPECT_EQ(refusal_of_body("    y = np.random.default_rng(seed).standard_normal((count, points)) + first"),
            "bad.py: answers differently when asked for a part" + why);
  EXPECT_EQ(refusal_of_body("    y = y * count"), "bad.py: answers differently when asked for a part" + why);
  EXPECT_EQ(refusal_of("import numpy as np, time\nbegin = time.time_ns() % 10**6\n"
                       "def sample(seed, first, count, points, dim):\n"
                       "    return np.ones((count, points, dim)), np.full((count, points), begin)\n"),
            "bad.py: answers differently in another process: an example may depend on seed and its number alone");
}

/// The order of a set depends on the process unless hashes are fixed.
TEST_F(PythonSampler, TheOrderOfASetIsThatOfEveryProcess) {
  EXPECT_EQ(refusal_of_body("    y[:] = [ord(c) for c in {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'}]"), "");
}

TEST_F(PythonSampler, BaselinesAreChecked) {
  const auto refusal_with = [&](const std::string& answer) {
    return refusal_of(test::linear_py + "\ndef baselines(x, y):\n    return " + answer + "\n");
  };
  EXPECT_EQ(refusal_with("{'mean': 0 * y}"), "");
  EXPECT_EQ(refusal_with("{'cheat': y}"),
            "bad.py: cheat of baselines() looks ahead: prediction t may use the examples before t alone");
  EXPECT_EQ(refusal_with("[y]"), "bad.py: baselines() returned a list, which must be a dict of predictions by name");
  EXPECT_EQ(refusal_with("{'short': 0 * y[:, 1:]}"), "bad.py: short has the shape (2, 8), which must be (2, 9)");
  EXPECT_EQ(refusal_with("{'hole': np.nan * y}"), "bad.py: hole[0, 0] is nan");
  EXPECT_EQ(
      refusal_with("{'no name': 0 * y}"),
      "bad.py: baselines() names one \"no name\", which is taken or not a plain name: use small letters, digits and _");
  for (const char* taken : {"error", "last_index", "width", "seen", "validation"})
    EXPECT_EQ(refusal_with("{'" + std::string(taken) + "': 0 * y}").substr(0, 30), "bad.py: baselines() names one ")
        << taken;
  EXPECT_EQ(refusal_with("1 / 0"), "bad.py:13: ZeroDivisionError: division by zero");
}

TEST_F(PythonSampler, ADeadInterpreterIsToldWithItsLastWords) {
  EXPECT_EQ(refusal_of_body("    print('first'); print('farewell', flush=True); os._exit(3)"),
            "bad.py: its Python ended with exit status 3; it last said: first / farewell");
  EXPECT_EQ(refusal_of_body("    os.kill(os.getpid(), 9)"),
            "bad.py: its Python died of signal 9 (Killed; was the memory full?)");
  EXPECT_EQ(refusal_of_body("    os.abort()"), "bad.py: its Python died of signal 6 (Aborted)");
  EXPECT_EQ(refusal_of_body("    if os.fork() == 0: time.sleep(3); os._exit(0)\n    os._exit(4)"),
            "bad.py: its Python ended with exit status 4");  // a child holds the channel
  std::string much = "much";
  for (int i = 0; i < 21; ++i) much += " / much";
  EXPECT_EQ(refusal_of_body("    sys.stdout.write(1 << 22 and 'much\\n' * (1 << 20)); sys.stdout.flush(); os._exit(5)"),
            "bad.py: its Python ended with exit status 5; it last said: " + much);
  EXPECT_EQ(refusal_of_body(""), "");
}

TEST_F(PythonSampler, ASilentOneIsEndedInTime) {
  ::setenv("ICSWEEP_SAMPLER_SECONDS", "0.5", 1);
  const std::string silent = "bad.py: its Python gave no answer for 0.5 s (ICSWEEP_SAMPLER_SECONDS)";
  EXPECT_EQ(refusal_of_body("    time.sleep(1e6)"), silent);
  EXPECT_EQ(refusal_of_body("    while True: pass"), silent);
  EXPECT_EQ(refusal_of_body("    os.close(3); time.sleep(1e6)"), silent);
}

TEST_F(PythonSampler, GarbageOnTheChannelIsNoAnswer) {
  EXPECT_EQ(refusal_of_body("    os.write(3, b'hello\\n')"),
            "bad.py: its Python wrote something that is not an answer");
  EXPECT_EQ(refusal_of_body("    os.write(3, b'{\"number\": 10000}\\n')"),
            "bad.py: its Python answered a request that was not made");
  EXPECT_EQ(refusal_of_body("    os.write(3, b'x' * (1 << 22))"),
            "bad.py: its Python wrote something that is not an answer");
}

TEST_F(PythonSampler, PollIsCalledWhileItsAnswerIsAwaitedAndMayThrow) {
  write("slow.py", "import time\ntime.sleep(.3)\n" + test::linear_py);
  int calls = 0;
  inspected(definition("slow.py"), small("regression"), [&] { ++calls; });
  EXPECT_GT(calls, 10);
  struct Stop {};
  EXPECT_THROW(inspected(definition("slow.py"), small("regression"), [] { throw Stop{}; }), Stop);
  EXPECT_EQ(refusal(definition("slow.py")), "");  // answers that nobody awaits are dropped
}

TEST_F(PythonSampler, ModulesThatAHashDoesNotSeeAreRefused) {
  write("helper.py", "one = 1\n");
  EXPECT_EQ(refusal_of("import importlib\nimportlib.import_module('helper')\n" + test::linear_py),
            "bad.py: loads helper.py in a way that its hash does not see, use an import statement or name it in files");
  EXPECT_EQ(refusal_of("import helper\n" + test::linear_py), "");
}

TEST_F(PythonSampler, APythonThatCannotServeIsNamed) {
  ::setenv("ICSWEEP_PYTHON", "/nowhere/python", 1);
  EXPECT_EQ(refusal_of_body(""),
            "sampler: \"/nowhere/python\" does not start (No such file or directory), choose another "
            "Python with NumPy: the Python that imports icsweep, else ICSWEEP_PYTHON, else python3 on the PATH");
  Interpreter::end();
  ::setenv("ICSWEEP_PYTHON", "/bin/false", 1);
  EXPECT_EQ(refusal_of_body(""), "bad.py: its Python ended with exit status 1");
  Interpreter::end();
  write("python", "#!/bin/sh\nshift 2\nexec " NUMPY_PYTHON " -S -I -c \"$@\"\n");  // without site-packages
  std::filesystem::permissions(folder_.file("python"), std::filesystem::perms::owner_all);
  ::setenv("ICSWEEP_PYTHON", folder_.file("python").c_str(), 1);
  const std::string message = refusal_of_body("");
  EXPECT_NE(
      message.find(" has no NumPy (No module named 'numpy'): install it, or choose another Python: the Python that "
                   "imports icsweep, else ICSWEEP_PYTHON, else python3 on the PATH"),
      std::string::npos)
      << message;
}

}  // namespace
}  // namespace icsweep
