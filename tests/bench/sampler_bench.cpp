// sampler_bench linear.py linear.so [ROUNDS [SECONDS [WIDTH...]]]: measures the sequences per second of `regression`
// on its own linear functions and on samplers with the same distribution, in turn. Each round runs all of them for
// SECONDS. The ratios are medians over the rounds. ICSWEEP_PYTHON names the Python interpreter.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "tasks/papers_tasks.hpp"
#include "tasks/sampler/sampled_task.hpp"

namespace {

using namespace icsweep;
using Clock = std::chrono::steady_clock;

struct Done {};

double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// Sequences per second, by the clock and by this process's processor time, which other programs influence less.
struct Speed {
  double wall = 0, cpu = 0;
};

/// Measures from the fifth step on, and ends the task after some seconds.
class Stopwatch : public Context {
 public:
  explicit Stopwatch(double seconds) : seconds_(seconds) {}
  Speed speed;

 protected:
  void on_tick(const Progress& progress) override {
    if (progress.step < 5) {
      begin_ = Clock::now();
      cpu_begin_ = cpu_seconds();
      first_ = progress.sequences;
      return;
    }
    const double passed = std::chrono::duration<double>(Clock::now() - begin_).count();
    if (passed < seconds_) return;
    const double sequences = double(progress.sequences - first_);
    speed = {sequences / passed, sequences / (cpu_seconds() - cpu_begin_)};
    throw Done{};
  }

 private:
  double seconds_, cpu_begin_ = 0;
  Clock::time_point begin_;
  long first_ = 0;
};

Speed speed(const Task& task, std::int64_t width, double seconds) {
  Config config = default_config(task.schema());
  config.set("width", width);
  config.set("prompts", std::int64_t{1});
  config.set("checkpoints", std::int64_t{1});
  task.validate(config);
  Stopwatch watch(seconds);
  try {
    task.run(config, watch);
  } catch (const Done&) {
  }
  return watch.speed;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::shared_ptr<const Task> sampled(const std::filesystem::path& path) {
  return sampled_task(inspected({.task = "regression_bench",
                                 .base = "regression",
                                 .parameter = "function",
                                 .file = path.filename(),
                                 .folder = std::filesystem::absolute(path).parent_path()},
                                {}));
}

}  // namespace

int main(int count, char** arguments) try {
  if (count < 3) throw std::runtime_error("usage: sampler_bench linear.py linear.so [ROUNDS [SECONDS [WIDTH...]]]");
  const int rounds = count > 3 ? std::stoi(arguments[3]) : 9;
  const double seconds = count > 4 ? std::stod(arguments[4]) : 1;
  std::vector<std::int64_t> widths;
  for (int i = 5; i < count; ++i) widths.push_back(std::stol(arguments[i]));
  if (widths.empty()) widths = {16, 32, 64, 128};
  const auto python = sampled(arguments[1]), library = sampled(arguments[2]);
  const std::vector<const Task*> tasks{&papers_tasks().find("regression"), python.get(), library.get()};
  fmt::print(
      "        sequences/s    NumPy %         C %   (of the built-in's: by the clock, by this process's time)\n"
      "width      built-in  clock   time  clock   time\n");
  for (const std::int64_t width : widths) {
    std::vector<double> own, ratios[4];
    for (int round = 0; round < rounds; ++round) {
      Speed found[3];
      for (int i = 0; i < 3; ++i) found[(i + round) % 3] = speed(*tasks[std::size_t((i + round) % 3)], width, seconds);
      own.push_back(found[0].wall);
      for (int i = 0; i < 2; ++i) {
        ratios[2 * i].push_back(100 * found[i + 1].wall / found[0].wall);
        ratios[2 * i + 1].push_back(100 * found[i + 1].cpu / found[0].cpu);
      }
    }
    fmt::print("{:5}{:14.0f}{:7.1f}{:7.1f}{:7.1f}{:7.1f}\n", width, median(own), median(ratios[0]), median(ratios[1]),
               median(ratios[2]), median(ratios[3]));
    std::fflush(stdout);
  }
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
