#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/commands.hpp"
#include "engine/forecast.hpp"
#include "engine/progress_text.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;

std::string time_text(double seconds) {
  return seconds < 1 ? "under 1s" : duration_text(seconds);
}

/// How the speed is known, in brackets after it.
std::string source_of(const TaskForecast& t) {
  if (!t.measured) return "partly assumed: the costliest ended no step within 2 s";
  return t.kinds == 1 ? "measured now on the costliest"
                      : fmt::format("measured now on the costliest of {} kinds", t.kinds);
}

void print(const std::string& sweep, const Expansion& points, const std::map<std::string, TaskForecast>& tasks,
           int ranks) {
  fmt::print("{}: {} experiments", sweep, points.experiments.size());
  if (points.repeated > 0) fmt::print(", {} points given more than once count once", points.repeated);
  fmt::print("\n");
  for (const auto& [name, t] : tasks) {
    fmt::print("{}: {} experiments, {:.3g} core-hours at {:.3g} GFLOP/s ({})\n", name, t.experiments,
               t.core_seconds / 3600, t.flop / t.core_seconds / 1e9, source_of(t));
    fmt::print("  longest: {} ({})\n", time_text(t.longest_seconds),
               t.longest->label.empty() ? "the only one" : t.longest->label);
    fmt::print("  on {} rank{}: {}; memory of a rank about {:.0f} MB, store about {:.1f} MB\n", ranks,
               ranks == 1 ? "" : "s", time_text(t.seconds(ranks)), t.bytes / 1e6 + 40, t.store_bytes / 1e6);
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
                                      {"seconds", t.seconds(ranks)},
                                      {"gflops", t.flop / t.core_seconds / 1e9},
                                      {"measured", t.measured},
                                      {"memory_bytes", t.bytes},
                                      {"store_bytes", t.store_bytes}}
                           .dump());
}

}  // namespace

int plan_command(const Command& self, const Arguments& arguments) {
  std::string path, scale;
  int ranks = 1;
  po::options_description options("Options");
  options.add_options()("sweep", po::value(&path)->required(), "sweep file")("scale", po::value(&scale),
                                                                             "one of the file's scales, such as quick")(
      "ranks", po::value(&ranks)->default_value(1), "MPI ranks to predict for")("json", "one JSON object a task");
  const auto values = parse_arguments(self, arguments, options, {"sweep"});
  if (!values) return exit_success;
  if (ranks < 1) throw Error(ErrorKind::config, fmt::format("plan: --ranks {}: must be at least 1", ranks));
  Sweep sweep = read_sweep_file(path);
  if (values->contains("scale")) sweep = at_scale(std::move(sweep), scale);
  const Expansion points = expand(sweep);
  const auto tasks = forecast(points.experiments);
  if (values->contains("json")) print_json(points, tasks, ranks);
  else print(values->contains("scale") ? fmt::format("{} --scale {}", path, scale) : path, points, tasks, ranks);
  return exit_success;
}

}  // namespace icsweep
