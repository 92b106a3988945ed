#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/commands.hpp"
#include "engine/grid.hpp"
#include "engine/progress.hpp"
#include "engine/speed.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;

/// Predictions for one task's experiments, from a short run of the costliest.
struct TaskForecast {
  std::size_t experiments = 0;
  double core_seconds = 0, bytes = 0, store_bytes = 0;
  double flop_per_s = 0;
  const Experiment* costliest = nullptr;
  double longest_seconds = 0;
};

double row_bytes(const Experiment& e) {
  double bytes = 600;  // identity, parameters, record
  for (const auto& output : e.task->schema().outputs) {
    double size = 8;
    for (const auto& d : output.dimensions) size *= double(d.size(e.config));
    bytes += size;
  }
  return bytes;
}

/// On at most a few thousand sequences: speed does not depend on their number, memory does.
double measured_flop_per_s(const Experiment& e) {
  Config config = e.config;
  if (config.has("sequences"))
    config.set("sequences", std::min(config.integer("sequences"),
                                     std::max<std::int64_t>(4096, config.has("batch") ? config.integer("batch") : 0)));
  return measure_speed(*e.task, config, 0.5).gflops * 1e9;
}

std::map<std::string, TaskForecast> forecast(const std::vector<Experiment>& experiments) {
  std::map<std::string, TaskForecast> tasks;
  const auto flop = [](const Experiment& e) { return e.task->cost(e.config).training_flop; };
  for (const auto& e : experiments) {
    TaskForecast& t = tasks[e.task->schema().task];
    ++t.experiments;
    t.bytes = std::max(t.bytes, e.task->cost(e.config).bytes);
    t.store_bytes += row_bytes(e);
    if (!t.costliest || flop(e) > flop(*t.costliest)) t.costliest = &e;
  }
  for (auto& [name, t] : tasks) {
    t.flop_per_s = measured_flop_per_s(*t.costliest);
    t.longest_seconds = flop(*t.costliest) / t.flop_per_s;
    for (const auto& e : experiments)
      if (e.task->schema().task == name) t.core_seconds += flop(e) / t.flop_per_s;
  }
  return tasks;
}

void print(const std::string& sweep, const Expansion& points, const std::map<std::string, TaskForecast>& tasks,
           int ranks) {
  fmt::print("{}: {} experiments", sweep, points.experiments.size());
  if (points.repeated > 0) fmt::print(", {} points given more than once count once", points.repeated);
  fmt::print("\n");
  for (const auto& [name, t] : tasks) {
    fmt::print("{}: {} experiments, {:.3g} core-hours at {:.1f} GFLOP/s (measured now on the costliest)\n", name,
               t.experiments, t.core_seconds / 3600, t.flop_per_s / 1e9);
    fmt::print("  longest: {} ({})\n", duration_text(t.longest_seconds),
               t.costliest->label.empty() ? "the only one" : t.costliest->label);
    fmt::print("  on {} rank{}: about {}; memory of a rank about {:.0f} MB, store about {:.1f} MB\n", ranks,
               ranks == 1 ? "" : "s", duration_text(std::max(t.longest_seconds, t.core_seconds / ranks)),
               t.bytes / 1e6 + 40, t.store_bytes / 1e6);
  }
}

void print_json(const Expansion& points, const std::map<std::string, TaskForecast>& tasks, int ranks) {
  for (const auto& [name, t] : tasks)
    fmt::print("{}\n", nlohmann::json{{"task", name},
                                      {"experiments", t.experiments},
                                      {"repeated", points.repeated},
                                      {"core_seconds", t.core_seconds},
                                      {"longest_seconds", t.longest_seconds},
                                      {"ranks", ranks},
                                      {"seconds", std::max(t.longest_seconds, t.core_seconds / ranks)},
                                      {"gflops", t.flop_per_s / 1e9},
                                      {"memory_bytes", t.bytes},
                                      {"store_bytes", t.store_bytes}}
                           .dump());
}

}  // namespace

int plan_command(const Command& self, const Arguments& arguments) {
  std::string path;
  int ranks = 1;
  po::options_description options("Options");
  options.add_options()("sweep", po::value(&path)->required(), "sweep file")(
      "ranks", po::value(&ranks)->default_value(1), "MPI ranks to predict for")("json", "one JSON object a task");
  const auto values = parse_arguments(self, arguments, options, {"sweep"});
  if (!values) return exit_success;
  if (ranks < 1) throw Error(ErrorKind::config, fmt::format("plan: --ranks {}: must be at least 1", ranks));
  const Expansion points = expand(read_sweep_file(path));
  const auto tasks = forecast(points.experiments);
  if (values->contains("json")) print_json(points, tasks, ranks);
  else print(path, points, tasks, ranks);
  return exit_success;
}

}  // namespace icsweep
