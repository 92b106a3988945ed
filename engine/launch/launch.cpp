#include "engine/launch/launch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "engine/cluster/batch_job.hpp"
#include "engine/cluster/exit_status.hpp"
#include "engine/cluster/first_rank.hpp"
#include "engine/cluster/report_error.hpp"
#include "engine/cluster/teams.hpp"
#include "engine/launch/audit.hpp"
#include "engine/launch/bfloat16_hosts.hpp"
#include "engine/launch/coordinator.hpp"
#include "engine/launch/interconnect.hpp"
#include "engine/launch/launch_search.hpp"
#include "engine/launch/notices.hpp"
#include "engine/planning/launch_record.hpp"
#include "engine/planning/planned_sweep.hpp"
#include "engine/planning/row_check.hpp"
#include "engine/planning/checkpoint_index.hpp"
#include "engine/planning/walltime_budget.hpp"
#include "engine/progress/progress_text.hpp"
#include "engine/worker/worker.hpp"
#include "io/counted.hpp"
#include "io/say.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/text_columns.hpp"
#include "models/kernels/api.hpp"
#include "models/layers/wide_kernels.hpp"
#include "tasks/code_task.hpp"

namespace icsweep {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// What rank 0 knows before the first experiment starts.
struct Launch {
  TaskRegistry tasks;                   ///< the program's and the sweep's
  std::vector<Experiment> experiments;  ///< all of the sweep
  std::optional<Search> search;         ///< among them
  std::size_t asked = 0;                ///< how many of them --only asks for
  std::int64_t rounds = 0;              ///< of proposals, among them
  bool has_more = false;                ///< a round of proposals follows when all have ended
  std::unique_ptr<Lease> lease;
  StorePlan plan;
  double walltime;  // seconds
  std::string command, sweep_name, sweep_text;
};

Launch prepare(const TaskRegistry& known, const StopFlag& stop, const LaunchOptions& o, int ranks,
               const std::vector<std::string>& lacking_bfloat16) {
  auto [sweep, tasks] = o.sweep.read(known);
  Launch launch;
  launch.tasks = tasks;
  expect_rounds(tasks, sweep);
  Expansion points = expand(tasks, sweep, o.sweep.only, Unasked::kept);
  launch.search = search_of(sweep, o.sweep.only, points.experiments);
  expect_bfloat16(points.experiments, lacking_bfloat16, o.sweep.label());
  check_place(o.store);
  expect_own_checkpoints(o.store);
  const LeaseWait wait{[](const std::string& line) { say(stderr, "{}\n", line); }, [&stop] { return stop.is_set(); }};
  launch.lease = std::make_unique<Lease>(o.store, ranks, lease_patience, batch_job(), wait);
  remove_half_made(o.store);
  if (sweep.rounds) {
    GrownSweep grown = planned_sweep(tasks, std::move(sweep), o.store, o.rerun.outcomes);
    sweep = std::move(grown.sweep), launch.rounds = grown.rounds, launch.has_more = grown.has_more;
    points = expand(tasks, sweep);
  }
  launch.experiments = std::move(points.experiments);
  launch.asked = points.asked;
  launch.command = command_text(o.words, ranks);
  launch.sweep_name = sweep.name, launch.sweep_text = sweep.text;
  launch.plan =
      prepare_store(tasks, o.store, sweep, launch.experiments,
                    {launch.command, o.rerun, points.defaulted, o.add, launch.search ? &*launch.search : nullptr,
                     launch.search ? saved_rungs(o.store) : std::map<std::string, SavedRungs>{}},
                    &launch.lease->watch());
  launch.lease->begin_epoch_after(find_unfinished(o.store, launch.experiments, launch.plan));
  launch.walltime = o.walltime ? *o.walltime : walltime_of_batch_job();
  return launch;
}

/// Throws if every experiment that is left cannot be interrupted and needs more than a whole launch's time: none would
/// ever begin.
void expect_enough_time(const Launch& launch, const LaunchOptions& o, const Scheduler& scheduler) {
  const std::size_t left = scheduler.waiting() + scheduler.in_flight().size();
  if (left == 0 || scheduler.too_long() < left) return;
  throw Error(ErrorKind::config,
              fmt::format("{}: what is left cannot be interrupted and needs more than the {} of this launch ({} of {} "
                          "experiments): give it more time (--walltime, sbatch --time)",
                          o.store, duration_text(launch.walltime), left, launch.asked));
}

void announce(const Launch& launch, const LaunchOptions& o, int ranks) {
  const StorePlan& plan = launch.plan;
  const std::size_t all = launch.experiments.size(), left = plan.jobs.size();
  const std::string total =
      launch.asked < all ? fmt::format("{} of {} experiments", launch.asked, all) : counted(all, "experiment");
  say(stderr, "{}: {}, {} to do on {} ({}), store {}{}\n", o.sweep.label(), total, left, counted(ranks, "rank"),
      instruction_set_level(), o.store,
      plan.created     ? " made"
      : plan.rewritten ? " extended"
                       : "");
  if (launch.rounds > 0 || launch.has_more)
    say(stderr, "{}: {}\n", o.store, rounds_text(launch.rounds, launch.has_more));
  if (std::isfinite(launch.walltime) && left > 0)
    say(stderr, "{}: this launch stops by itself in {} and saves what runs then\n", o.store,
        duration_text(launch.walltime));
  const auto begun = std::count_if(plan.jobs.begin(), plan.jobs.end(), [](const Job& j) { return j.begun.steps > 0; });
  if (begun > 0)
    say(stderr, "{}: {}\n", o.store,
        begun == 1 ? "1 experiment goes on from its checkpoint"
                   : fmt::format("{} experiments go on from their checkpoints", begun));
  if (plan.foreign_checkpoints > 0)
    say(stderr, "{}: {} of another build of the program: {} again\n", o.store,
        plan.foreign_checkpoints == 1 ? "1 checkpoint is" : fmt::format("{} checkpoints are", plan.foreign_checkpoints),
        plan.foreign_checkpoints == 1 ? "its experiment starts" : "their experiments start");
  if (plan.foreign_rows > 0 && left > 0)
    say(stderr, "{}: {} computed by another build of the program; icsweep status tells which\n", o.store,
        plan.foreign_rows == 1 ? "1 experiment was" : fmt::format("{} experiments were", plan.foreign_rows));
  if (launch.lease->left_behind() && left > 0)
    say(stderr,
        "{}: the last launch crashed or was killed; each experiment runs in a process of its own, and on one rank\n",
        o.store);
  if (plan.damaged > 0)
    say(stderr, "{}: {} rows do not match their checksums and are run again; {} keeps them as they were\n", o.store,
        plan.damaged, plan.kept);
  if (plan.left_damaged > 0)
    say(stderr, "{}: {} damaged rows that are not asked for are left as they are; icsweep verify names them\n", o.store,
        plan.left_damaged);
  if (plan.retried > 0)
    say(stderr, "{}: {} again\n", o.store,
        plan.retried == 1 ? "1 experiment that had ended is run"
                          : fmt::format("{} experiments that had ended are run", plan.retried));
  if (plan.unpruned > 0) say(stderr, "{}: {}\n", o.store, unpruned_text(plan.unpruned, launch.search.has_value()));
  const auto used_up = std::count_if(plan.jobs.begin(), plan.jobs.end(), [](const Job& j) {
    const double limit = j.experiment->settings.time_limit;
    return limit > 0 && j.begun.seconds > limit;
  });
  if (used_up > 0)
    say(stderr, "{}: {} had already run for longer than the time_limit of this sweep: raise it to let {} go on\n",
        o.store, counted(used_up, "experiment"), used_up == 1 ? "it" : "them");
  if (plan.without_weights > 0)
    say(stderr, "{}: {} experiments ended before keep_weights was set and have none; --fill-weights runs them again\n",
        o.store, plan.without_weights);
}

/// Why the launch stopped before the others were tried.
void tell_hopeless(const LaunchOptions& o, const std::set<std::string>& failures) {
  say(stderr,
      "{}: stopped, since the first {} experiments to end all failed: {}{}; mend the cause and add --retry failed\n",
      o.store, Scheduler::first_few, *failures.begin(),
      failures.size() > 1 ? fmt::format(" (and {} other messages)", failures.size() - 1) : "");
}

/// Reads once more what this launch has written: another launch, thought dead, may have written too.
void expect_written_rows(const Launch& launch, const std::string& path, const Store& store) {
  std::map<std::string, std::set<std::int64_t>> rows;
  std::map<std::string, std::vector<std::int64_t>> status;
  for (const auto& table : store.tables()) status[table.table().task] = table.integers("status");
  for (const Job& job : launch.plan.jobs) {
    const std::string& task = job.experiment->task->schema().task;
    if (status[task].at(std::size_t(job.row)) != std::int64_t(Outcome::pending)) rows[task].insert(job.row);
  }
  std::string first;
  std::size_t unsound = 0;
  for (const auto& [task, its] : rows)
    if (const auto* table = store.find(task))
      check_some_rows(*table, task_of(launch.tasks, table->table()), its, [&, &task = task](const CheckedRow& row) {
        if (!row.damage.empty() && unsound++ == 0)
          first = fmt::format("row {} of {}, in {}", row.index, task, row.damage.front());
      });
  if (unsound > 0)
    throw Error(
        ErrorKind::store,
        fmt::format("{}: {} rows of this launch do not read back as it wrote them (the first: {}); run the same "
                    "command again",
                    path, unsound, first));
}

/// Prints the last line and returns the exit status. Counts are of planned experiments, over all launches.
int conclude(const Launch& launch, const LaunchOptions& o, const Scheduler& scheduler, const Heartbeat& last) {
  std::string text;
  std::size_t bad = 0;
  std::array<std::size_t, outcome_count> counted{};
  for (int i = 1; i < outcome_count; ++i) {
    const auto outcome = Outcome(i);
    const std::size_t count = counted[std::size_t(i)] = launch.plan.found[std::size_t(i)] + scheduler.count(outcome);
    if (count > 0 || outcome == Outcome::done)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(outcome));
    if (outcome != Outcome::done && outcome != Outcome::diverged && outcome != Outcome::pruned) bad += count;
  }
  const std::size_t left = scheduler.waiting() + scheduler.in_flight().size();
  if (left > 0) text += scheduler.hopeless() ? fmt::format(", {} not tried", left) : ", " + left_text(last);
  counted[std::size_t(Outcome::pending)] = left;
  for (std::size_t i = 0; i < counted.size(); ++i) counted[i] += launch.plan.others[i];  // now of all planned rows
  const StoreReader store(o.store);
  const Audit audit = audit_store(store);
  if (left == 0) text += fmt::format(", {} duplicates", audit.duplicates);
  if (!o.quiet) say(stderr, "{}: {}: {}\n", o.store, icsweep::counted(launch.asked, "experiment"), text);
  if (const std::string amiss = complaint(o.store, audit, counted); !amiss.empty())
    throw Error(ErrorKind::store, amiss);
  expect_written_rows(launch, o.store, store);
  if (left > 0 && !scheduler.hopeless()) return exit_stopped;
  return bad > 0 ? exit_failed : exit_success;
}

