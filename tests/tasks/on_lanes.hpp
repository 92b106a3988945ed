// Trainers on a number of lanes chosen by the test.
#pragma once

#include "models/cpu/lane_gradient.hpp"
#include "tasks/regression/prompt_trainer.hpp"
#include "tasks/training/training.hpp"

namespace icsweep::test {

template <class Real, int N>
Trainer<Real> trainer_on(const TransformerShape& shape, const OptimiserSettings& optimiser,
                         const std::vector<double>& initial) {
  const TokenMap map = sequence_tokens(shape.tokens, shape.outputs, shape.features / shape.outputs);
  return {lane_gradient<Real, N>(shape, map), map, optimiser, initial};
}

template <class Real, int N>
PromptTrainer<Real> trainer_on(const PromptTraining& training, const std::vector<double>& initial) {
  const TokenMap map = prompt_tokens(training.layout, training.prompts.examples + 1);
  return {training, lane_gradient<Real, N>(training.shape, map), initial};
}

/// The tokens and targets of one example, as numbers.
inline std::vector<double> tokens_of(const TokenMap& map, const std::vector<double>& example) {
  std::vector<double> tokens(std::size_t(map.token_scalars()));
  for (const auto& run : map.runs) std::copy_n(example.begin() + run.from, run.count, tokens.begin() + run.to);
  for (const int at : map.ones) tokens[std::size_t(at)] = 1;
  return tokens;
}

}  // namespace icsweep::test
