#include "engine/run/prepared_launch.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <utility>

#include "engine/cluster/batch_job.hpp"
#include "engine/ledger/checkpoint_index.hpp"
#include "engine/ledger/ended_experiments.hpp"
#include "engine/ledger/started_sweep.hpp"
#include "engine/ledger/version.hpp"
#include "engine/search/planned_experiments.hpp"
#include "engine/sweep/needs.hpp"
#include "io/base/say.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {

double walltime_of_launch(const LaunchOptions& o) {
  return o.walltime ? *o.walltime : walltime_of_batch_job();
}

namespace {

std::vector<const Experiment*> asked(const std::vector<Experiment>& experiments) {
  std::vector<const Experiment*> all;
  for (const Experiment& e : experiments)
    if (e.asked) all.push_back(&e);
  return all;
}

std::vector<const Experiment*> due(const StorePlan& plan) {
  std::vector<const Experiment*> all;
  for (const Job& job : plan.jobs) all.push_back(job.experiment);
  return all;
}

/// Takes the lease. With --join, opens a port first, since the lease names it, or finds the launch that has the lease.
void take_lease(PreparedLaunch& launch, const Arriving& a, const StopFlag& stop, const LaunchOptions& o) {
  const LeaseWait wait{[](const std::string& line) { say(stderr, "{}\n", line); }, [&stop] { return stop.is_set(); }};
  if (!o.join) {
    launch.lease = std::make_unique<Lease>(o.store, a.ranks, a.patience, batch_job(), wait);
    std::remove(admission_path(o.store).c_str());  // of a launch that was killed
    return;
  }
  launch.port = std::make_unique<Port>(o.listen);
  try {
    const FleetEntry entry{true, launch.port->address(), launch.port->admission().port};
    launch.lease = std::make_unique<Lease>(o.store, a.ranks, a.patience, batch_job(), wait, entry);
    launch.admission = std::make_unique<AdmissionFile>(o.store, launch.port->admission());
  } catch (const LeaseHeld& e) {
    launch.leader = e.holder;
    launch.port.reset();
  }
}

}  // namespace

PreparedLaunch prepare_launch(const Arriving& arriving, const StopFlag& stop, const LaunchOptions& o) {
  const StartedSweep started = with_start(arriving.sweep, o.store);
  const ResolvedSweep& sweep = started.sweep;
  PreparedLaunch launch;
  launch.start = started.news;
  launch.tasks = sweep.tasks();
  PlannedExperiments planned = planned_experiments(sweep);
  if (!o.join && !std::filesystem::exists(o.store)) expect_room(asked(planned.points.experiments), arriving.rooms);
  expect_instructions(planned.points.experiments, arriving.lacking, sweep.label());
  check_place(o.store);
  expect_own_checkpoints(o.store);
  take_lease(launch, arriving, stop, o);
  if (launch.leader) return launch;
  remove_half_made(o.store);
  if (sweep.sweep().rounds) planned = planned_experiments(sweep, ended_experiments(sweep, o.store, o.rerun));
  launch.rounds = planned.rounds, launch.has_more = planned.has_more, launch.growth = planned.growth;
  launch.experiments = std::move(planned.points.experiments);
  launch.search = std::move(planned.search);
  launch.asked = planned.points.asked;
  launch.command = command_text(o.words, arriving.ranks);
  launch.sweep_name = sweep.sweep().name, launch.sweep_text = sweep.sweep().text;
  launch.plan = prepare_store(
      sweep, o.store, launch.experiments,
      {launch.command, o.rerun, planned.points.defaulted, o.add, launch.search ? &*launch.search : nullptr,
       launch.search ? saved_rungs(o.store) : std::map<std::string, CheckpointHead>{}},
      &launch.lease->watch());
  if (!o.join) expect_room(due(launch.plan), arriving.rooms);
  launch.rooms = arriving.rooms;
  launch.lease->begin_epoch_after(find_unfinished(o.store, launch.experiments, launch.plan));
  launch.walltime = walltime_of_launch(o);
  return launch;
}

std::size_t suspects_of(const PreparedLaunch& launch, int ranks) {
  const auto& jobs = launch.plan.jobs;
  const auto is_process = [](const Job& job) { return job.experiment->task->has_own_process(); };
  if (!launch.lease->left_behind() || std::ranges::all_of(jobs, is_process)) return 0;
  const auto begun = std::ranges::count_if(jobs, [](const Job& job) { return !job.checkpoint->empty(); });
  return std::size_t(begun + std::max(ranks, launch.lease->ranks_left_behind()));
}

LaunchTerms terms_of(const PreparedLaunch& launch) {
  const Lease& lease = *launch.lease;
  LaunchTerms terms{lease.epoch(), launch.plan.launch, suspects_of(launch, 1) > 0, launch.walltime,
                    lease.watch().holder()};
  for (const Task* task : launch.tasks.all())
    if (std::string definition = task->definition(); !definition.empty()) terms.definitions.push_back(definition);
  return terms;
}

LaunchRecord record_of(const PreparedLaunch& launch, const std::vector<std::string>& hosts) {
  LaunchRecord record = this_program(launch.plan.launch);
  record.sweep_name = launch.sweep_name;
  record.sweep_text = launch.sweep_text;
  record.command = launch.command;
  record.hosts = hosts_text(hosts, hdf5::hosts_width);
  record.ranks = std::int64_t(hosts.size());
  record.began = utc_now();
  return record;
}

}  // namespace icsweep
