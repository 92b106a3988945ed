#include "engine/forecast/forecast.hpp"

#include <algorithm>
#include <optional>

#include "engine/forecast/precision_speed.hpp"
#include "engine/forecast/speed.hpp"

namespace icsweep {
namespace {

struct PointKind {
  const Experiment* costliest = nullptr;
  double flop = 0;  // sum over its experiments
  double seconds_per_flop = 0;
  double steps = 1;                          // of the costliest experiment
  std::optional<double> outside{}, whole{};  // see RunLength
  std::optional<double> over_float32{};      // speed over that of the same kind in float32
};
using PointKinds = std::map<std::string, PointKind>;  // by the values of the text parameters

std::string kind_of(const Task& task, const Config& config) {
  std::string kind;
  for (const auto& p : task.schema().parameters)
    if (p.type() == ValueType::text) kind += to_text(config.at(p.name)) + '\n';
  return kind;
}

/// Measures the kinds with most work. Returns true if every measurement succeeded. A kind that failed gets a tenth of
/// the multiply-add peak.
bool calibrate(PointKinds& kinds, const Calibration& limits) {
  std::vector<PointKind*> by_work;
  for (auto& [name, kind] : kinds) by_work.push_back(&kind);
  std::stable_sort(by_work.begin(), by_work.end(),
                   [](const PointKind* a, const PointKind* b) { return a->flop > b->flop; });
  bool measured = true;
  double slowest = 0;
  for (std::size_t k = 0; k < by_work.size(); ++k) {
    PointKind& kind = *by_work[k];
    if (k < limits.max_kinds) {
      const Task& task = *kind.costliest->task;
      const Config config = to_measure(task.schema(), kind.costliest->config);
      const auto run = measure_run(task, config, limits);
      measured &= run.has_value();
      kind.seconds_per_flop = run ? run->seconds / predicted_cost(task, config) : 1 / (1e8 * peak_gflops());
      if (run) {  // all sequences take more steps of the same length
        kind.steps = run->steps * predicted_cost(task, kind.costliest->config) / predicted_cost(task, config);
        kind.outside = run->outside, kind.whole = run->whole;
      }
      slowest = std::max(slowest, kind.seconds_per_flop);
    } else {
      kind.seconds_per_flop = slowest;
    }
  }
  return measured;
}

/// Compares each kind in a rounded precision with the same kind in float32. If the sweep has both, the time of one
/// follows from the other, since they were measured at different moments and loads.
void compare_precisions(PointKinds& kinds, std::size_t most) {
  for (auto& [name, kind] : kinds) {
    const Task& task = *kind.costliest->task;
    const Config& config = kind.costliest->config;
    const std::optional<Config> single = in_float32(task, config);
    if (!single || most == 0) continue;
    --most;
    kind.over_float32 = speed_over_float32(task, config);
    const auto twin = kinds.find(kind_of(task, *single));
    if (!kind.over_float32 || twin == kinds.end()) continue;
    const double more_flop = predicted_cost(task, config) / predicted_cost(task, *single);
    kind.seconds_per_flop = twin->second.seconds_per_flop / (*kind.over_float32 * more_flop);
  }
}

/// Speed by precision, of the kind with most work.
std::map<std::string, double> speeds_of(const PointKinds& kinds) {
  std::map<std::string, double> speeds, flop;
  for (const auto& [name, kind] : kinds) {
    if (!kind.over_float32) continue;
    const std::string& precision = kind.costliest->config.text("precision");
    if (flop[precision] < kind.flop) flop[precision] = kind.flop, speeds[precision] = *kind.over_float32;
  }
  return speeds;
}

/// Share of a step that threads cannot share. A second thread halves a block except for a share of it. With this value,
/// Amdahl's law is right for any number of threads.
double alone(const PointKind& kind, const Cost& cost, double step) {
  constexpr double waiting = 1e-4;  // seconds a step, so that fig5-L1's of 3.8 ms gain 1.91 by a second thread
  if (!kind.outside) return usually_alone;
  const double outside = std::min(1.0, *kind.outside + waiting / step);
  return cost.halves ? outside + (1 - outside) * *kind.whole / (cost.threads - 1) : outside;
}

double row_bytes(const Experiment& e) {
  double bytes = 600;  // identity, parameters, record
  for (const auto& output : e.task->schema().outputs) {
    double size = 8;
    for (const auto& d : output.dimensions) size *= double(d.size(e.config));
    bytes += size;
  }
  if (e.settings->keep_weights) bytes += 16 + 5 * double(weight_count(e.task->weights(e.config)));  // and its dimension
  return bytes;
}

}  // namespace

Forecast forecast(const std::vector<Experiment>& experiments, const Calibration& limits) {
  Forecast result;
  std::map<std::string, PointKinds> kinds;
  for (const auto& e : experiments) {
    PointKind& kind = kinds[e.task->schema().task][kind_of(*e.task, e.config)];
    const double flop = predicted_cost(*e.task, e.config);
    kind.flop += flop;
    if (!kind.costliest || flop > predicted_cost(*kind.costliest->task, kind.costliest->config)) kind.costliest = &e;
  }
  for (auto& [name, of_task] : kinds) {
    result.tasks[name].kinds = of_task.size();
    result.tasks[name].measured = calibrate(of_task, limits);
    compare_precisions(of_task, limits.max_kinds);
    result.tasks[name].over_float32 = speeds_of(of_task);
  }
  for (const auto& e : experiments) {
    TaskForecast& t = result.tasks[e.task->schema().task];
    const PointKind& kind = kinds[e.task->schema().task][kind_of(*e.task, e.config)];
    const double flop = predicted_cost(*e.task, e.config), seconds = flop * kind.seconds_per_flop;
    const Cost cost = e.task->cost(e.config);
    const double step = seconds / kind.steps;
    result.experiments.push_back(
        {flop, seconds, step, cost.threads, cost.shared_bytes, alone(kind, cost, step), e.settings->resources});
    ++t.experiments;
    t.flop += flop;
    t.core_seconds += seconds;
    t.bytes = std::max(t.bytes, cost.bytes);
    t.store_bytes += row_bytes(e);
  }
  return result;
}

}  // namespace icsweep
