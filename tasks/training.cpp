#include "tasks/training.hpp"

#include <cmath>

namespace icsweep {

std::vector<double> initial_parameters(const TransformerShape& shape, std::int64_t seed) {
  std::vector<double> theta(parameter_count(shape));
  std::uint64_t index = 0;
  int inputs = shape.width;  // of the linear map that a bias follows
  for (const auto& view : parameter_views(shape)) {
    const bool weight = view.name.ends_with(".weight"), norm = view.name.find("norm.") != std::string::npos;
    if (weight && !norm) inputs = view.columns;
    const double bound = 1 / std::sqrt(double(inputs));
    RandomStream random(seed, Purpose::initial_weights, index++);
    for (int i = 0; i < view.count(); ++i) {
      double& value = theta[view.offset + i];
      if (norm) value = weight;
      else if (view.name.ends_with(".positions")) value = random.normal();
      else value = random.uniform(-bound, bound);
    }
  }
  return theta;
}

}  // namespace icsweep
