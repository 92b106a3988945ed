#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>

#include "engine/audit.hpp"
#include "engine/commands.hpp"
#include "engine/first_rank.hpp"
#include "engine/coordinator.hpp"
#include "engine/progress_text.hpp"
#include "engine/report_error.hpp"
#include "engine/stop_signal.hpp"
#include "engine/sweep_options.hpp"
#include "engine/unfinished.hpp"
#include "io/whole_file.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;

struct Options {
  SweepOptions sweep;
  std::string store, command;
  Rerun rerun;
  RunnerSettings runner;
};

/// "failed,crashed". What is done would be the same again.
std::set<Outcome> outcomes_in(const std::string& list) {
  std::set<Outcome> outcomes;
  std::istringstream text(list);
  for (std::string name; std::getline(text, name, ',');) {
    int i = int(Outcome::diverged);
    while (i < outcome_count && name_of(Outcome(i)) != name) ++i;
    if (i == outcome_count)
      throw Error(ErrorKind::config,
                  fmt::format("run: --retry {}: use some of diverged, failed, timed_out, crashed", name));
    outcomes.insert(Outcome(i));
  }
  return outcomes;
}

std::optional<Options> read_options(const Command& self, const Arguments& arguments) {
  Options o;
  std::string retry;
  po::options_description options("Options");
  o.sweep.add_to(options);
  options.add_options()("output,o", po::value(&o.store)->required(), "store to make, resume or extend")(
      "fill-weights", po::bool_switch(&o.rerun.missing_weights), "run again what was done before keep_weights was set")(
      "retry", po::value(&retry), "run again what ended so: failed, timed_out, crashed, diverged; with commas between")(
      "checkpoint-every", po::value(&o.runner.checkpoint_every)->default_value(30),
      "seconds between two checkpoints of an experiment; 0: only when asked to stop")(
      "hang-after", po::value(&o.runner.hang_after)->default_value(600),
      "seconds without a step after which an experiment hangs; 0: never");
  const auto values = parse_arguments(self, arguments, options, {"sweep"});
  if (!values) return std::nullopt;
  if (!retry.empty()) o.rerun.outcomes = outcomes_in(retry);
  for (const double seconds : {o.runner.checkpoint_every, o.runner.hang_after})
    if (!(seconds >= 0))
      throw Error(ErrorKind::config,
                  fmt::format("run: {} seconds between checkpoints or until an experiment hangs: use "
                              "0 or more",
                              seconds));
  o.store = end_of_links(o.store);
  o.command = fmt::format("icsweep run {}", fmt::join(arguments, " "));
  return o;
}

/// What rank 0 knows before the first experiment starts.
struct Launch {
  std::vector<Experiment> experiments;
  std::unique_ptr<Lease> lease;
  StorePlan plan;
};

Launch prepare(const Options& o, int ranks) {
  Launch launch;
  const Sweep sweep = o.sweep.read();
  Expansion points = expand(sweep, o.sweep.only);
  launch.experiments = std::move(points.experiments);
  check_place(o.store);
  launch.lease = std::make_unique<Lease>(o.store, ranks);
  std::filesystem::remove(o.store + ".new");  // of a launch that was killed while it made the store
  launch.plan = prepare_store(o.store, sweep, launch.experiments, o.command, o.rerun, points.standard);
  launch.lease->begin_epoch_after(find_unfinished(o.store, launch.experiments, launch.plan));
  return launch;
}

void announce(const Launch& launch, const Options& o, int ranks) {
  const StorePlan& plan = launch.plan;
  const std::size_t total = launch.experiments.size(), left = plan.jobs.size();
  fmt::print(stderr, "{}: {} experiments, {} to do on {} ({}), store {}{}\n", o.sweep.label(), total, left,
             ranks_text(ranks), instruction_set_level(), o.store,
             plan.created     ? " made"
             : plan.rewritten ? " extended"
                              : "");
  const auto begun = std::count_if(plan.jobs.begin(), plan.jobs.end(), [](const Job& j) { return j.begun.steps > 0; });
  if (begun > 0)
    fmt::print(stderr, "{}: {}\n", o.store,
               begun == 1 ? "1 experiment goes on from its checkpoint"
                          : fmt::format("{} experiments go on from their checkpoints", begun));
  if (launch.lease->left_behind() && left > 0)
    fmt::print(stderr, "{}: the last launch crashed or was killed; each experiment runs in a process of its own\n",
               o.store);
  if (plan.damaged > 0)
    fmt::print(stderr, "{}: {} rows do not match their checksums and are run again\n", o.store, plan.damaged);
  if (plan.retried > 0) fmt::print(stderr, "{}: {} experiments that had ended are run again\n", o.store, plan.retried);
  if (plan.without_weights > 0)
    fmt::print(stderr,
               "{}: {} experiments ended before keep_weights was set and have none; --fill-weights runs them again\n",
               o.store, plan.without_weights);
}