/// Equal numbers for equal names.
std::vector<int> numbers_of(const std::vector<std::string>& hosts) {
  std::map<std::string, int> numbers;
  for (const auto& host : hosts) numbers.emplace(host, int(numbers.size()));
  std::vector<int> result;
  for (const auto& host : hosts) result.push_back(numbers.at(host));
  return result;
}

/// An experiment in a process of its own keeps the number of threads that it began with.
CoreAllotment allotment(const LaunchOptions& o, const RunnerSettings& settings, const Launch& launch,
                        const std::vector<std::string>& hosts) {
  const std::size_t left = launch.plan.jobs.size();
  const int fixed = settings.subprocess ? std::max(1, o.runner.threads) : o.runner.threads;
  if (left > 0 && !o.quiet && fixed > 1) say(stderr, "{}: {} threads for each experiment\n", o.store, fixed);
  CoreAllotment cores(numbers_of(hosts), fixed);
  if (fixed > 0) return cores;
  const auto runs = ranks_that_run(hosts, left);
  for (std::size_t rank = 0; rank < hosts.size(); ++rank)
    if (!runs[rank]) cores.exclude(int(rank));
  return cores;
}

/// The record of this launch in the store.
LaunchRecord record_of(const Launch& launch, const std::vector<std::string>& hosts) {
  LaunchRecord record = this_program(launch.plan.launch);
  record.sweep_name = launch.sweep_name;
  record.sweep_text = launch.sweep_text;
  record.command = launch.command;
  record.hosts = hosts_text(hosts, hdf5::hosts_width);
  record.ranks = std::int64_t(hosts.size());
  record.began = utc_now();
  return record;
}

