// A stretch of a simulated job: what a rank runs of it at one go.
#pragma once

#include <map>

#include "engine/forecast/forecast.hpp"
#include "engine/scheduling/policy.hpp"
#include "engine/scheduling/member_allotment.hpp"

namespace icsweep {

/// Who computes a job.
struct SimulatedThreads {
  int own = 1;                    ///< on the rank's host
  std::map<Rank, int> members{};  ///< of other hosts

  int all() const;
  bool operator==(const SimulatedThreads&) const = default;
};

/// Times are in seconds; shares are of the job's whole training.
struct Stretch {
  JobIndex job{};
  Stint stint{};
  double from = 0, to = 1;  ///< shares
  double seconds = 0;       ///< on one thread of this rank
  double left = 0;          ///< seconds on one thread that were left when its threads changed last
  double since = 0;         ///< when that was
  double used = 0;          ///< seconds of all processors before then
  double end = 0;           ///< when it ends
  double speed = 1;         ///< over that of one thread
  SimulatedThreads threads{};

  double left_at(double time) const;
  double used_at(double time) const;
  /// The share of the training that is done then.
  double done_at(double time) const;
  /// It has these threads from that time on.
  void set_threads(const SimulatedThreads& now, double time, const Prediction& job, const Interconnect& net);
  /// It ends at that time.
  void cut(double time);
};

}  // namespace icsweep
