// Settings of an experiment of the task `regression`, read from its parameters.
#pragma once

#include <algorithm>

#include "io/schema/schema.hpp"
#include "tasks/regression/prompt_trainer.hpp"

namespace icsweep {

struct RegressionSettings {
  explicit RegressionSettings(const Config& config);

  /// First point, counted from 0, whose error counts for the validation loss: point 2d, or the query if H < 2d.
  int validated_from() const { return std::min(2 * training.prompts.dim, training.prompts.examples); }

  /// Evaluations along the training.
  std::int64_t evaluations() const { return std::min(checkpoints, training.steps); }

  int prompts;
  std::int64_t checkpoints;
  PromptTraining training;
};

std::vector<Parameter> regression_parameters();

/// Throws Error(config) that names the parameter: heads that do not divide the width, a patch that does not divide the
/// examples, terms and layers that the chosen block does not have, and sizes too large for the kernels, which count in
/// 32 bits.
void validate_regression(const Config& config);

}  // namespace icsweep