const char* ending_of(int status, const Scheduler& scheduler) {
  return scheduler.hopeless()     ? ending::gave_up
         : status == exit_stopped ? ending::stopped
         : status == exit_success ? ending::complete
                                  : ending::with_failures;
}

/// How a launch ended, and whether a round of proposals follows, which rank 0 alone knows.
struct Ending {
  int status = exit_success;
  bool next_round = false;
};

Ending coordinate(const Surroundings& s, const Communicator& communicator, const LaunchOptions& o, Launch& launch,
                  StoreWriter& store, const RunnerSettings& settings, const std::vector<std::string>& hosts,
                  const Interconnect& net, LaunchTimes& times, Notices& notices) {
  if (!o.quiet) announce(launch, o, communicator.size());
  if (!o.quiet && net.bandwidth > 0 && !launch.plan.jobs.empty())
    say(stderr, "{}: ranks without work share experiments of other hosts (round trip {}, {:.2g} GB/s)\n", o.store,
        time_text(net.round_trip), net.bandwidth / 1e9);
  if (launch.plan.launch > 0) store.begin_launch(record_of(launch, hosts));
  for (const auto& [task, row] : launch.plan.unmarked) store.forget(task, row);
  ProgressBoard board(launch.experiments, launch.plan, Clock::now(), o.quiet ? -1 : STDERR_FILENO);
  board.listener = [&](const Heartbeat& news, const Scheduler& scheduler) { notices.look(news, scheduler); };
  Coordinator coordinator(
      communicator, store, launch.plan, board, *launch.lease, settings, s.stop, s.watchdog,
      allotment(o, settings, launch, hosts), MemberAllotment(numbers_of(hosts), net),
      uninterruptible_seconds(s.stop, s.watchdog, launch.plan.jobs, settings.subprocess, settings.hang_after),
      launch.search ? search_policy(*launch.search, launch.experiments, launch.plan) : nullptr);
  const auto begin = Clock::now();
  coordinator.run();
  times.running += seconds_since(begin);
  times.serving += coordinator.seconds_serving();
  remove_empty_folder(o.store);
  board.note_saved(coordinator.scheduler(), saved_shares(o.store));
  const Heartbeat last = board.close(coordinator.scheduler(), *launch.lease);
  expect_enough_time(launch, o, coordinator.scheduler());
  if (coordinator.scheduler().hopeless()) tell_hopeless(o, coordinator.failures());
  const int status = conclude(launch, o, coordinator.scheduler(), last);
  const char* ending = ending_of(status, coordinator.scheduler());
  store.end_launch(ending);
  const bool all_ended = !launch.plan.jobs.empty() && status != exit_stopped && !coordinator.scheduler().hopeless();
  const bool next_round = launch.has_more && all_ended;
  if (!next_round) notices.end(ending, status);
  return {status, next_round};
}

