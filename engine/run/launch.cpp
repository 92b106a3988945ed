#include "engine/run/launch.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <optional>
#include <thread>
#include <utility>

#include "engine/cluster/batch_job.hpp"
#include "engine/cluster/exit_status.hpp"
#include "engine/cluster/first_rank.hpp"
#include "engine/cluster/report_error.hpp"
#include "engine/cluster/teams.hpp"
#include "engine/fleet/fleet_comm.hpp"
#include "engine/run/entry.hpp"
#include "engine/run/interconnect.hpp"
#include "engine/run/launch_jobs.hpp"
#include "engine/run/launch_loop.hpp"
#include "engine/run/launch_news.hpp"
#include "engine/run/launch_search.hpp"
#include "engine/run/notices.hpp"
#include "engine/run/patience.hpp"
#include "engine/run/prepared_launch.hpp"
#include "engine/ledger/version.hpp"
#include "engine/ledger/checkpoint_index.hpp"
#include "engine/ledger/walltime_budget.hpp"
#include "engine/progress/progress_text.hpp"
#include "engine/worker/coordinator_watch.hpp"
#include "engine/worker/worker.hpp"
#include "io/base/phrases.hpp"
#include "io/base/say.hpp"
#include "io/store/given_up.hpp"
#include "io/store/hdf5_store.hpp"
#include "models/kernels/api.hpp"
#include "models/layers/wide_kernels.hpp"
#include "tasks/code_task.hpp"

