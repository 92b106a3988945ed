// Schema of a sampled task, the configuration for its base, and its stored weights.
#pragma once

#include <vector>

#include "io/schema/schema.hpp"
#include "tasks/fed_task.hpp"
#include "tasks/sampler/definition.hpp"

namespace icsweep {

/// Returns the task whose model the sampler feeds. Throws Error(config) if no task of that name accepts a sampler at
/// that parameter.
const FedTask& base_of(const SamplerDefinition& definition);

/// Schema as sampled_task() describes it.
Schema sampled_schema(const SamplerDefinition& definition, const FedTask& base);

/// Values of the base's parameters. Those of its own distribution have their default values, and those added after the
/// configuration was stored have neutral ones.
Config base_config(const FedTask& base, const Config& config);

/// Values of the sampler's own parameters, by their names in the sampler.
Values own_values(const SamplerDefinition& definition, const Config& config);

/// Names and shapes of an experiment's weights, from a store without the sampler. The base is the compiled task whose
/// name begins the stored one ("regression" of "regression_polynomials"), and whose other parameters the store has.
/// Empty if there is no such task.
std::vector<WeightArray> sampled_weights(const Schema& stored, const Config& config);

}  // namespace icsweep
