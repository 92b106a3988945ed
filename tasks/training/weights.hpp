// First values of a model's named parameters, and the weight arrays that a task declares for them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "io/schema/schema.hpp"
#include "models/layers/parameter_view.hpp"
#include "models/transformer/transformer_shape.hpp"

namespace icsweep {

/// First values. Norm weights are 1, norm biases 0. A part for which `deviation` returns a number is N(0, deviation²).
/// Other parts are as PyTorch's nn.Linear: weights and biases uniform on ±1/√(inputs). Part i is drawn from stream
/// (seed, Purpose::initial_weights, i). A bias follows its weight.
std::vector<double> initial_values(const std::vector<ParameterView>& views, std::int64_t seed,
                                   const std::function<std::optional<double>(const ParameterView&)>& deviation);

/// First values of a Transformer, as in PyTorch: nn.Linear weights and biases uniform on ±1/√(inputs), norm weights 1,
/// norm biases 0; positions N(0, 1).
std::vector<double> initial_parameters(const TransformerShape& shape, std::int64_t seed);

/// Weight arrays of the views, in the same order. Biases and norm weights are vectors; everything else is a matrix,
/// even with one column. These are the shapes of PyTorch's modules.
std::vector<WeightArray> weight_arrays(const std::vector<ParameterView>& views);

}  // namespace icsweep
