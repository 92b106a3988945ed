// Which experiments get the processors of other hosts.
#pragma once

#include <map>
#include <vector>

#include "engine/forecast/forecast.hpp"
#include "engine/scheduling/core_shares.hpp"

namespace icsweep {

/// What a block between two hosts takes.
struct Interconnect {
  double round_trip = 1.5e-4;  ///< seconds of a small one and its answer
  double bandwidth = 1e9;      ///< bytes a second; 0: blocks are not sent
};

/// An experiment in flight, and who computes it.
struct MemberRun {
  int rank, host;  ///< of its leader
  double left;     ///< seconds on one thread
  double step;     ///< seconds of a step on one thread; 0: unknown
  double bytes;    ///< of a step's sums; 0: nobody can join
  int most;        ///< threads that can share a step
  double alone = usually_alone;
  int threads = 1;               ///< of the leader
  std::map<int, int> members{};  ///< threads by other host

  int all_threads() const;
  /// Seconds of a step: what its threads share, a round trip, and for each member the sums there and the total back.
  double step_seconds(const Interconnect& net) const;
  double end(const Interconnect& net) const { return step > 0 ? left * step_seconds(net) / step : left; }
};

/// Gives free processors of hosts to experiments elsewhere: to the one that would end last and gains by them at least a
/// tenth of a step, and seconds in all. Who has some keeps them while they are free. free: by host.
void share_members(std::vector<MemberRun>& runs, std::vector<int> free, const Interconnect& net);

}  // namespace icsweep
