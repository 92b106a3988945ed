#include "engine/forecast/calibration.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "models/cpu/shared_time.hpp"

namespace icsweep {
namespace {

using Clock = std::chrono::steady_clock;

struct Enough {};

/// Times the steps of a run, except those in the first tenth of the time, and ends the run when they are enough.
class StepTimer : public Context {
 public:
  explicit StepTimer(const Calibration& limits) : limits_(limits) {}

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  /// Length of the whole run if all steps take as long as those seen; nothing if none ended. A test takes as long as
  /// steps with the same work.
  std::optional<RunLength> predicted(const Cost& cost) const {
    if (steps_ == 0 || last_.step == first_.step) return std::nullopt;
    const double test = cost.test_flop / cost.training_flop * double(steps_);  // in steps
    const auto length = [&](long from, long to) {
      const auto tests_at = [&](long step) { return std::floor(cost.tests * double(step) / double(steps_)); };
      return double(to - from) + (test > 0 ? test * (tests_at(to) - tests_at(from)) : 0);
    };
    const Mark from = last_.step > warm_.step ? warm_ : first_;
    const double step = (last_.time - from.time) / length(from.step, last_.step);
    return with_shares({std::max(elapsed(), first_.time + length(first_.step, steps_) * step), steps()}, from, last_);
  }
  /// Length of a run that has ended.
  RunLength whole() const {
    return with_shares({elapsed(), steps()}, {}, {0, elapsed(), shared_.blocks, shared_.halves});
  }

 protected:
  void on_tick(const Progress& p) override {
    const double now = elapsed();
    if (p.steps > 0) {
      const Mark here{p.step, now, shared_.blocks, shared_.halves};
      if (steps_ == 0) first_ = warm_ = last_ = here;
      steps_ = p.steps;
      if (p.step != last_.step) last_ = here;
      if (warm_.step == first_.step && now > first_.time + limits_.seconds / 10) warm_ = last_;
    }
    const bool timed = last_.step > warm_.step && last_.step < steps_ && now > first_.time + limits_.seconds;
    if (timed || now > limits_.max_seconds) throw Enough{};
  }

 private:
  struct Mark {
    long step = 0;
    double time = 0, blocks = 0, halves = 0;
  };
  double steps() const { return double(std::max(1L, steps_)); }
  static RunLength with_shares(RunLength run, const Mark& from, const Mark& to) {
    const double blocks = to.blocks - from.blocks, halves = to.halves - from.halves;
    if (!(blocks > 0)) return run;
    run.outside = std::clamp(1 - blocks / (to.time - from.time), 0.0, 1.0);
    run.whole = std::clamp(1 - halves / blocks, 0.0, 1.0);
    return run;
  }
  Calibration limits_;
  Clock::time_point begin_ = Clock::now();
  long steps_ = 0;
  SharedTime shared_;
  Mark first_{}, warm_{}, last_{};
};

}  // namespace

double predicted_cost(const Task& task, const Config& config) {
  return predicted_cost(task.cost(config));
}

double predicted_cost(const Cost& cost) {
  return std::max(1.0, cost.training_flop + cost.tests * cost.test_flop);
}

Config to_measure(const Schema& schema, Config config) {
  constexpr std::int64_t enough = 4096;
  for (const auto& p : schema.parameters) {
    if (!p.batched_by.empty())
      config.set(p.name, std::min(config.integer(p.name), std::max(enough, config.integer(p.batched_by))));
    if (p.steady) config.set(p.name, *p.steady);
  }
  return config;
}

std::optional<RunLength> measure_run(const Task& task, const Config& config, const Calibration& limits) {
  constexpr double tick = 0.01;  // for a run that is not timed: seconds between two looks at messages
  const Cost cost = task.cost(config);
  if (const double known = cost.seconds; known > 0) return RunLength{known, std::max(1.0, known / tick)};
  task.prepare();
  const auto begin = Clock::now();
  RunLength best{std::numeric_limits<double>::infinity()};
  for (bool again = true; again; again = Clock::now() - begin < std::chrono::duration<double>(limits.seconds / 5)) {
    StepTimer timer(limits);
    try {
      task.run(config, timer);
    } catch (const Enough&) {
      return timer.predicted(cost);
    } catch (const Diverged&) {  // the steps timed before are valid
      return timer.predicted(cost);
    }
    if (const RunLength run = timer.whole(); run.seconds < best.seconds) best = run;
  }
  return best;
}

}  // namespace icsweep
