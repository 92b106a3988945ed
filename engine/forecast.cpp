#include "engine/forecast.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>

#include "engine/speed.hpp"

namespace icsweep {
namespace {

using Clock = std::chrono::steady_clock;

struct Enough {};

/// Times the steps of a run, the first tenth of the time left out, and ends it when that is enough.
class StepTimer : public Context {
 public:
  explicit StepTimer(const Calibration& limits) : limits_(limits) {}

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  /// Of the whole run, as if every step took as long as those seen; nothing if none ended.
  std::optional<double> predicted() const {
    if (steps_ == 0 || last_.step == first_.step) return std::nullopt;
    const Mark from = last_.step > warm_.step ? warm_ : first_;
    const double step = (last_.time - from.time) / double(last_.step - from.step);
    return std::max(elapsed(), first_.time + double(steps_ - first_.step) * step);
  }

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
    if (timed || now > limits_.most_seconds) throw Enough{};
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

/// Seconds of one experiment. A short one is run several times: its first run also pays for cold caches.
std::optional<double> measured_seconds(const Task& task, const Config& config, const Calibration& limits) {
  const StepTimer all(limits);
  double best = std::numeric_limits<double>::infinity();
  for (bool again = true; again; again = all.elapsed() < limits.seconds / 5) {
    StepTimer timer(limits);
    try {
      task.run(config, timer);
    } catch (const Enough&) {
      return timer.predicted();
    } catch (const Diverged&) {  // what was timed before stays true
      return timer.predicted();
    }
    best = std::min(best, timer.elapsed());
  }
  return best;
}

double flop_of(const Task& task, const Config& config) {
  return std::max(1.0, task.cost(config).training_flop);
}

/// A task that trains in batches is as fast on fewer sequences, and they are drawn sooner.
Config with_fewer_sequences(Config config) {
  if (config.has("sequences") && config.has("batch"))
    config.set("sequences",
               std::min(config.integer("sequences"), std::max<std::int64_t>(4096, config.integer("batch"))));
  return config;
}

struct Kind {
  const Experiment* costliest = nullptr;
  double flop = 0;  // of all its experiments
  double seconds_per_flop = 0;
};
using Kinds = std::map<std::string, Kind>;  // by the values of the text parameters

std::string kind_of(const Experiment& e) {
  std::string kind;
  for (const auto& p : e.task->schema().parameters)
    if (p.type() == Type::text) kind += e.config.text(p.name) + '\n';
  return kind;
}

/// The kinds with most work are measured. Returns whether every measurement succeeded; otherwise a tenth of the
/// multiply-add peak is assumed.
bool calibrate(Kinds& kinds, const Calibration& limits) {
  std::vector<Kind*> by_work;
  for (auto& [name, kind] : kinds) by_work.push_back(&kind);
  std::stable_sort(by_work.begin(), by_work.end(), [](const Kind* a, const Kind* b) { return a->flop > b->flop; });
  bool measured = true;
  double slowest = 0;
  for (std::size_t k = 0; k < by_work.size(); ++k) {
    Kind& kind = *by_work[k];
    if (k < limits.most_kinds) {
      const Task& task = *kind.costliest->task;
      const Config config = with_fewer_sequences(kind.costliest->config);
      const auto seconds = measured_seconds(task, config, limits);
      measured &= seconds.has_value();
      kind.seconds_per_flop = seconds ? *seconds / flop_of(task, config) : 1 / (1e8 * peak_gflops());
      slowest = std::max(slowest, kind.seconds_per_flop);
    } else {
      kind.seconds_per_flop = slowest;
    }
  }
  return measured;
}

double row_bytes(const Experiment& e) {
  double bytes = 600;  // identity, parameters, record
  for (const auto& output : e.task->schema().outputs) {
    double size = 8;
    for (const auto& d : output.dimensions) size *= double(d.size(e.config));
    bytes += size;
  }
  if (e.settings.keep_weights) bytes += 16 + 5 * double(weight_count(e.task->weights(e.config)));  // and its dimension
  return bytes;
}

}  // namespace

double TaskForecast::seconds(int ranks) const {
  return std::max(longest_seconds, core_seconds / ranks);
}

std::map<std::string, TaskForecast> forecast(const std::vector<Experiment>& experiments, const Calibration& limits) {
  std::map<std::string, TaskForecast> tasks;
  std::map<std::string, Kinds> kinds;
  for (const auto& e : experiments) {
    Kind& kind = kinds[e.task->schema().task][kind_of(e)];
    const double flop = flop_of(*e.task, e.config);
    kind.flop += flop;
    if (!kind.costliest || flop > flop_of(*kind.costliest->task, kind.costliest->config)) kind.costliest = &e;
  }
  for (auto& [name, of_task] : kinds) {
    tasks[name].kinds = of_task.size();
    tasks[name].measured = calibrate(of_task, limits);
  }
  for (const auto& e : experiments) {
    TaskForecast& t = tasks[e.task->schema().task];
    const double flop = flop_of(*e.task, e.config),
                 seconds = flop * kinds[e.task->schema().task][kind_of(e)].seconds_per_flop;
    ++t.experiments;
    t.flop += flop;
    t.core_seconds += seconds;
    if (!t.longest || seconds > t.longest_seconds) t.longest = &e, t.longest_seconds = seconds;
    t.bytes = std::max(t.bytes, e.task->cost(e.config).bytes);
    t.store_bytes += row_bytes(e);
  }
  return tasks;
}

}  // namespace icsweep
