// Messages of a launch's state machine to ranks.
#pragma once

#include <cstddef>
#include <map>
#include <variant>
#include <vector>

#include "engine/launch/policy.hpp"

namespace icsweep {

namespace reply {

/// To an idle rank: run this job.
struct Start {
  JobIndex job;
  Stint stint{};
  int threads = 1;
  bool isolated = false;  ///< in a process of its own, since it may crash
  Allotment allotment{};
};
/// To an idle rank: prepare to share the job that the leader runs.
struct Join {
  JobIndex job;
  Rank leader;
  int threads;
};
/// To a rank that prepares to share this job: do not join.
struct Drop {
  JobIndex job;
};
/// To a rank that runs this job: pause it.
struct Pause {
  JobIndex job;
};
/// To a rank that runs this job: use these threads of the host, and these members, from now on.
struct Team {
  JobIndex job;
  int threads;
  std::map<Rank, int> members{};  ///< threads by rank
};
/// To an idle rank: there is no more work.
struct Leave {};
/// To no rank: this rank was silent for too long, and the launch must end.
struct Hang {};

}  // namespace reply

struct Reply {
  Rank rank;
  std::variant<reply::Start, reply::Join, reply::Drop, reply::Pause, reply::Team, reply::Leave, reply::Hang> what;
};
using Replies = std::vector<Reply>;

}  // namespace icsweep