/// The same; whoever is to be notified is told of an error too.
Ending coordinate(const Surroundings& s, const Communicator& communicator, const LaunchOptions& o, Launch& launch,
                  StoreWriter& store, const RunnerSettings& settings, const std::vector<std::string>& hosts,
                  const Interconnect& net, LaunchTimes& times) {
  Notices notices(o.notify, o.store, launch.sweep_name);
  try {
    return coordinate(s, communicator, o, launch, store, settings, hosts, net, times, notices);
  } catch (const std::exception& e) {
    notices.end(ending::broken_off, exit_usage, e.what());
    throw;
  }
}

/// Limits the time that rank 0 waits for the others in calls of MPI that never end if a host is cut off just then: Open
/// MPI connects on first use and never tries again.
void expect_the_others(Watchdog& watchdog, const LaunchOptions& o, const char* to_do) {
  watchdog.expect_tick_within(o.runner.hang_after, exit_crashed, [&] {
    return fmt::format("{}: a rank did not {} within {:g} s; the launch ends, the same command goes on", o.store, to_do,
                       o.runner.hang_after);
  });
}

/// Opens the store on every rank. If some cannot, the lowest of them throws and the others leave quietly (nullptr).
std::unique_ptr<StoreWriter> open_together(const Communicator& communicator, const std::string& path,
                                           const LeaseWatch& lease) {
  std::unique_ptr<StoreWriter> store;
  std::exception_ptr failure;
  try {
    store = std::make_unique<StoreWriter>(path, lease);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  const int lowest = communicator.lowest_rank_where(failure != nullptr);
  if (lowest == communicator.rank()) std::rethrow_exception(failure);
  if (lowest < communicator.size()) return nullptr;
  return store;
}

/// Of each rank, at rank 0: its host if experiments cannot take bfloat16 there.
std::vector<std::string> gather_lacking_bfloat16(const Surroundings& s, const Communicator& communicator,
                                                 const LaunchOptions& o) {
  emulate_bfloat16(o.emulate);
  if (communicator.rank() == 0) expect_the_others(s.watchdog, o, "start");
  std::vector<std::string> lacking =
      communicator.gather_everywhere(o.emulate || processor_has_bfloat16() ? "" : host_name());
  s.watchdog.expect_no_tick();
  return lacking;
}

/// Between hosts whose ranks may share experiments; bandwidth 0 if they may not. Bits are equal within a level alone.
Interconnect interconnect(const Communicator& communicator, const LaunchOptions& o, const RunnerSettings& settings,
                          const std::vector<std::string>& hosts) {
  const auto levels = communicator.gather_everywhere(instruction_set_level());
  const bool equal = std::ranges::count(levels, levels.front()) == std::ptrdiff_t(levels.size());
  if (!equal && communicator.rank() == 0 && !o.quiet)
    say(stderr, "{}: processors of several levels: no rank shares an experiment of another host\n", o.store);
  if (!equal || settings.subprocess || settings.threads > 0) return {.bandwidth = 0};
  return measured_interconnect(communicator, hosts);
}

const std::string leave = "leave";  // sent in place of the terms

LaunchTerms terms_of(const Launch& launch) {
  const Lease& lease = *launch.lease;
  LaunchTerms terms{lease.epoch(), launch.plan.launch, lease.left_behind(), launch.walltime, lease.watch().holder()};
  for (const Task* task : launch.tasks.all())
    if (std::string definition = task->definition(); !definition.empty()) terms.definitions.push_back(definition);
  return terms;
}

Ending launch_once(const Surroundings& s, const Communicator& communicator, const LaunchOptions& o,
                   LaunchTimes& times) {
  Launch launch;
  const auto lacking = gather_lacking_bfloat16(s, communicator, o);
  if (communicator.rank() == 0) {
    try {
      const auto begin = Clock::now();
      launch = prepare(s.tasks, s.stop, o, communicator.size(), lacking);
      times.preparing += seconds_since(begin);
    } catch (const std::exception& e) {
      communicator.broadcast(leave);
      const auto* error = dynamic_cast<const Error*>(&e);
      if (!error || error->kind() != ErrorKind::config) throw;
      report_error(e);  // nothing was written: all ranks finalise MPI, so that mpirun prints less
      return {exit_usage};
    }
  }
  const bool mine = communicator.rank() == 0;
  if (mine) expect_the_others(s.watchdog, o, "open the store");
  const std::string word = communicator.broadcast(mine ? to_message(terms_of(launch)) : "");
  if (word == leave) return {};
  const LaunchTerms terms = launch_terms(word);
  s.stop.set_after(terms.walltime);
  RunnerSettings settings = o.runner;
  settings.checkpoints = checkpoint_folder(o.store);
  settings.epoch = terms.epoch;
  settings.subprocess = terms.subprocess;
  settings.launch = terms.number;
  const auto hosts = communicator.gather_everywhere(host_name());
  const LeaseWatch lease(o.store, terms.lease_holder);
  auto store = open_together(communicator, o.store, lease);
  const Interconnect net = store ? interconnect(communicator, o, settings, hosts) : Interconnect{};
  s.watchdog.expect_no_tick();
  if (!store) return {exit_usage};
  Ending ending;
  if (mine) {
    ending = coordinate(s, communicator, o, launch, *store, settings, hosts, net, times);
    for (int rank = 1; rank < communicator.size(); ++rank) communicator.send(rank, "end");
  } else {
    TaskRegistry tasks = s.tasks;
    for (const auto& definition : terms.definitions) tasks.add(code_task(definition));
    times.answers = run_worker(communicator, *store, settings, lease, tasks, s.stop);
  }
  store.reset();
  hdf5::expect_closed(o.store + ": closing it");
  if (mine) StoreReader(o.store);  // HDF5 rewrites the superblock when it closes a file
  return ending;
}

}  // namespace

