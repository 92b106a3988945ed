#include "engine/commands/run_options.hpp"

#include <fmt/format.h>

#include <sstream>

#include "engine/cluster/batch_job.hpp"
#include "engine/cluster/teams.hpp"
#include "engine/cluster/walltime.hpp"
#include "engine/commands/sweep_options.hpp"
#include "io/whole_file.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;

/// The outcomes in "failed,crashed". `done` is refused: those experiments would give the same results again.
std::set<Outcome> outcomes_in(const std::string& list) {
  std::set<Outcome> outcomes;
  std::istringstream text(list);
  for (std::string name; std::getline(text, name, ',');) {
    int i = int(Outcome::diverged);
    while (i < int(Outcome::pruned) && name_of(Outcome(i)) != name) ++i;
    if (i == int(Outcome::pruned))  // whether a pruned one runs on is for its search to say
      throw Error(ErrorKind::config,
                  fmt::format("run: --retry {}: use some of diverged, failed, timed_out, crashed", name));
    outcomes.insert(Outcome(i));
  }
  return outcomes;
}

/// Leaves out the command to notify, which may hold a secret: the words go into the store.
std::vector<std::string> without_notify(const std::vector<std::string>& words) {
  std::vector<std::string> kept;
  for (auto word = words.begin(); word != words.end(); ++word)
    if (*word == "--notify") ++word;
    else if (!word->starts_with("--notify=")) kept.push_back(*word);
  return kept;
}

}  // namespace

std::optional<RunOptions> read_run_options(const Command& self, const Arguments& arguments) {
  RunOptions o;
  std::string retry, walltime;
  std::int64_t failures;
  po::options_description options("Options");
  add_sweep_options(options, o.sweep);
  options.add_options()("output,o", po::value(&o.store)->required(), "store to make, resume or extend")(
      "add", po::bool_switch(&o.add),
      "keep what earlier sweeps planned, and take a sweep of other tasks into the store")(
      "fill-weights", po::bool_switch(&o.rerun.missing_weights), "run again what was done before keep_weights was set")(
      "retry", po::value(&retry),
      "run again the experiments that ended as failed, timed_out, crashed or diverged; several with commas between")(
      "rerun-damaged", po::bool_switch(&o.rerun.damaged),
      "run again however many finished rows do not match their checksums; without it a few, and 1 in 20")(
      "checkpoint-every", po::value(&o.runner.checkpoint_every)->default_value(30),
      "seconds between two checkpoints of an experiment; 0: only when asked to stop")(
      "hang-after", po::value(&o.runner.hang_after)->default_value(600),
      "seconds without a step after which an experiment hangs, or without a word a rank; 0: never")(
      "threads", po::value(&o.runner.threads)->default_value(0),
      "of each experiment; 0: as many as Slurm gives to each task, else one, and more where there are more ranks than "
      "experiments")("emulate", po::bool_switch(&o.emulate),
                     "compute bfloat16 without the processor's instructions: the same bits, thirty times as slow")(
      "check", po::bool_switch(&o.check),
      "run nothing, print as JSON how many of the sweep's experiments have ended in the store")(
      "notify", po::value(&o.notify.command), "command to tell of end and failures, as JSON")(
      "notify-failures", po::value(&failures)->default_value(1), "tell of failures at so many, once")(
      "walltime", po::value(&walltime),
      "stop after so long, saved: seconds, or 1h30m; in a job of Slurm it is shortly before its end");
  const auto values = parse_arguments(self, arguments, options, {"sweep"});
  if (!values) return std::nullopt;
  if (!retry.empty()) o.rerun.outcomes = outcomes_in(retry);
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

}  // namespace icsweep
