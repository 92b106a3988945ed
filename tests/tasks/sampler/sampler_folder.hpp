// A folder with samplers that a test writes, and definitions of them.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "io/base/temporary_folder.hpp"
#include "tasks/sampler/interpreter.hpp"
#include "tasks/sampler/sampled_task.hpp"
#include "tests/tasks/recorder.hpp"

namespace icsweep::test {

/// Linear functions, which are pure.
inline const std::string linear_py = R"(
import numpy as np

def sample(seed, first, count, points, dim, scale=1.0):
    x, y = np.empty((count, points, dim)), np.empty((count, points))
    for i in range(count):
        random = np.random.default_rng([seed, first + i])
        x[i] = random.standard_normal((points, dim))
        y[i] = x[i] @ random.standard_normal(dim) * scale
    return x, y
)";

/// Walks: sequences for augmented and plain.
inline const std::string walk_py = R"(
import numpy as np

def sample(seed, first, count, points, dim):
    steps = [np.random.default_rng([seed, first + i]).standard_normal((points, dim)) for i in range(count)]
    return np.stack(steps).cumsum(1) / np.sqrt(points)

def baselines(x):
    return {"last_state": np.concatenate([x[:, :1], x[:, :-1]], 1)}
)";

class SamplerFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::string(NUMPY_PYTHON).empty()) GTEST_SKIP() << "no Python with NumPy";
    ::setenv("ICSWEEP_PYTHON", NUMPY_PYTHON, 1);
  }
  void TearDown() override {
    Interpreter::end();
    ::unsetenv("ICSWEEP_SAMPLER_SECONDS");
  }

  void write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(folder_.file(name)).parent_path());
    std::ofstream(folder_.file(name)) << text;
  }
  void copy_example(const std::string& name) {
    std::filesystem::copy_file(std::filesystem::path(SOURCE_DIR) / "jobs/examples" / name, folder_.file(name));
  }
  /// Compiles NAME.c to NAME.so.
  void compile(const std::string& name) {
    const std::string command = std::string(C_COMPILER) +
                                " -std=c99 -pedantic -Wall -Wextra -Werror -O2 -shared -fPIC -I" INCLUDE_DIR " -o " +
                                folder_.file(name + ".so") + " " + folder_.file(name + ".c") + " -lm";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }

  SamplerDefinition definition(const std::string& file, std::vector<Parameter> own = {},
                               const std::string& base = "regression") const {
    return {.task = base + "_mine",
            .base = base,
            .parameter = base == "regression" ? "function" : "context",
            .file = file,
            .folder = folder_.file(""),
            .own = std::move(own)};
  }

  static Values small(const std::string& base) {
    if (base == "regression")
      return values("dim", 3, "examples", 8, "steps", 12, "batch", 40, "width", 8, "heads", 2, "checkpoints", 3,
                    "prompts", 30);
    return values("dim", 2, "length", 6, "sequences", 100, "test_sequences", 20, "epochs", 4, "batch", 40);
  }

  static Config configured(const Task& task, const Values& values) {
    Config config = default_config(task.schema());
    for (const auto& [name, value] : values) config.set(name, checked(*task.schema().find(name), value));
    task.validate(config);
    return config;
  }

  static Recorder run(const Task& task, const Config& config, int threads = 1) {
    Recorder recorder;
    recorder.set_threads(threads);
    task.run(config, recorder);
    return recorder;
  }

  /// Message with which inspected() refuses the sampler; empty if it accepts it.
  std::string refusal(const SamplerDefinition& definition) const {
    try {
      inspected(definition, small(definition.base));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::config);
      return error.what();
    }
    return "";
  }

  TemporaryFolder folder_;
};

}  // namespace icsweep::test
