#include "tests/system/poison_task.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace icsweep {
namespace {

/// An address that the optimiser does not know.
volatile std::intptr_t nowhere = 8;
volatile bool forever = true;

/// The number of times that other experiments have appended to the file.
std::int64_t touches() {
  std::error_code none;
  const auto size = std::filesystem::file_size("touched", none);
  return none ? 0 : std::int64_t(size);
}

void die(const std::string& how) {
  if (how == "segfault") *reinterpret_cast<volatile int*>(nowhere) = 1;
  if (how == "killed") std::raise(SIGKILL);  // as the kernel does when the memory is full
  if (how == "memory") throw std::bad_alloc();
  if (how == "abort") std::abort();
  while (how == "loop" && forever) continue;
  if (how == "touch") std::ofstream("touched", std::ios::app) << "x";
  for (int wait = 0; how == "await" && touches() < 3; ++wait) {  // within one step, whose ticks would serve other ranks
    if (wait == 6000) throw std::runtime_error("nobody touched the file thrice");
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

/// The time of a step whose `most` equal parts are divided among threads.
std::chrono::microseconds step_on(int threads, int most) {
  return std::chrono::microseconds(10000 * ((most + threads - 1) / threads) / most);
}

/// Counts to `steps`, or dies at step `death`. If a busy machine ends a step late, the next step is shorter. The time
/// of a freeze is not recovered.
class PoisonTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema{
        "poison",
        1,
        {choice("how", "none", {"none", "segfault", "killed", "memory", "abort", "loop", "throw", "touch", "await"})
             .says("how it ends"),
         integer("steps", 20).between(1, 1e6).says("steps of 10 ms"),
         integer("most", 1).between(1, 64).says("threads that can share a step"),
         integer("resumable", 1).between(0, 1).says("0: it cannot be interrupted"),
         integer("death", 5).between(0, 1e6).says("step at which it ends"), seed("makes it another", 1e6)},
        {{"sum", "of the steps", {}}}};
    return schema;
  }
  Cost cost(const Config& c) const override {
    return {
        .training_flop = double(c.integer("steps")), .sequences = 1, .bytes = 1e6, .threads = c.small_integer("most")};
  }
  std::string flop_formula() const override { return "FLOP of poison: one a step."; }

  bool resumable(const Config& c) const override { return c.integer("resumable") == 1; }
  void run(const Config& c, Context& context) const override {
    Progress progress{0, long(c.integer("steps")), 0, 0};
    double sum = 0;
    using Clock = std::chrono::steady_clock;
    auto next = Clock::now();
    const auto loop = [&] {
      context.tick(progress);
      while (progress.step < progress.steps) {
        if (progress.step == c.integer("death")) die(c.text("how"));
        if (progress.step == c.integer("death") && c.text("how") == "throw") throw std::runtime_error("thrown");
        next = std::max(next + step_on(context.threads(), c.small_integer("most")), Clock::now());
        std::this_thread::sleep_until(next);
        sum += double(++progress.step);
        context.tick(progress);
      }
    };
    if (resumable(c)) context.resumable([&](Archive& archive) { archive(progress, sum); }, loop);
    else loop();
    context.put("sum", sum + double(c.integer("seed")));
  }
};

}  // namespace

const Task& poison_task() {
  static const PoisonTask task;
  return task;
}

}  // namespace icsweep