namespace icsweep {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Gives equal names equal numbers.
HostOfRank host_numbers(const std::vector<std::string>& hosts) {
  std::map<std::string, Host> numbers;
  for (const auto& host : hosts) numbers.emplace(host, Host(int(numbers.size())));
  HostOfRank result;
  for (const auto& host : hosts) result.push_back(numbers.at(host));
  return result;
}

/// An experiment in its own process keeps its first number of threads.
CoreAllotment allotment(const LaunchOptions& o, const RunnerSettings& settings, const PreparedLaunch& launch,
                        const std::vector<std::string>& hosts) {
  const std::size_t left = launch.plan.jobs.size();
  const bool all_isolated = settings.subprocess && settings.suspects >= left;
  const int fixed = all_isolated ? std::max(1, o.runner.threads) : o.runner.threads;
  if (left > 0 && !o.quiet && fixed > 1) say(stderr, "{}: {} threads for each experiment\n", o.store, fixed);
  const HostOfRank numbers = host_numbers(hosts);
  CoreAllotment cores(numbers, fixed);
  for (std::size_t rank = 0; rank < launch.rooms.size(); ++rank)
    cores.set_cores(numbers[Rank(int(rank))], launch.rooms[rank].cores);
  if (fixed > 0 || !launch.rooms.empty()) return cores;  // any rank may have the only host for an experiment
  const auto runs = ranks_that_run(hosts, left);
  for (std::size_t rank = 0; rank < hosts.size(); ++rank)
    if (!runs[rank]) cores.exclude(Rank(int(rank)));
  return cores;
}

Placement placement(const SchedulerJobs& jobs, const PreparedLaunch& launch, const std::vector<std::string>& hosts) {
  PlacementHosts all{{}, host_numbers(hosts)};
  for (const Rank rank : all.of_rank.indices()) {
    const auto host = std::size_t(all.of_rank[rank].value());
    if (all.hosts.size() <= host) all.hosts.resize(host + 1);
    if (!launch.rooms.empty()) all.hosts[all.of_rank[rank]] = launch.rooms[std::size_t(rank.value())];
  }
  return {jobs, all};
}

const char* ending_of(int status, const Scheduler& scheduler) {
  return scheduler.hopeless()     ? ending::gave_up
         : status == exit_stopped ? ending::stopped
         : status == exit_success ? ending::complete
                                  : ending::with_failures;
}

/// The end of a launch, and whether another follows: the next round of proposals, or a launch after the one that this
/// has helped. Only rank 0 knows it.
struct Ending {
  int status = exit_success;
  bool again = false;
  double silence = 0;  ///< seconds for which a leader that was lost had been silent; 0: it was not lost
};

/// The state of rank 0 after every rank has opened the store.
struct OpenLaunch {
  const Surroundings& surroundings;
  const Communicator& communicator;
  const LaunchOptions& options;
  PreparedLaunch& prepared;
  StoreWriter& store;
  const RunnerSettings& settings;
  const std::vector<std::string>& hosts;  // by rank
  const Interconnect& net;
};

LaunchState initial_state(const OpenLaunch& l) {
  const auto& [s, communicator, o, launch, store, settings, hosts, net] = l;
  auto jobs = scheduler_jobs(launch.plan.jobs, uninterruptible_seconds(s.stop, s.watchdog, launch.plan.jobs,
                                                                       settings.subprocess, settings.hang_after));
  auto policy = launch.search ? search_policy(*launch.search, launch.plan) : nullptr;
  Placement places = placement(jobs, launch, hosts);
  LaunchState state =
      begin_launch(Scheduler(std::move(jobs), launch.plan.found[std::size_t(Outcome::done)] > 0, std::move(policy)),
                   allotment(o, settings, launch, hosts), MemberAllotment(host_numbers(hosts), net), std::move(places));
  state.isolation = Isolation(settings.subprocess ? settings.suspects : 0);
  state.liveness = LivenessMonitor(settings.hang_after);
  state.keeps_guests = launch.has_more;
  return state;
}

/// Prints the work to do, and records the launch in the store.
void begin(const OpenLaunch& l) {
  const auto& [s, communicator, o, launch, store, settings, hosts, net] = l;
  if (!o.quiet) announce(launch, o, communicator.size());
  launch.plan.ledger = {};  // nothing else reads it
  if (!o.quiet && net.bandwidth > 0 && !launch.plan.jobs.empty())
    say(stderr, "{}: ranks without work share experiments of other hosts (round trip {}, {:.2g} GB/s)\n", o.store,
        time_text(net.round_trip), net.bandwidth / 1e9);
  if (launch.plan.launch > 0) store.begin_launch(record_of(launch, hosts), launch.helped);
  for (const auto& [task, row] : launch.plan.unmarked) store.forget(task, row.value());
}

std::uint64_t inode_of(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? status.st_ino : 0;
}

/// Welcomes launches that join; nullptr if none can.
std::unique_ptr<Reception> reception_of(const OpenLaunch& l) {
  PreparedLaunch& launch = l.prepared;
  if (!launch.port) return nullptr;
  ReceptionTerms terms{l.options.store, launch.likeness, l.communicator.size()};
  terms.welcome = {
      .inode = inode_of(l.options.store), .has_more = launch.has_more, .terms = to_message(terms_of(launch))};
  const auto give_up = [&lease = *launch.lease](const std::string& guest) { return lease.give_up(guest); };
  return std::make_unique<Reception>(*launch.port, std::move(terms), give_up);
}

Ending coordinate(const OpenLaunch& l, LaunchTimes& times, Notices& notices) {
  const auto& [s, communicator, o, launch, store, settings, hosts, net] = l;
  begin(l);
  const auto reception = reception_of(l);
  const auto fleet = reception ? std::make_unique<FleetComm>(communicator, *reception) : nullptr;
  const Comm& comm = fleet ? static_cast<const Comm&>(*fleet) : communicator;
  ProgressBoard board(launch.experiments, launch.plan, Clock::now(), o.quiet ? -1 : STDERR_FILENO,
                      launch.search ? &*launch.search : nullptr);
  board.expect_rounds(launch.growth);
  board.listener = [&](const Heartbeat& news, const Scheduler& scheduler) { notices.look(news, scheduler); };
  LaunchLoop loop({comm, store, launch.plan, board, *launch.lease, s.stop, s.watchdog, reception.get()},
                  initial_state(l), settings);
  const auto begin = Clock::now();
  loop.run();
  times.running += seconds_since(begin);
  times.serving += loop.seconds_serving();
  remove_empty_folder(o.store);
  board.note_saved(loop.scheduler(), saved_shares(o.store));
  const Heartbeat last = board.close(loop.scheduler(), *launch.lease);
  expect_enough_time(launch, o, loop.scheduler());
  if (!loop.unstarted().empty()) {
    store.end_launch(ending::gave_up);
    throw Error(ErrorKind::config, fmt::format("{}: {}", o.store, loop.unstarted()));
  }
  if (loop.scheduler().hopeless()) tell_hopeless(o, loop.failures());
  const int status = conclude(launch, o, loop.scheduler(), last);
  const char* ending = ending_of(status, loop.scheduler());
  store.end_launch(ending);
  const bool all_ended = !launch.plan.jobs.empty() && status != exit_stopped && !loop.scheduler().hopeless();
  const bool next_round = launch.has_more && all_ended;
  if (!next_round) notices.end(ending, status);
  return {status, next_round};
}

/// The same; also reports an error to the command of --notify.
Ending coordinate(const OpenLaunch& l, LaunchTimes& times) {
  Notices notices(l.options.notify, l.options.store, l.prepared.sweep_name);
  try {
    return coordinate(l, times, notices);
  } catch (const std::exception& e) {
    notices.end(ending::broken_off, exit_usage, e.what());
    throw;
  }
}

/// The store of this rank. has_leader_changed: another launch has taken the lease since the leader's welcome.
struct Opened {
  std::unique_ptr<StoreWriter> store{};
  bool has_leader_changed = false;
};

/// Opens the store on every rank. If some ranks cannot, the lowest of them throws and the others end quietly (nullptr).
/// helps: this launch is a guest, which can join the next leader.
Opened open_together(const Communicator& communicator, const std::string& path, const LeaseWatch& lease, bool helps) {
  std::unique_ptr<StoreWriter> store;
  std::exception_ptr failure;
  bool is_late = false;
  try {
    store = std::make_unique<StoreWriter>(path, lease);
  } catch (const std::exception& e) {
    is_late = helps && dynamic_cast<const LeaseLost*>(&e);
    if (!is_late) failure = std::current_exception();
  }
  const int lowest = communicator.lowest_rank_where(failure != nullptr);
  if (Rank(lowest) == communicator.rank()) std::rethrow_exception(failure);
  if (lowest < communicator.size()) return {};
  if (communicator.lowest_rank_where(is_late) < communicator.size()) return {nullptr, true};
  return {std::move(store)};
}

/// Between hosts whose ranks may share experiments; bandwidth 0 if they may not. Bits are equal only within a level.
Interconnect interconnect(const Communicator& communicator, const LaunchOptions& o, const RunnerSettings& settings,
                          const std::vector<std::string>& hosts) {
  const auto levels = communicator.gather_everywhere(instruction_set_level());
  const bool equal = std::ranges::count(levels, levels.front()) == std::ptrdiff_t(levels.size());
  if (!equal && communicator.rank() == Rank(0) && !o.quiet)
    say(stderr, "{}: processors of several levels: no rank shares an experiment of another host\n", o.store);
  if (!equal || settings.subprocess || settings.threads > 0) return {.bandwidth = 0};
  return measured_interconnect(communicator, hosts);
}

/// The settings of this rank's experiments.
RunnerSettings runner_settings(const LaunchOptions& o, const LaunchTerms& terms) {
  RunnerSettings settings = o.runner;
  settings.checkpoints = checkpoint_folder(o.store);
  settings.epoch = terms.epoch;
  settings.subprocess = terms.subprocess;
  settings.launch = terms.number;
  return settings;
}

/// A rank that runs what another assigns to it.
struct OpenRank {
  const Surroundings& surroundings;
  const Communicator& communicator;
  StoreWriter& store;
  const RunnerSettings& settings;
  const LeaseWatch& lease;
  const LaunchTerms& terms;
};

std::vector<double> follow_rank_0(const OpenRank& r, const Comm& comm, const StopFlag& stop) {
  TaskRegistry tasks = r.surroundings.tasks;
  for (const auto& definition : r.terms.definitions) tasks.add(code_task(definition));
  return run_worker(comm, r.store, r.settings, r.lease, tasks, stop);
}

/// The same for a rank of a guest. If another launch leads by the end of a long step, the rank has written nothing
/// since, and its launch joins that one.
std::vector<double> follow_leader(const OpenRank& r, const Comm& comm, StopFlag& leaving) {
  try {
    return follow_rank_0(r, comm, leaving);
  } catch (const GivenUp&) {
    throw;
  } catch (const LeaseLost&) {
    leaving.set();
    say_goodbye(comm);
    return {};
  }
}

/// Helps another launch until it has nothing more to do or ends, or this one is to stop. visit: on rank 0 alone.
Ending help(const OpenRank& r, const LaunchOptions& o, Visit* visit, LaunchTimes& times) {
  StopFlag leaving(&r.surroundings.stop);
  const Rank number(r.terms.first_rank + r.communicator.rank().value());
  if (!visit) {
    times.answers = follow_leader(r, GuestComm(r.communicator, number, leaving), leaving);
    return {};
  }
  const Relay relay(r.communicator, *visit->link, number, leaving, r.lease);
  follow_leader(r, relay, leaving);
  if (r.surroundings.stop.is_set()) {
    say(stderr, "{}: stopped; experiments in flight are saved, and others continue them\n", o.store);
    return {exit_stopped};
  }
  const bool is_lost = relay.parting() == Parting::lost;
  if (!o.quiet)
    say(stderr, "{}: {}\n", o.store,
        is_lost ? "lost the launch that it helped; its experiments resume from their checkpoints"
        : relay.parting() == Parting::nothing_left ? "nothing is left to help with"
                                                   : "the launch that it helped stops; another will lead");
  return {exit_success, relay.parting() != Parting::nothing_left || visit->has_more,
          is_lost ? std::max(1.0, relay.silence()) : 0};
}

Ending launch_once(const Surroundings& s, const Communicator& communicator, const LaunchOptions& o, Start& start,
                   LaunchTimes& times) {
  Entry entry = enter_together(s, communicator, o, start, times);
  if (!entry.terms) return {entry.status};
  const LaunchTerms& terms = *entry.terms;
  const bool mine = communicator.rank() == Rank(0), helps = !terms.guest.empty();
  s.stop.set_after(terms.walltime);
  RunnerSettings settings = runner_settings(o, terms);
  if (mine && !helps) settings.suspects = suspects_of(entry.launch, communicator.size());
  const LeaseWatch lease(o.store, terms.lease_holder, terms.guest);
  auto [store, has_leader_changed] = open_together(communicator, o.store, lease, helps);
  const Interconnect net = store && !helps ? interconnect(communicator, o, settings, entry.hosts) : Interconnect{};
  s.watchdog.expect_no_tick();
  if (has_leader_changed) return {.again = true, .silence = 1};
  if (!store) return {exit_usage};
  Ending ending;
  const OpenRank rank{s, communicator, *store, settings, lease, terms};
  if (helps) {
    ending = help(rank, o, entry.visit ? &*entry.visit : nullptr, times);
    start.has_helped = true;
    start.helped = {terms.number, terms.first_rank};
  } else if (mine) {
    ending = coordinate({s, communicator, o, entry.launch, *store, settings, entry.hosts, net}, times);
    for (const Rank other : communicator.others()) communicator.send(other, "end");
  } else {
    times.answers = follow_rank_0(rank, communicator, s.stop);
  }
  if (!mine) expect_rank_0(communicator, o);
  store.reset();
  hdf5::expect_closed(o.store + ": closing it");
  if (mine && !helps) StoreReader(o.store);  // HDF5 rewrites the superblock when it closes a file
  return ending;
}

/// The time to watch a silent lease after the leader was lost: others of the fleet save meanwhile, and this launch has
/// watched it before.
std::chrono::milliseconds patience_after(double silence) {
  if (!(silence > 0)) return lease_patience;
  constexpr double others_save = 3, least = 5;  // seconds; a living launch renews its lease every 2
  std::this_thread::sleep_for(std::chrono::duration<double>(others_save));
  const double whole = std::chrono::duration<double>(lease_patience).count();
  return std::chrono::milliseconds(int(1000 * std::max(least, whole - silence - others_save)));
}

}  // namespace

