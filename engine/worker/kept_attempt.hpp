// Results of an experiment for a decision of its search that comes later: at the rungs that it has passed without being
// saved, or at its end. They lie in the place of its checkpoint.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/worker/attempt.hpp"

namespace icsweep {

struct KeptAttempt {
  std::vector<Progress> at_rungs{};  ///< at each rung that it has passed
  Progress last{};
  Attempt attempt{};  ///< pending, with the results along training so far; or its end

  void state(Archive& archive) { archive(at_rungs, last, attempt); }
};

/// Writes it. kind: kept_rungs or kept_end.
void keep(CheckpointSaver& saver, CheckpointHead head, KeptAttempt kept, std::string_view kind);

/// The end of an attempt that a kept one decides without a run: it is pruned at a rung that it has passed, or it has
/// ended and nothing is open about it. Passes its progress to on_tick. Throws StaleState.
std::optional<Attempt> ended_before(const Assignment& assignment, const Checkpoint& checkpoint, const OnTick& on_tick);

/// Makes the attempt end as pruned, with its results along training up to the rung of the assignment.
Attempt pruned(const Assignment& assignment, Attempt attempt);

/// The reason that a pruned row has. rungs: the metric at the rungs that the experiment has passed.
std::string pruned_text(const Assignment& assignment, const std::vector<double>& rungs);

/// The results along training. Other results of an unfinished run would look like final ones.
Results along_training(const Schema& schema, const Results& results);

}  // namespace icsweep
