#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/cluster/teams.hpp"
#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/forecast/speed.hpp"
#include "engine/forecast/workloads.hpp"
#include "io/base/phrases.hpp"
#include "io/base/say.hpp"
#include "models/kernels/api.hpp"
#include "models/layers/wide_kernels.hpp"

namespace icsweep {
namespace {

/// Largest accepted difference of gradients. By rounding, single-precision gradients of a deep stack differ from double
/// ones, more with depth. A wrong kernel is off by 1. A factor near the middle between two bfloat16 is rounded up in
/// one and down in the other, and moves the factors of the next layer: in four layers by up to a third of what rounding
/// itself does.
constexpr double largest_gradient_error = 1e-3, largest_bfloat16_error = 2e-2;

/// Throws Error(numeric) if the kernels are wrong, so that no time is printed for them.
double checked_gradient(const Workload& w) {
  const double error = w.task->gradient_error(w.config);
  if (error < (w.task->precision(w.config) == Precision::float32 ? largest_gradient_error : largest_bfloat16_error))
    return error;
  throw Error(ErrorKind::numeric, fmt::format("bench: {} is wrong: its gradient is off by {:.2g} from the "
                                              "double-precision one; no time is printed",
                                              w.name, error));
}

/// The named workloads, or all; with a precision those that have it.
std::vector<Workload> workloads_of(const TaskRegistry& tasks, const std::vector<std::string>& names,
                                   const std::string& precision) {
  std::vector<Workload> workloads;
  for (const auto& name : names.empty() ? workload_names() : names) {
    Workload w = find_workload(tasks, name);
    const Parameter* const parameter = w.task->schema().find("precision");
    if (!precision.empty() && !parameter && names.empty()) continue;
    if (!precision.empty() && !parameter)
      throw Error(ErrorKind::config, fmt::format("bench: {} has float32 alone: leave out --precision", name));
    if (!precision.empty()) w.config.set("precision", checked(*parameter, precision));
    for (const RoundedPrecision& p : rounded_precisions)
      if (w.task->precision(w.config) == p.precision && !processor_has(p.precision))
        throw Error(ErrorKind::config,
                    fmt::format("bench: this processor has no {}: leave out --precision {}", p.instruction, p.name));
    workloads.push_back(std::move(w));
  }
  return workloads;
}

void print_json(const Workload& w, const Speed& s, double gradient_error, int threads) {
  const Cost cost = w.task->cost(w.config);
  say("{}\n", nlohmann::json{{"workload", w.name},
                             {"sequences_per_s", s.sequences_per_s},
                             {"gflops", s.gflops},
                             {"peak_gflops", s.peak_gflops},
                             {"share", s.share},
                             {"loaded_gflops", s.loaded_gflops},
                             {"loaded_share", s.loaded_share},
                             {"threads", threads},
                             {"gradient_error", gradient_error},
                             {"flop_per_sequence", cost.training_flop / cost.sequences},
                             {"bytes_per_sequence", cost.sequence_bytes},
                             {"allocations_per_step",
                              s.allocations_per_step ? nlohmann::json(*s.allocations_per_step) : nullptr},
                             {"level", instruction_set_level()}}
                  .dump());
}

void print_row(const Workload& w, const Speed& s) {
  const Cost cost = w.task->cost(w.config);
  say("{:<17} {:>8.3g} {:>7.1f} {:>5.0f} {:>4.0f}% {:>5.0f} {:>4.0f}% {:>8.3g} {:>6.0f} {:>5}\n", w.name,
      s.sequences_per_s, s.gflops, s.peak_gflops, 100 * s.share, s.loaded_gflops, 100 * s.loaded_share,
      cost.training_flop / cost.sequences, cost.sequence_bytes / 1e3,
      s.allocations_per_step ? fmt::format("{:.2g}", *s.allocations_per_step) : "-");
}

constexpr const char* legend =
    "peak: of one thread's multiply-adds, in the same run, operands in registers;\n"
    "loads: with the loads of a linear map's tile, from the first cache; %: of that,\n"
    "a thread. kB/seq: what the model reads and writes for a sequence; alloc:\n"
    "allocations a step. Timed only where the gradient is the double-precision one.\n";

}  // namespace

OptionTable bench_options() {
  using namespace option;
  return {{places("workload", "WORKLOAD", "workloads; by default all").optional().completed_by(workloads),
           real("seconds", "S", "time for each").with_default("5"),
           integer("threads", "T", "of the training").with_default("1"),
           text("precision", "NAME", "bfloat16, bfloat16_amx: where it may be").one_of({"bfloat16", "bfloat16_amx"}),
           flag("json", "one JSON object per workload")}};
}

int bench_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const std::vector<std::string> names = given->texts("workload");
  const double seconds = given->real("seconds");
  int threads = given->integer("threads");
  if (!(seconds > 0)) throw Error(ErrorKind::config, "bench: --seconds must be positive");
  threads = std::max(1, checked_threads(threads, self.name));
  const std::vector<Workload> workloads = workloads_of(s.tasks, names, given->text("precision"));
  const bool json = given->flag("json");
  if (!json)
    say("{}, {}\n{:<17} {:>8} {:>7} {:>5} {:>5} {:>5} {:>5} {:>8} {:>6} {:>5}\n", counted(threads, "thread"),
        instruction_set_level(), "workload", "seq/s", "GFLOP/s", "peak", "%", "loads", "%", "FLOP/seq", "kB/seq",
        "alloc");
  std::set<std::string> formulas;
  for (const auto& w : workloads) {
    const double error = checked_gradient(w);
    const Speed speed = measure_speed(*w.task, w.config, seconds, threads);
    if (json) print_json(w, speed, error, threads);
    else print_row(w, speed);
    std::fflush(stdout);
    formulas.insert(w.task->flop_formula());
  }
  if (!json) say("\n{}\n{}\n", legend, fmt::join(formulas, "\n"));
  return exit_success;
}

}  // namespace icsweep
