// A model's named parameters: their first values, and the weight arrays that a task declares of them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "io/schema.hpp"
#include "models/layers/parameter_view.hpp"
#include "models/transformer/transformer_shape.hpp"

namespace icsweep {

/// Norm weights are 1, norm biases 0; a part for which `deviation` gives a number is N(0, deviation²); others are as
/// PyTorch's nn.Linear, weights and biases uniform on ±1/√(inputs). Part i is drawn from stream (seed,
/// Purpose::initial_weights, i). A bias follows its weight.
std::vector<double> initial_values(const std::vector<ParameterView>& views, std::int64_t seed,
                                   const std::function<std::optional<double>(const ParameterView&)>& deviation);

/// PyTorch's initialisation of the whole model: nn.Linear weights and biases uniform on ±1/√(inputs), norm weights 1,
/// norm biases 0; positions N(0, 1).
std::vector<double> initial_parameters(const TransformerShape& shape, std::int64_t seed);

/// In the same order. Biases and norm weights are vectors, everything else is a matrix, even with one column: the
/// shapes of PyTorch's modules.
std::vector<WeightArray> weight_arrays(const std::vector<ParameterView>& views);

}  // namespace icsweep
