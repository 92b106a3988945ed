#include "engine/run/entry.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <utility>

#include "engine/cluster/batch_job.hpp"
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

/// Rank 0: leads, or joins the launch that leads. Sets all of the entry but the terms.
void enter(const Surroundings& s, const LaunchOptions& o, Start& start, const LackingHosts& lacking, Entry& entry) {
  if (!start.sweep) start.sweep.emplace(resolve(s.tasks, o.sweep));
  const Likeness likeness = o.join ? likeness_of(*start.sweep) : Likeness{};
  for (;;) {
    const auto patience = std::exchange(start.patience, lease_patience);  // later another launch may have the lease
    entry.launch = prepare_launch({*start.sweep, int(entry.hosts.size()), lacking, patience}, s.stop, o);
    entry.launch.likeness = likeness;
    entry.launch.helped = start.helped;
    if (!entry.launch.leader) return;
    const double seconds = std::min(walltime_of_launch(o), s.stop.seconds_left());
    const Hello hello{likeness, entry.hosts, job_text(this_process()), seconds};
    if ((entry.visit = visit(*entry.launch.leader, hello, o, s.stop))) {
      entry.visit->terms.walltime = seconds;
      if (!o.quiet)
        say(stderr, "{}: helps the launch on {} with {}, store {}\n", o.sweep.label(), job_text(*entry.launch.leader),
            counted(entry.hosts.size(), "rank"), o.store);
      return;
    }
  }
}

}  // namespace

Entry enter_together(const Surroundings& s, const Communicator& communicator, const LaunchOptions& o, Start& start,
                     LaunchTimes& times) {
  Entry entry;
  expect_rank_0(communicator, o);
  const auto lacking = gather_lacking(s, communicator, o);
  entry.hosts = communicator.gather_everywhere(host_name());
  std::string word;
  if (communicator.rank() == Rank(0)) {
    try {
      const auto begin = std::chrono::steady_clock::now();
      enter(s, o, start, lacking, entry);
      times.preparing += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    } catch (const std::exception& e) {
      communicator.broadcast(leave);
      const auto* error = dynamic_cast<const Error*>(&e);
      if (!error || (error->kind() != ErrorKind::config && error->kind() != ErrorKind::stopped)) throw;
      report_error(e);  // nothing was written: all ranks finalise MPI, so that mpirun prints less
      entry.status = error->kind() == ErrorKind::stopped ? exit_stopped : exit_usage;
      return entry;
    }
    expect_the_others(s.watchdog, o, "open the store");
    word = to_message(entry.visit ? entry.visit->terms : terms_of(entry.launch));
  }
  word = communicator.broadcast(word);
  if (word != leave) entry.terms = launch_terms(word);
  return entry;
}

}  // namespace icsweep
