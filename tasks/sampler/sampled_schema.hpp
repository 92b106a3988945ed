// The schema of a sampled task, and the configuration that its base sees.
#pragma once

#include <vector>

#include "io/schema.hpp"
#include "tasks/fed_task.hpp"
#include "tasks/sampler/definition.hpp"

namespace icsweep {

/// Throws Error(config) if no task of that name takes a sampler at that parameter.
const FedTask& base_of(const SamplerDefinition& definition);

/// As sampled_task() says.
Schema sampled_schema(const SamplerDefinition& definition, const FedTask& base);

/// The base's parameters; those of its own distribution have their default values, and those that were added after the
/// configuration was stored have neutral ones.
Config base_config(const FedTask& base, const Config& config);

/// Values of the sampler's own parameters, by their names in the sampler.
Values own_values(const SamplerDefinition& definition, const Config& config);

/// Names and shapes of the weights of an experiment, by what a store tells of its task. The base is the compiled task
/// whose name begins the stored one, "regression" of "regression_polynomials", and whose other parameters the store
/// has. Empty if there is no such task.
std::vector<WeightArray> sampled_weights(const Schema& stored, const Config& config);

}  // namespace icsweep
