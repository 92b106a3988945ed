// Names of the weights that a sampler's task keeps, from a store without the sampler.
#pragma once

#include <vector>

#include "io/schema.hpp"

namespace icsweep {

/// Names and shapes of the weights of an experiment, by what a store tells of its task. The base is the compiled task
/// whose name begins the stored one, "regression" of "regression_polynomials", and whose other parameters the store
/// has. Empty if there is no such task.
std::vector<WeightArray> sampled_weights(const Schema& stored, const Config& config);

}  // namespace icsweep
