#include "engine/forecast/calibration.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace icsweep {
namespace {

using Clock = std::chrono::steady_clock;

struct Enough {};

/// Times the steps of a run without the first tenth of the time, and ends the run when they are enough.
class StepTimer : public Context {
 public:
  explicit StepTimer(const Calibration& limits) : limits_(limits) {}

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  /// The length of the whole run if all steps take as long as those seen; nothing if none ended.
  std::optional<RunLength> predicted() const {
    if (steps_ == 0 || last_.step == first_.step) return std::nullopt;
    const Mark from = last_.step > warm_.step ? warm_ : first_;
    const double step = (last_.time - from.time) / double(last_.step - from.step);
    return RunLength{std::max(elapsed(), first_.time + double(steps_ - first_.step) * step), steps()};
  }
  double steps() const { return double(std::max(1L, steps_)); }

 protected:
  void on_tick(const Progress& p) override {
    const double now = elapsed();
    if (p.steps > 0) {
      if (steps_ == 0) first_ = warm_ = last_ = {p.step, now};
      steps_ = p.steps;
      if (p.step != last_.step) last_ = {p.step, now};
      if (warm_.step == first_.step && now > first_.time + limits_.seconds / 10) warm_ = last_;
    }
    const bool timed = last_.step > warm_.step && last_.step < steps_ && now > first_.time + limits_.seconds;
    if (timed || now > limits_.max_seconds) throw Enough{};
  }

 private:
  struct Mark {
    long step;
    double time;
  };
  Calibration limits_;
  Clock::time_point begin_ = Clock::now();
  long steps_ = 0;
  Mark first_{}, warm_{}, last_{};
};

}  // namespace

double predicted_cost(const Task& task, const Config& config) {
  return std::max(1.0, task.cost(config).training_flop);
}

std::optional<RunLength> measure_run(const Task& task, const Config& config, const Calibration& limits) {
  constexpr double tick = 0.01;  // of a run that is not timed: seconds between two looks at messages
  if (const double known = task.cost(config).seconds; known > 0) return RunLength{known, std::max(1.0, known / tick)};
  task.prepare();
  const StepTimer all(limits);
  RunLength best{std::numeric_limits<double>::infinity()};
  for (bool again = true; again; again = all.elapsed() < limits.seconds / 5) {
    StepTimer timer(limits);
    try {
      task.run(config, timer);
    } catch (const Enough&) {
      return timer.predicted();
    } catch (const Diverged&) {  // the steps timed before are valid
      return timer.predicted();
    }
    best = {std::min(best.seconds, timer.elapsed()), timer.steps()};
  }
  return best;
}

}  // namespace icsweep
