// Search of a simulated sweep. Results are unknown, so a setting has the same random metric at every rung.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/launch/policy.hpp"
#include "engine/search/search.hpp"

namespace icsweep {

class SimulatedSearch {
 public:
  /// experiments: those of the search, which must outlive this object. seed: draws the metrics.
  SimulatedSearch(const Search& search, const std::vector<Experiment>& experiments, std::int64_t seed);

  /// The policy of a launch with these jobs.
  std::unique_ptr<SchedulingPolicy> policy(Indexed<JobIndex, ExperimentIndex> jobs) const;
  /// Share of the training at a rung.
  double share_at(ExperimentIndex experiment, RungIndex rung) const;
  /// True if the experiment resumes where it stopped.
  bool saves(ExperimentIndex experiment) const { return at_rung_[experiment] == AtRung::saves; }
  /// The metric at the rungs that are passed when the share `done` is done.
  std::vector<double> metrics(ExperimentIndex experiment, double done) const;
  /// Share of the training at the next rung after the share `done`; 1 after the last.
  double next_rung(ExperimentIndex experiment, double done) const;
  /// Notes the outcome and progress of an experiment.
  void note(ExperimentIndex experiment, Outcome outcome, double done);

 private:
  const Search& search_;
  Indexed<ExperimentIndex, Shared<Rungs>> rungs_{};
  Indexed<ExperimentIndex, AtRung> at_rung_;
  Indexed<ExperimentIndex, double> metrics_;
  Entrants entrants_;
};

}  // namespace icsweep
