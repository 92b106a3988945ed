#include "engine/run/launch.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <memory>
#include <thread>
#include <utility>

#include "engine/cluster/exit_status.hpp"
#include "engine/cluster/report_error.hpp"
#include "engine/ledger/checkpoint_index.hpp"
#include "engine/run/entry.hpp"
#include "engine/run/follow.hpp"
#include "engine/run/interconnect.hpp"
#include "engine/run/lead.hpp"
#include "engine/run/patience.hpp"
#include "io/base/say.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

using Clock = std::chrono::steady_clock;

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
    ending = lead({s, communicator, o, entry.launch, *store, settings, entry.hosts, net}, times);
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
    if (o.walltime)
      *o.walltime = std::max(0.0, *o.walltime - std::chrono::duration<double>(Clock::now() - begin).count());
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
