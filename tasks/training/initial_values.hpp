// First values of a model's parameters.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "models/layers/parameter_view.hpp"

namespace icsweep {

/// Norm weights are 1, norm biases 0; a part for which `deviation` gives a number is N(0, deviation²); others are as
/// PyTorch's nn.Linear, weights and biases uniform on ±1/√(inputs). Part i is drawn from stream (seed,
/// Purpose::initial_weights, i). A bias follows its weight.
std::vector<double> initial_values(const std::vector<ParameterView>& views, std::int64_t seed,
                                   const std::function<std::optional<double>(const ParameterView&)>& deviation);

}  // namespace icsweep
