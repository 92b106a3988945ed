// The search of a simulated sweep. Results are not known, so a setting has the same random metric at every rung.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/scheduling/policy.hpp"
#include "engine/search/search.hpp"

namespace icsweep {

class SimulatedSearch {
 public:
  /// The search must outlive it. `experiments`: those that it is among. seed: draws the metrics.
  SimulatedSearch(const Search& search, const std::vector<Experiment>& experiments, std::int64_t seed);

  /// The policy of a launch with these jobs.
  std::unique_ptr<SchedulingPolicy> policy(Indexed<JobIndex, ExperimentIndex> jobs) const;
  /// The share of the training at which a rung stands.
  double share_at(ExperimentIndex experiment, RungIndex rung) const;
  /// The metric at the rungs that are passed when this share is done.
  std::vector<double> metrics(ExperimentIndex experiment, double done) const;
  /// What is known of the experiment from now on.
  void note(ExperimentIndex experiment, Outcome outcome, double done);

 private:
  const Search& search_;
  Indexed<ExperimentIndex, std::shared_ptr<const Rungs>> rungs_{};
  Indexed<ExperimentIndex, double> metrics_;
  Entrants entrants_;
};

}  // namespace icsweep
