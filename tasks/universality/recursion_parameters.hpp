// The parameters of tasks about recursive sequences: instance, dim, q, shortest_period, longest_period, noise,
// initial_norm.
#pragma once

#include "io/schema.hpp"
#include "tasks/universality/recursion.hpp"

namespace icsweep {

/// `instance`: its default value.
std::vector<Parameter> recursion_parameters(std::int64_t instance);

Recursion recursion_of(const Config& config);

/// Checks rules between these parameters and the task's `length`; throws Error(config) that names the parameter.
/// Parameters that an instance does not use may have any value, so that a grid can hold several instances.
void validate_recursion(const Config& config);

}  // namespace icsweep
