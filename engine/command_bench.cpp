#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/commands.hpp"
#include "engine/parameters.hpp"
#include "engine/speed.hpp"
#include "engine/workloads.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;

/// A task at the size a paper trains it.
struct Workload {
  const char* name;
  const char* task;
  std::vector<std::pair<const char*, Value>> parameters;
};

const std::vector<Workload>& workloads() {
  static const std::vector<Workload> all{
      {"fig5-L1", "augmented", {{"depth", std::int64_t{1}}}},
      {"fig5-L6", "augmented", {{"depth", std::int64_t{6}}}},
      {"fig10-L1",
       "augmented",
       {{"depth", std::int64_t{1}}, {"attention", "softmax"}, {"norm", "post"}, {"mlp", std::int64_t{15}}}},
      {"fig10-L6",
       "augmented",
       {{"depth", std::int64_t{6}}, {"attention", "softmax"}, {"norm", "post"}, {"mlp", std::int64_t{15}}}},
      {"fig7-H1", "plain", {{"copies", std::int64_t{2}}, {"heads", std::int64_t{1}}}},
      {"fig7-H8", "plain", {{"copies", std::int64_t{2}}, {"heads", std::int64_t{8}}}},
      {"fig7-H64", "plain", {{"copies", std::int64_t{2}}, {"heads", std::int64_t{64}}}},
      {"universality-fig4", "descent_transformer", {}},
      {"sca-L4-D64", "regression", {{"block", "post_norm"}, {"width", std::int64_t{64}}, {"heads", std::int64_t{2}}}},
      {"sca-L4-D256", "regression", {{"block", "post_norm"}, {"width", std::int64_t{256}}, {"heads", std::int64_t{8}}}},
  };
  return all;
}

const Workload& find_workload(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& w : workloads()) {
    if (name == w.name) return w;
    known.push_back(w.name);
  }
  throw Error(ErrorKind::config,
              fmt::format("bench: there is no workload \"{}\", use: {}", name, fmt::join(known, ", ")));
}

/// Single-precision gradients of a deep stack differ from double ones by rounding that grows with depth; a wrong kernel
/// is off by 1.
constexpr double largest_gradient_error = 1e-3;

int bench(const Workload& workload, double seconds, bool json) {
  const Task& task = find_task(workload.task);
  Config config = standard_config(task.schema());
  for (const auto& [name, value] : workload.parameters) config.set(name, value);
  const double error = task.gradient_error(config);
  if (!(error < largest_gradient_error))
    throw Error(
        ErrorKind::numeric,
        fmt::format(
            "bench: {} is wrong: its gradient is off by {:.2g} from the double-precision one; no time is printed",
            workload.name, error));
  const Speed s = measure_speed(task, config, seconds);
  const Cost cost = task.cost(config);
  if (json)
    fmt::print("{}\n", nlohmann::json{{"workload", workload.name},
                                      {"sequences_per_s", s.sequences_per_s},
                                      {"gflops", s.gflops},
                                      {"peak_gflops", s.peak_gflops},
                                      {"share", s.share},
                                      {"threads", 1},
                                      {"gradient_error", error},
                                      {"flop_per_sequence", cost.training_flop / cost.sequences},
                                      {"level", instruction_set_level()}}
                           .dump());
  else
    fmt::print("{:<17} {:>12.0f} {:>8.1f} {:>9.1f} {:>6.1f}% {:>11.0f} {:>10.1e}\n", workload.name, s.sequences_per_s,
               s.gflops, s.peak_gflops, 100 * s.share, cost.training_flop / cost.sequences, error);
  std::fflush(stdout);
  return exit_success;
}

}  // namespace

WorkloadConfig workload_config(const std::string& name) {
  const Workload& workload = find_workload(name);
  const Task& task = find_task(workload.task);
  Config config = standard_config(task.schema());
  for (const auto& [parameter, value] : workload.parameters) config.set(parameter, value);
  return {&task, config};
}

int bench_command(const Command& self, const Arguments& arguments) {
  if (!arguments.empty() && arguments[0] == "sweep") return bench_sweep(self, {arguments.begin() + 1, arguments.end()});
  std::vector<std::string> names;
  double seconds = 5;
  po::options_description options("Options");
  options.add_options()("workload", po::value(&names), "workloads, all if none is named")(
      "seconds", po::value(&seconds)->default_value(5), "time for each")("json", "one JSON object a workload");
  const auto values = parse_arguments(self, arguments, options, {"workload"});
  if (!values) return exit_success;
  if (!(seconds > 0)) throw Error(ErrorKind::config, "bench: --seconds must be positive");
  if (names.empty())
    for (const auto& w : workloads()) names.push_back(w.name);
  for (const auto& name : names) find_workload(name);
  const bool json = values->contains("json");
  if (!json)
    fmt::print(
        "one thread, {}; gradient: distance from the double-precision one\n{:<17} {:>12} {:>8} {:>9} {:>7} {:>11} "
        "{:>10}\n",
        instruction_set_level(), "workload", "sequences/s", "GFLOP/s", "FMA peak", "share", "FLOP/seq", "gradient");
  for (const auto& name : names) bench(find_workload(name), seconds, json);
  std::set<std::string> formulas;
  for (const auto& name : names) formulas.insert(find_task(find_workload(name).task).flop_formula());
  if (!json) fmt::print("\n{}\n", fmt::join(formulas, "\n"));
  return exit_success;
}

}  // namespace icsweep
