#include "engine/run/entry.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <utility>

#include "engine/cluster/batch_job.hpp"
#include "engine/cluster/host_capacity.hpp"
#include "engine/cluster/report_error.hpp"
#include "engine/run/bfloat16_hosts.hpp"
#include "engine/run/patience.hpp"
#include "io/base/phrases.hpp"
#include "io/base/say.hpp"
#include "models/layers/wide_kernels.hpp"

namespace icsweep {
namespace {

const std::string leave = "leave";  // sent in place of the terms

/// Gathers the missing instructions of each rank's host.
LackingHosts gather_lacking(const Surroundings& s, const Communicator& communicator, const LaunchOptions& o) {
  emulate_bfloat16(o.emulate);
  if (communicator.rank() == Rank(0)) expect_the_others(s.watchdog, o, "start");
  LackingHosts lacking;
  for (const RoundedPrecision& p : rounded_precisions)
    lacking[p.precision] = communicator.gather_everywhere(o.emulate || processor_has(p.precision) ? "" : host_name());
  s.watchdog.expect_no_tick();
  return lacking;
}

Holder this_process() {
  Holder self;
  self.host = host_name();
  self.pid = ::getpid();
  self.job = batch_job().id;
  return self;
}

/// This rank's report about its host, if it is the first one there. An error is a text in brackets.
std::string reported_room(const std::vector<std::string>& hosts, Rank rank, bool gpus) try {
  const auto first = std::ranges::find(hosts, hosts[std::size_t(rank.value())]);
  return first - hosts.begin() == rank.value() ? to_message(capacity_of_this_host(gpus)) : "";
} catch (const Error& e) {
  return "(" + std::string(e.what());
}

/// The capacity of each rank's host. Throws Error(config) for what a host has refused.
std::vector<HostCapacity> rooms_of(const std::vector<std::string>& hosts, const std::vector<std::string>& reported) {
  std::vector<HostCapacity> rooms;
  for (const std::string& host : hosts) {
    const auto first = std::size_t(std::ranges::find(hosts, host) - hosts.begin());
    if (reported[first].starts_with('(')) throw Error(ErrorKind::config, reported[first].substr(1));
    rooms.push_back(host_capacity(reported[first]));
    rooms.back().cores = std::max(rooms.back().cores, int(std::ranges::count(hosts, host)));
  }
  return rooms;
}

/// The kinds of resources that the sweep states: "", "cores" or "gpus".
std::string stated_in(const Sweep& sweep) {
  std::string stated;
  for (const Grid& grid : sweep.grids)
    if (grid.settings.resources.gpus > 0) return "gpus";
    else if (grid.settings.resources.are_stated()) stated = "cores";
  return stated;
}

/// Rank 0: leads, or joins the launch that leads. Sets all of the entry but the terms.
void enter(const Surroundings& s, const LaunchOptions& o, Start& start, const LackingHosts& lacking, Entry& entry) {
  const Likeness likeness = o.join ? likeness_of(*start.sweep) : Likeness{};
  for (;;) {
    const auto patience = std::exchange(start.patience, lease_patience);  // later another launch may have the lease
    entry.launch = prepare_launch({*start.sweep, int(entry.hosts.size()), lacking, entry.rooms, patience}, s.stop, o);
    entry.launch.likeness = likeness;
    entry.launch.helped = start.helped;
    if (!entry.launch.leader) return;
    const double seconds = std::min(walltime_of_launch(o), s.stop.seconds_left());
    Hello hello{likeness, entry.hosts, job_text(this_process()), seconds};
    for (const HostCapacity& room : entry.rooms) hello.capacities.push_back(to_message(room));
    if ((entry.visit = visit(*entry.launch.leader, hello, o, s.stop, start.has_helped))) {
      entry.visit->terms.walltime = seconds;
      if (o.rerun.names_any())
        say(stderr, "{}: --retry is left to the launch that leads; this one helps it without\n", o.store);
      if (!o.quiet)
        say(stderr, "{}: helps the launch on {} with {}, store {}\n", o.sweep.label(), job_text(*entry.launch.leader),
            counted(entry.hosts.size(), "rank"), o.store);
      return;
    }
  }
}

/// Runs f on rank 0 and broadcasts its word. If f throws an error that has changed nothing, this is one line, and the
/// word is that all leave.
template <class F>
std::string word_of(const Communicator& communicator, Entry& entry, F f) {
  if (communicator.rank() != Rank(0)) return communicator.broadcast("");
  try {
    return communicator.broadcast(f());
  } catch (const std::exception& e) {
    communicator.broadcast(leave);
    const auto* error = dynamic_cast<const Error*>(&e);
    if (!error || (error->kind() != ErrorKind::config && error->kind() != ErrorKind::stopped)) throw;
    report_error(e);  // nothing was written: all ranks finalise MPI, so that mpirun prints less
    entry.status = error->kind() == ErrorKind::stopped ? exit_stopped : exit_usage;
    return leave;
  }
}

}  // namespace

Entry enter_together(const Surroundings& s, const Communicator& communicator, const LaunchOptions& o, Start& start,
                     LaunchTimes& times) {
  Entry entry;
  expect_rank_0(communicator, o);
  const auto lacking = gather_lacking(s, communicator, o);
  entry.hosts = communicator.gather_everywhere(host_name());
  const auto begin = std::chrono::steady_clock::now();
  const std::string stated = word_of(communicator, entry, [&] {
    if (!start.sweep) start.sweep.emplace(resolve(s.tasks, o.sweep));
    return stated_in(start.sweep->sweep());
  });
  if (stated == leave) return entry;
  std::vector<std::string> reported;
  if (!stated.empty())
    reported = communicator.gather_everywhere(reported_room(entry.hosts, communicator.rank(), stated == "gpus"));
  const std::string word = word_of(communicator, entry, [&] {
    if (!stated.empty()) entry.rooms = rooms_of(entry.hosts, reported);
    enter(s, o, start, lacking, entry);
    times.preparing += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    expect_the_others(s.watchdog, o, "open the store");
    return to_message(entry.visit ? entry.visit->terms : terms_of(entry.launch));
  });
  if (word != leave) entry.terms = launch_terms(word);
  return entry;
}

}  // namespace icsweep