int launch(const Surroundings& s, const Communicator& communicator, const LaunchOptions& options, LaunchTimes* times) {
  LaunchTimes own_times;
  LaunchOptions o = options;
  for (;;) {
    const auto begin = Clock::now();
    const Ending ending = launch_once(s, communicator, o, times ? *times : own_times);
    const std::string word = communicator.broadcast(ending.next_round ? "next round" : "");
    if (word.empty()) return ending.status;
    o.rerun = {};
    if (o.walltime) *o.walltime = std::max(0.0, *o.walltime - seconds_since(begin));
  }
}

int with_all_ranks(const Surroundings& s, const LaunchOptions& o, const std::function<int(const Communicator&)>& work) {
  s.stop.set_by_signals();
  if (is_first_rank()) expect_the_others(s.watchdog, o, "start");
  const Communicator communicator;
  s.watchdog.expect_no_tick();
  try {
    const int status = work(communicator);
    if (communicator.rank() == 0) expect_the_others(s.watchdog, o, "end");
    return status;
  } catch (const std::exception& e) {
    report_error(e);
    const auto* error = dynamic_cast<const Error*>(&e);
    const int status = error && error->kind() == ErrorKind::stopped ? exit_stopped : exit_usage;
    // Do not call MPI_Finalize: HDF5 crashes there after a failed write.
    if (communicator.size() > 1) communicator.abort(status);
    std::_Exit(status);
  }
}

}  // namespace icsweep
