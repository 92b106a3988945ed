// The machine of a launch: decides who runs what next. It knows no thread, lease, display, MPI, store, folder or clock.
#pragma once

#include <limits>
#include <map>
#include <set>
#include <vector>

#include "engine/scheduling/core_allotment.hpp"
#include "engine/scheduling/isolation.hpp"
#include "engine/scheduling/liveness.hpp"
#include "engine/scheduling/member_allotment.hpp"
#include "engine/scheduling/replies.hpp"
#include "engine/scheduling/scheduler.hpp"

namespace icsweep {

/// All that decides a launch. Times are in seconds of one clock, any one.
struct LaunchState {
  Scheduler scheduler;  ///< of a search, too: its policy holds the races
  CoreAllotment cores;
  MemberAllotment members;
  Isolation isolation{};
  LivenessMonitor liveness{};                             ///< of ranks other than 0
  double ends = std::numeric_limits<double>::infinity();  ///< when the launch stops by itself
  std::set<Rank> waiting{};                               ///< ranks whose request has no answer yet
  std::map<Rank, reply::Start> kept{};                    ///< by rank, the job for which it leaves another's
  std::map<Rank, JobIndex> joined{};                      ///< by rank, the job that it was told last to share
  std::set<Rank> present{};  ///< ranks other than 0 that have joined the launch and not left
  double shared = std::numeric_limits<double>::lowest();  ///< when processors were shared out last
  bool news = false;                                      ///< a job has come back since waiting ranks were looked at
};

/// The state in which all jobs wait.
LaunchState begin_launch(Scheduler scheduler, CoreAllotment cores, MemberAllotment members);

/// Each of the following takes an event and returns what ranks are told, in this order. Rank 0 stays to the end: it is
/// never told to leave, is not watched, and shares no job of another host.

/// The rank, not 0, takes part in the launch from now on.
Replies on_joined(LaunchState& state, Rank rank, double now);
/// The rank has nothing to do. Without a reply it waits for one.
Replies on_request(LaunchState& state, Rank rank, double now);
/// The rank's job is at this step. Of a rank that shares a job: it lives.
Replies on_progress(LaunchState& state, Rank rank, const Progress& progress, double now);

/// How a job came back.
struct JobResult {
  Outcome outcome = Outcome::pending;  ///< pending: it was interrupted, by a stop, a pause or the end of its stint
  std::vector<double> rungs{};         ///< see SchedulingPolicy::note
};
/// The rank's job ended. Throws std::logic_error if the rank has none.
Replies on_finished(LaunchState& state, Rank rank, const JobResult& result, double now);
/// The rank's job was interrupted and waits again; likewise.
Replies on_released(LaunchState& state, Rank rank, const JobResult& result, double now);

/// The rank is prepared for the job that it is to share.
Replies on_prepared(LaunchState& state, Rank rank, double now);
/// The rank can share no job.
Replies on_unable(LaunchState& state, Rank rank, double now);
/// The rank leaves the launch.
Replies on_left(LaunchState& state, Rank rank, double now);
/// The launch is to stop: no job is handed out any more.
Replies on_stop(LaunchState& state, double now);
/// No other event is there at the moment. Answers waiting ranks, recalls ranks for which there is work, shares out
/// processors, and finds a rank that hangs.
Replies on_silence(LaunchState& state, double now);

/// Whether every job has come back and every rank has left.
bool is_over(const LaunchState& state);

}  // namespace icsweep
