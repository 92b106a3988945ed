// A member's side of an experiment that another rank leads.
#pragma once

#include <functional>
#include <string>

#include "engine/worker/block_channel.hpp"
#include "engine/worker/messages.hpp"
#include "models/cpu/members.hpp"

namespace icsweep {

/// What a member tells and asks.
struct MemberCalls {
  std::function<void()> look;      ///< at each tick and while it waits; may throw, as anything of the rank
  std::function<bool()> wanted;    ///< whether it is still to join; not asked any more when it has joined
  std::function<void()> prepared;  ///< it waits for the state from now on
};

/// Takes part in the experiment that rank assignment.leader leads: runs the same task, which prepares its data; then
/// goes on from the leader's state, and sums some blocks of every batch, until the leader or the coordinator wants it
/// no more, or the loop has ended. Its own results are thrown away. Returns why it could not take part; else nothing.
std::string follow(const Assignment& assignment, const Comm& comm, const MemberCalls& calls);

}  // namespace icsweep
