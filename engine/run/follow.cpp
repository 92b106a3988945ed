#include "engine/run/follow.hpp"

#include <algorithm>

#include "engine/fleet/fleet_comm.hpp"
#include "engine/worker/worker.hpp"
#include "io/base/say.hpp"
#include "io/store/given_up.hpp"
#include "tasks/code_task.hpp"

namespace icsweep {

std::vector<double> follow_rank_0(const OpenRank& r, const Comm& comm, const StopFlag& stop) {
  TaskRegistry tasks = r.surroundings.tasks;
  for (const auto& definition : r.terms.definitions) tasks.add(code_task(definition));
  return run_worker(comm, r.store, r.settings, r.lease, tasks, stop);
}

namespace {

/// Follows the leader that this launch helps. If another launch leads by the end of a long step, the rank has written
/// nothing since, and its launch joins that one.
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

}  // namespace

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

}  // namespace icsweep
