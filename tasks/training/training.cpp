#include "tasks/training/training.hpp"

#include "tasks/training/initial_values.hpp"

namespace icsweep {

std::vector<double> initial_parameters(const TransformerShape& shape, std::int64_t seed) {
  return initial_values(parameter_views(shape), seed, [](const ParameterView& view) -> std::optional<double> {
    if (view.name.ends_with(".positions")) return 1;
    return {};
  });
}

}  // namespace icsweep