int launch(const Surroundings& s, const Communicator& communicator, const LaunchOptions& options, LaunchTimes* times) {
  LaunchTimes own_times;
  LaunchOptions o = options;
  Start start;
  for (;;) {
    const auto begin = Clock::now();
    const Ending ending = launch_once(s, communicator, o, start, times ? *times : own_times);
    const std::string word = communicator.broadcast(ending.again ? "again" : "");
    if (word.empty()) return ending.status;
    if (communicator.rank() == Rank(0)) start.patience = patience_after(ending.silence);
    o.rerun = {};
    if (o.walltime) *o.walltime = std::max(0.0, *o.walltime - seconds_since(begin));
  }
}

int with_all_ranks(const Surroundings& s, const LaunchOptions& o, const std::function<int(const Communicator&)>& work) {
  s.stop.set_by_signals();
  expect_connected_tasks();
  expect_the_others(s.watchdog, o, "start");
  const Communicator communicator;
  s.watchdog.expect_no_tick();
  try {
    const int status = work(communicator);
    expect_the_others(s.watchdog, o, "end");
    return status;
  } catch (const std::exception& e) {
    report_error(e);
    const auto* error = dynamic_cast<const Error*>(&e);
    const bool resumes = o.join && dynamic_cast<const LeaseLost*>(&e);  // by joining the launch that has the store
    const int status = error && error->kind() == ErrorKind::stopped ? exit_stopped
                       : resumes                                    ? exit_crashed
                                                                    : exit_usage;
    // Do not call MPI_Finalize: HDF5 crashes there after a failed write.
    if (communicator.size() > 1) communicator.abort(status);
    std::_Exit(status);
  }
}

}  // namespace icsweep
