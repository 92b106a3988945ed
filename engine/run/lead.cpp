#include "engine/run/lead.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <exception>
#include <memory>
#include <utility>

#include "engine/fleet/fleet_comm.hpp"
#include "engine/ledger/checkpoint_index.hpp"
#include "engine/progress/progress_text.hpp"
#include "engine/run/initial_state.hpp"
#include "engine/run/launch_loop.hpp"
#include "engine/run/launch_news.hpp"
#include "engine/run/notices.hpp"
#include "io/base/say.hpp"

namespace icsweep {
namespace {

using Clock = std::chrono::steady_clock;

const char* ending_of(int status, const Scheduler& scheduler) {
  return scheduler.hopeless()     ? ending::gave_up
         : status == exit_stopped ? ending::stopped
         : status == exit_success ? ending::complete
                                  : ending::with_failures;
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

/// Reports the end of the launch, and records it in the store.
Ending concluded(const OpenLaunch& l, const LaunchLoop& loop, const Heartbeat& last, Notices& notices) {
  const auto& [s, communicator, o, launch, store, settings, hosts, net] = l;
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
  times.running += std::chrono::duration<double>(Clock::now() - begin).count();
  times.serving += loop.seconds_serving();
  remove_empty_folder(o.store);
  board.note_saved(loop.scheduler(), saved_shares(o.store));
  return concluded(l, loop, board.close(loop.scheduler(), *launch.lease), notices);
}

}  // namespace

Ending lead(const OpenLaunch& l, LaunchTimes& times) {
  Notices notices(l.options.notify, l.options.store, l.prepared.sweep_name);
  try {
    return coordinate(l, times, notices);
  } catch (const std::exception& e) {
    notices.end(ending::broken_off, exit_usage, e.what());
    throw;
  }
}

}  // namespace icsweep
