#include "engine/commands/program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "engine/cluster/report_error.hpp"
#include "engine/commands/commands.hpp"
#include "engine/planning/version.hpp"
#include "io/error.hpp"
#include "io/say.hpp"

namespace icsweep {
namespace {

const Command commands[] = {
    {"plan", "what a sweep would run: counts, predicted time, memory, store size",
     "plan SWEEP.toml [--scale NAME] [--set P=V]... [--only EXPR]... [--ranks N] [--walltime TIME] [--points] [--json]",
     "icsweep plan jobs/sweeps/fig5.toml --only 'depth <= 3' --ranks 2 --walltime 8h", plan_command},
    {"simulate", "how a sweep scales to thousands of ranks, and what stops it",
     "simulate SWEEP.toml [--ranks N,N...] [--scale NAME] [--set P=V]... [--only EXPR]... [--failures RATE] [--json]",
     "icsweep simulate jobs/sweeps/fig5.toml --ranks 1,16,256 --failures 1e-3", simulate_command},
    {"run", "start, resume or extend a sweep: always the same command",
     "run SWEEP.toml -o STORE.h5 [--scale NAME] [--set P=V]... [--only EXPR]... [--retry KINDS] [--checkpoint-every S]",
     "mpirun -n 2 icsweep run jobs/sweeps/fig5.toml --scale quick -o quickstart.h5", run_command},
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
  say("\nicsweep COMMAND --help tells more. Start with jobs/quickstart.sh.\n");
}

int dispatch(const Arguments& arguments, const Surroundings& surroundings) {
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h") {
    print_commands();
    return exit_success;
  }
  const std::string name = arguments[0] == "--version" ? "version" : arguments[0];
  const auto found =
      std::find_if(std::begin(commands), std::end(commands), [&](const auto& c) { return name == c.name; });
  if (found == std::end(commands))
    throw Error(ErrorKind::config, fmt::format("there is no command \"{}\"; icsweep alone lists them", name));
  return found->run(*found, {arguments.begin() + 1, arguments.end()}, surroundings);
}

}  // namespace

int run_program(int count, char** words, const TaskRegistry& tasks) {
  const TerminalText out(std::cout, STDOUT_FILENO);
  StopFlag stop;
  Watchdog watchdog;
  try {
    return dispatch({words + 1, words + count}, {tasks, stop, watchdog});
  } catch (const std::exception& e) {
    report_error(e);
    return exit_usage;
  }
}

}  // namespace icsweep
