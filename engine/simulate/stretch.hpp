// Stretch of a simulated job: the part that a rank runs without interruption.
#pragma once

#include <map>

#include "engine/forecast/forecast.hpp"
#include "engine/launch/policy.hpp"
#include "engine/launch/member_allotment.hpp"

namespace icsweep {

/// Threads that compute a job.
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
  double since = 0;         ///< time of that change
  double used = 0;          ///< seconds of all processors before then
  double end = 0;           ///< time at which it ends
  double speed = 1;         ///< over that of one thread
  SimulatedThreads threads{};

  double left_at(double time) const;
  double used_at(double time) const;
  /// Share of the training that is done at the time.
  double done_at(double time) const;
  /// Time at which this share is done, with the threads that it has.
  double time_at(double share) const;
  /// Changes the threads at the time.
  void set_threads(const SimulatedThreads& now, double time, const Prediction& job, const Interconnect& net);
  /// Ends it at the time.
  void cut(double time);
};

}  // namespace icsweep
