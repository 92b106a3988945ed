// A model's named parameters as what a task says of its weights.
#pragma once

#include "io/schema.hpp"
#include "models/layers/parameter_view.hpp"

namespace icsweep {

/// In the same order. Biases and a norm's weights are vectors, everything else is a matrix, also of one column: the
/// shapes that PyTorch's modules have.
std::vector<WeightArray> weight_arrays(const std::vector<ParameterView>& views);

}  // namespace icsweep
