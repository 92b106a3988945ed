#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <span>
#include <utility>

#include "engine/cluster/report_error.hpp"
#include "engine/commands/commands.hpp"
#include "engine/commands/completion.hpp"
#include "engine/commands/manual_page.hpp"
#include "engine/planning/version.hpp"
#include "io/error.hpp"
#include "io/nearest.hpp"
#include "io/say.hpp"

namespace icsweep {
namespace {

const Command commands[] = {
    {"tasks", "what can be run: parameters with default and bounds, results", "tasks [TASK] [--json]",
     "icsweep tasks augmented", tasks_command},
    {"plan", "what a sweep would run: counts, predicted time, memory, store size",
     "plan SWEEP [--scale NAME] [--set P=V]... [--only EXPR]... [--ranks N] [--walltime TIME] [--points] [--json]",
     "icsweep plan fig5 --only 'depth <= 3' --ranks 2 --walltime 8h", plan_command},
    {"simulate", "how a sweep scales to thousands of ranks, and what stops it",
     "simulate SWEEP [--ranks N,N...] [--scale NAME] [--set P=V]... [--only EXPR]... [--failures RATE] [--json]",
     "icsweep simulate fig5 --ranks 1,16,256 --failures 1e-3", simulate_command},
    {"run", "start, resume or extend a sweep: always the same command",
     "run SWEEP -o STORE.h5 [--scale NAME] [--set P=V]... [--only EXPR]... [--retry KINDS] [--checkpoint-every S]",
     "mpirun -n 2 icsweep run fig5 --scale quick -o quickstart.h5", run_command},
    {"launch", "run, and again after every crash, until all has ended",
     "launch -n RANKS SWEEP STORE.h5 [OPTION]... | launch -H HOST:RANKS,... SWEEP STORE.h5 [OPTION]...",
     "icsweep launch -n 2 fig5 quickstart.h5 --scale quick", launch_command},
    {"slurm", "the job script for Slurm that does so, printed or submitted",
     "slurm SWEEP STORE.h5 --ntasks N [--time TIME] [--array RANGE] [--sbatch NAME=VALUE]... [--submit] [-- OPTION...]",
     "icsweep slurm fig5 fig5.h5 --ntasks 64 --time 8:00:00", slurm_command},
    {"status", "progress of a store; works while a run is writing", "status STORE.h5 [--watch] [--json]",
     "icsweep status quickstart.h5", status_command},
    {"query", "SQL over a store; without a statement, its tables and columns",
     "query STORE.h5 [\"SELECT ...\"] [--format table|csv|json|jsonl]",
     "icsweep query quickstart.h5 \"SELECT depth, avg(test_mse) FROM augmented GROUP BY depth\"", query_command},
    {"export", "curves, arrays and scalars to .npy, trained weights to .safetensors",
     "export STORE.h5 --id ID [--task TASK] [--array NAME | --weights] [-o FILE]",
     "icsweep export quickstart.h5 --id 0 --array position_mse -o curve.npy", export_command},
    {"top", "for each value of a parameter: the best, mean and interval over seeds",
     "top STORE.h5 TASK METRIC --by PARAM[,PARAM...] [--largest] [--format table|csv|json|jsonl]",
     "icsweep top quickstart.h5 augmented test_mse --by depth", top_command},
    {"figure", "the papers' figures from stored results",
     "figure STORE.h5 NAME [-o FILE.svg|.pdf|.png] [--where SQL] [--partial] | figure STORE.h5 --list",
     "icsweep figure quickstart.h5 fig5 -o fig5.pdf", figure_command},
    {"report", "one page of a store to explore in a browser, offline", "report STORE.h5 [-o report.html]",
     "icsweep report quickstart.h5", report_command},
    {"bench", "training speed beside the multiply-add peak; what a sweep costs",
     "bench [WORKLOAD...] [--threads T] [--seconds S] [--json] | bench sweep [--experiments N...]",
     "icsweep bench fig5-L1 fig5-L6", bench_command},
    {"claims", "the papers' propositions: measured value, bound, verdict",
     "claims [NAME...] [--dim D] [--length T] ... [--json]",
     "icsweep claims prop4 --dim 3 --length 7 --samples 200000 --seed 5", claims_command},
    {"verify", "every row against its checksum; some run again, bit by bit",
     "verify STORE.h5 [--sample K] [--seed S] [--json]", "icsweep verify quickstart.h5 --sample 2", verify_command},
    {"merge", "one store of several: each experiment once, every launch", "merge A.h5 B.h5... -o C.h5",
     "icsweep merge monday.h5 tuesday.h5 -o week.h5", merge_command},
    {"delete", "experiments out of a store; the store as it was stays beside it",
     "delete STORE.h5 --where SQL [--task TASK] [--dry-run]",
     "icsweep delete quickstart.h5 --where \"status = 'diverged'\" --dry-run", delete_command},
    {"version", "version, instruction-set level in use, libraries", "version", "icsweep version", version_command},
};

void print_commands() {
  say("{}: grids of in-context-learning experiments, one HDF5 store\n\n", program_version());
  for (const auto& c : commands) say("  {:<8} {}\n", c.name, c.summary);
  say("\nicsweep COMMAND --help tells more. Start with:\n    icsweep run fig5 --scale quick -o quickstart.h5\n");
}

// Commands for installation and shells, which no list shows.
constexpr std::pair<const char*, int (*)(std::span<const Command>, const Arguments&)> unlisted[] = {
    {"manual", manual_command}, {"complete", complete_command}};

int dispatch(const Arguments& arguments) {
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h") {
    print_commands();
    return exit_success;
  }
  const std::string name = arguments[0] == "--version" ? "version" : arguments[0];
  for (const auto& [own, run] : unlisted)
    if (name == own) return run(std::span(commands), {arguments.begin() + 1, arguments.end()});
  const auto found =
      std::find_if(std::begin(commands), std::end(commands), [&](const auto& c) { return name == c.name; });
  if (found == std::end(commands)) {
    std::vector<std::string> known;
    for (const auto& c : commands) known.emplace_back(c.name);
    throw Error(ErrorKind::config,
                fmt::format("there is no command \"{}\"{}", name, suggestion(name, known, "icsweep alone lists them")));
  }
  return found->run(*found, {arguments.begin() + 1, arguments.end()});
}

}  // namespace

}  // namespace icsweep

int main(int count, char** values) {
  const icsweep::TerminalText out(std::cout, STDOUT_FILENO);
  try {
    return icsweep::dispatch({values + 1, values + count});
  } catch (const std::exception& e) {
    icsweep::report_error(e);
    return icsweep::exit_usage;
  }
}
