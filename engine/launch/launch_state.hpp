// State machine of a launch: assigns jobs, threads and members to ranks. It uses no thread, lease, display, MPI, store,
// folder or clock.
#pragma once

#include <limits>
#include <map>
#include <set>
#include <vector>

#include "engine/launch/core_allotment.hpp"
#include "engine/launch/isolation.hpp"
#include "engine/launch/liveness.hpp"
#include "engine/launch/member_allotment.hpp"
#include "engine/launch/placement.hpp"
#include "engine/launch/replies.hpp"
#include "engine/launch/scheduler.hpp"

namespace icsweep {

/// State of a launch. Times are in seconds of any one clock.
struct LaunchState {
  Scheduler scheduler;  ///< with a search, its policy holds the races
  CoreAllotment cores;
  MemberAllotment members;
  Placement placement{};
  Isolation isolation{};
  LivenessMonitor liveness{};                             ///< of ranks other than 0
  double ends = std::numeric_limits<double>::infinity();  ///< when the launch stops by itself
  std::set<Rank> waiting{};                               ///< ranks whose request has no answer yet
  std::map<Rank, reply::Start> kept{};                    ///< the job for which a rank leaves the job of another
  std::map<Rank, JobIndex> joined{};                      ///< the job that a rank was last asked to share
  std::set<Rank> present{};  ///< ranks other than 0 that have joined the launch and not left
  double shared = std::numeric_limits<double>::lowest();  ///< time of the last distribution of processors
  bool news = false;                ///< a job came back since the waiting ranks were last considered
  std::map<Rank, double> guests{};  ///< ranks of other launches, and when each stops by itself
  std::set<JobIndex> dropped{};     ///< jobs of ranks that died, one of which may be the cause
  bool keeps_guests = false;        ///< another launch follows, so guests without a job wait for its beginning
};

/// Makes the state in which all jobs wait.
LaunchState begin_launch(Scheduler scheduler, CoreAllotment cores, MemberAllotment members, Placement placement = {});

/// Each of the following functions handles an event and returns messages to ranks, in sending order. Rank 0 stays to
/// the end: it gets no Leave, is not watched, and shares no job of another host.

/// The rank, not 0, joins the launch.
Replies on_joined(LaunchState& state, Rank rank, double now);
/// A rank of another launch joins with the next number. host: its own one; ranks of different launches lend each other
/// no processors, since a batch system may keep them apart. ends: when it stops by itself.
Replies on_guest(LaunchState& state, Host host, const HostCapacity& capacity, double ends, double now);
/// The rank is idle. If it gets no reply, it waits for one.
Replies on_request(LaunchState& state, Rank rank, double now);
/// The rank's job has reached a step; from a rank that shares a job only a sign of life.
Replies on_progress(LaunchState& state, Rank rank, const Progress& progress, double now);
/// The rank's job has passed rungs of the search and runs on. rungs: see SchedulingPolicy::note.
void on_rungs(LaunchState& state, Rank rank, const std::vector<double>& rungs);

/// Result of a job that came back.
struct JobResult {
  Outcome outcome = Outcome::pending;  ///< pending: interrupted by a stop, a pause or the end of its stint
  std::vector<double> rungs{};         ///< see SchedulingPolicy::note
};
/// The rank's job ended. Throws std::logic_error if the rank has none.
Replies on_finished(LaunchState& state, Rank rank, const JobResult& result, double now);
/// The rank's job was interrupted and waits again. Throws std::logic_error if the rank has none.
Replies on_released(LaunchState& state, Rank rank, const JobResult& result, double now);

/// The rank is ready to share the job that it was asked to share.
Replies on_prepared(LaunchState& state, Rank rank, double now);
/// The rank cannot share jobs.
Replies on_unable(LaunchState& state, Rank rank, double now);
/// The rank of another launch will not be heard of again. Its job waits again; the loss is no attempt. died: the job
/// may be the cause, so that it runs in its own process next. Does nothing if the rank has left.
Replies on_lost(LaunchState& state, Rank rank, bool died, double now);
/// The rank leaves the launch. A job that was on its way to it waits again.
Replies on_left(LaunchState& state, Rank rank, double now);
/// Stops the launch: no further job is handed out.
Replies on_stop(LaunchState& state, double now);
/// There is no other event now. Answers waiting ranks, recalls ranks for which there is work, distributes processors
/// and finds a rank that hangs.
Replies on_silence(LaunchState& state, double now);

/// True if every job has come back and every rank has left.
bool is_over(const LaunchState& state);

}  // namespace icsweep
