// A member's side of an experiment that another rank leads.
#pragma once

#include <functional>
#include <string>

#include "engine/worker/block_channel.hpp"
#include "engine/worker/messages.hpp"
#include "models/cpu/members.hpp"

namespace icsweep {

/// The calls of a member to its rank.
struct MemberCalls {
  std::function<void()> look;      ///< at each tick and during waits; may throw any error of the rank
  std::function<bool()> wanted;    ///< true if it should still join; not called after it has joined
  std::function<void()> prepared;  ///< it waits for the state now
};

/// Takes part in the experiment that rank assignment.leader leads. Runs the same task, which prepares its data. Then
/// continues from the leader's state and sums some blocks of every batch, until the leader or the coordinator no
/// longer needs it, or the loop has ended. Its own results are discarded. Returns the reason if it could not take
/// part, else nothing.
std::string follow(const Assignment& assignment, const Comm& comm, const MemberCalls& calls);

}  // namespace icsweep