/// Why the launch stopped before the others were tried.
void tell_hopeless(const Options& o, const std::set<std::string>& failures) {
  fmt::print(
      stderr,
      "{}: stopped, since the first {} experiments to end all failed: {}{}; mend the cause and add --retry failed\n",
      o.store, Scheduler::first_few, *failures.begin(),
      failures.size() > 1 ? fmt::format(" (and {} other messages)", failures.size() - 1) : "");
}

/// The line at the end and the exit status. Counts are of planned experiments, over all launches.
int conclude(const Launch& launch, const Options& o, const Scheduler& scheduler) {
  std::string text;
  std::size_t bad = 0;
  std::array<std::size_t, outcome_count> counted{};
  for (int i = 1; i < outcome_count; ++i) {
    const auto outcome = Outcome(i);
    const std::size_t count = counted[std::size_t(i)] = launch.plan.found[std::size_t(i)] + scheduler.count(outcome);
    if (count > 0 || outcome == Outcome::done)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(outcome));
    if (outcome != Outcome::done && outcome != Outcome::diverged) bad += count;
  }
  const std::size_t left = scheduler.waiting() + scheduler.in_flight().size();
  if (left > 0)
    text += scheduler.hopeless() ? fmt::format(", {} not tried", left)
                                 : fmt::format(", {} left: run the same command to go on", left);
  counted[std::size_t(Outcome::pending)] = left;
  const Audit audit = audit_store(StoreReader(o.store));
  if (left == 0) text += fmt::format(", {} duplicates", audit.duplicates);
  fmt::print(stderr, "{}: {} experiments: {}\n", o.store, launch.experiments.size(), text);
  if (const std::string amiss = complaint(o.store, audit, counted); !amiss.empty())
    throw Error(ErrorKind::store, amiss);
  if (left > 0 && !scheduler.hopeless()) return exit_stopped;
  return bad > 0 ? exit_failed : exit_success;
}

int coordinate(const Communicator& communicator, const Options& o, Launch& launch, StoreWriter& store,
               const RunnerSettings& settings) {
  announce(launch, o, communicator.size());
  for (const auto& [task, row] : launch.plan.unmarked) store.forget(task, row);
  ProgressBoard board(launch.experiments, launch.plan);
  Coordinator coordinator(communicator, store, launch.plan, board, *launch.lease, settings);
  coordinator.run();
  remove_empty_folder(o.store);
  board.close(coordinator.scheduler(), *launch.lease);
  if (coordinator.scheduler().hopeless()) tell_hopeless(o, coordinator.failures());
  return conclude(launch, o, coordinator.scheduler());
}

/// Every rank opens the store; if some cannot, the lowest of them throws and the others leave quietly (nullptr).
std::unique_ptr<StoreWriter> open_together(const Communicator& communicator, const std::string& path) {
  std::unique_ptr<StoreWriter> store;
  std::exception_ptr failure;
  try {
    store = std::make_unique<StoreWriter>(path);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  const int lowest = communicator.lowest_rank_where(failure != nullptr);
  if (lowest == communicator.rank()) std::rethrow_exception(failure);
  if (lowest < communicator.size()) return nullptr;
  return store;
}

/// Rank 0 looks at all input before the others open the store: bad input is one line from one rank, and the others
/// leave quietly.
int launch_on_all(const Communicator& communicator, const Options& o) {
  Launch launch;
  if (communicator.rank() == 0) {
    try {
      launch = prepare(o, communicator.size());
    } catch (...) {
      communicator.broadcast("leave");
      throw;
    }
  }
  const bool mine = communicator.rank() == 0;
  const std::string word = communicator.broadcast(
      mine ? fmt::format("{} {}", launch.lease->epoch(), launch.lease->left_behind() ? "isolated" : "together") : "");
  if (word == "leave") return exit_success;
  RunnerSettings settings = o.runner;
  settings.checkpoint = checkpoint_path(o.store, std::stoi(word), communicator.rank());
  settings.isolated = word.ends_with("isolated");
  const auto store = open_together(communicator, o.store);
  if (!store) return exit_usage;
  if (mine) return coordinate(communicator, o, launch, *store, settings);
  run_worker(communicator, *store, settings);
  return exit_success;
}

}  // namespace

int run_command(const Command& self, const Arguments& arguments) {
  std::optional<Options> options;
  try {
    if (!is_first_rank() && std::count(arguments.begin(), arguments.end(), "--help") > 0) return exit_success;
    options = read_options(self, arguments);
  } catch (const Error&) {
    if (!is_first_rank()) return exit_usage;
    throw;
  }
  if (!options) return exit_success;
  stop_on_signals();
  const Communicator communicator;
  try {
    return launch_on_all(communicator, *options);
  } catch (const std::exception& e) {
    report_error(e);
    // Not through MPI_Finalize: HDF5 crashes there if it could not write a file.
    if (communicator.size() > 1) communicator.abort(exit_usage);
    std::_Exit(exit_usage);
  }
}

}  // namespace icsweep
