#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "engine/cluster/batch_job.hpp"
#include "engine/cluster/first_rank.hpp"
#include "engine/cluster/teams.hpp"
#include "engine/cluster/walltime.hpp"
#include "engine/ledger/started_sweep.hpp"
#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/commands/sweep_options.hpp"
#include "engine/run/launch.hpp"
#include "engine/verify/sweep_check.hpp"
#include "io/base/say.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

struct RunOptions : LaunchOptions {
  bool check = false;  ///< --check: print what has ended and run nothing
};

/// Reads the kinds in "failed,crashed,outdated". Refuses `done`, since the results would be the same again.
void read_kinds(const std::string& list, Rerun& rerun) {
  std::istringstream text(list);
  for (std::string name; std::getline(text, name, ',');) {
    if (name == "outdated") {
      rerun.outdated = true;
      continue;
    }
    const auto found = std::ranges::find(unwanted_outcomes, name, [](Outcome outcome) { return name_of(outcome); });
    if (found == std::end(unwanted_outcomes)) {  // its search decides if a pruned one resumes
      std::string kinds;
      for (const Outcome outcome : unwanted_outcomes) kinds += fmt::format("{}, ", name_of(outcome));
      throw Error(ErrorKind::config, fmt::format("run: --retry {}: use some of {}outdated", name, kinds));
    }
    rerun.outcomes.insert(*found);
  }
}

/// Removes the command to notify, which may contain a secret: the words go into the store.
std::vector<std::string> without_notify(const std::vector<std::string>& words) {
  std::vector<std::string> kept;
  for (auto word = words.begin(); word != words.end(); ++word)
    if (*word == "--notify") ++word;
    else if (!word->starts_with("--notify=")) kept.push_back(*word);
  return kept;
}

/// Returns nothing if --help was given, after printing it. Throws Error(config).
std::optional<RunOptions> read_run_options(const Command& self, const Arguments& arguments) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return std::nullopt;
  RunOptions o;
  o.sweep = sweep_source(*given), o.store = given->has("output") ? given->text("output") : default_store(o.sweep);
  o.add = given->flag("add"), o.emulate = given->flag("emulate"), o.check = given->flag("check");
  o.join = given->flag("join"), o.listen = given->text("listen");
  if (!o.listen.empty() && !o.join) throw Error(ErrorKind::config, "run: --listen is for --join: add it");
  o.rerun.missing_weights = given->flag("fill-weights"), o.rerun.damaged = given->flag("rerun-damaged");
  o.runner.checkpoint_every = given->real("checkpoint-every"), o.runner.hang_after = given->real("hang-after");
  o.runner.threads = given->integer("threads"), o.notify.command = given->text("notify");
  const std::string retry = given->text("retry"), walltime = given->text("walltime");
  const std::int64_t failures = given->integer64("notify-failures");
  read_kinds(retry, o.rerun);
  for (const auto& [name, seconds] :
       {std::pair{"checkpoint-every", o.runner.checkpoint_every}, {"hang-after", o.runner.hang_after}})
    if (!(seconds >= 0))
      throw Error(ErrorKind::config, fmt::format("run: --{} {}: use 0 or more seconds", name, seconds));
  checked_threads(o.runner.threads, self.name);
  if (o.runner.threads == 0 && processors_per_task() > 1) o.runner.threads = processors_per_task();
  if (failures < 1) throw Error(ErrorKind::config, fmt::format("run: --notify-failures {}: use 1 or more", failures));
  o.notify.failures = std::size_t(failures);
  if (!walltime.empty()) o.walltime = walltime_of(walltime, self.name);
  o.store = end_of_links(o.store);
  o.words = without_notify(command_line(self, arguments));
  return o;
}

}  // namespace

OptionTable run_options() {
  using namespace option;
  return with_sweep_options(
      {text("output", "STORE.h5", "store to make, resume or extend; by default the sweep's name with .h5, here")
           .with_letter('o')
           .completed_by(store_files),
       flag("add", "keep what earlier sweeps planned, and take a sweep of other tasks into the store"),
       flag("fill-weights", "run again what was done before keep_weights was set"),
       text("retry", "KINDS",
            "run again the experiments that ended as failed, timed_out, crashed or diverged, or whose result version "
            "is outdated; several with commas between")
           .completed_by(retried_outcomes),
       flag("rerun-damaged",
            "run again however many finished rows do not match their checksums; without it a few, and 1 in 20"),
       real("checkpoint-every", "S", "seconds between two checkpoints of an experiment; 0: only when asked to stop")
           .with_default("30"),
       real("hang-after", "S",
            "seconds without a step until an experiment counts as hung, or without news until a rank does; 0: never")
           .with_default("600"),
       integer("threads", "T",
               "of each experiment; 0: Slurm's number per task, else one, and more while ranks are idle")
           .with_default("0"),
       flag("emulate",
            "compute bfloat16 without the processor's instructions: the same bits, slower by a factor of thirty"),
       flag("check", "run nothing, print as JSON how many of the sweep's experiments have ended in the store"),
       text("notify", "COMMAND", "command that gets the end and failures as JSON"),
       integer64("notify-failures", "N", "notify of failures once there are N").with_default("1"),
       flag("join", "help the launch that has the store; without one, lead, and let other launches join"),
       text("listen", "ADDRESS",
            "with --join: address or interface at which others join; by default one that reaches other hosts"),
       text("walltime", "TIME",
            "stop after this time, saved: seconds, or 1h30m; in a job of Slurm it is shortly before its end")});
}

int run_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  std::optional<RunOptions> options = read_run_options(self, arguments);
  if (!options) return exit_success;
  options->words.insert(options->words.begin() + 1, s.before_command.begin(), s.before_command.end());
  if (options->check) {
    if (is_first_rank())
      say("{}\n", check_sweep(with_start(resolve(s.tasks, options->sweep), options->store).sweep, options->store,
                              options->rerun)
                      .dump());
    return exit_success;
  }
  return with_all_ranks(s, *options,
                        [&](const Communicator& communicator) { return launch(s, communicator, *options); });
}

}  // namespace icsweep
