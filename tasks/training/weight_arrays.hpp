// A model's named parameters as a task's weight arrays.
#pragma once

#include "io/schema.hpp"
#include "models/layers/parameter_view.hpp"

namespace icsweep {

/// In the same order. Biases and norm weights are vectors, everything else is a matrix, even with one column: the
/// shapes of PyTorch's modules.
std::vector<WeightArray> weight_arrays(const std::vector<ParameterView>& views);

}  // namespace icsweep
