// Errors of a sampler's baselines on the test examples.
#pragma once

#include <functional>
#include <vector>

#include "tasks/sampler/sampler.hpp"

namespace icsweep {

/// The model's measures. Prompts: mean (ŷ_t − y_t)² over prompts for t = 1 … T; `whole` is that of the query, t = T.
/// Sequences: mean squared error of s_t over sequences and coordinates for t = 2 … T; `whole` is their mean.
struct BaselineErrors {
  double whole;
  std::vector<double> by_target;
};

/// Of each baseline, on test examples 0 … count − 1, a few hundred at a time. Throws std::runtime_error.
std::vector<BaselineErrors> baseline_errors(Sampler& sampler, const ExampleShape& shape, std::size_t baselines,
                                            std::int64_t seed, int count, const std::function<void()>& poll);

}  // namespace icsweep
