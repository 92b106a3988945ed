#include "tasks/training.hpp"

#include <cmath>

namespace icsweep {

std::vector<double> initial_parameters(const TransformerShape& shape, std::int64_t seed) {
  std::vector<double> theta(parameter_count(shape));
  std::uint64_t index = 0;
  for (const auto& view : parameter_views(shape)) {
    const bool norm = view.name.find(".norm.") != std::string::npos, weight = view.name.ends_with(".weight");
    const double bound = 1 / std::sqrt(double(shape.width));  // every linear map takes the model's width
    RandomStream random(seed, Purpose::initial_weights, index++);
    for (int i = 0; i < view.count(); ++i)
      theta[view.offset + i] = norm ? (weight ? 1.0 : 0.0) : random.uniform(-bound, bound);
  }
  return theta;
}

}  // namespace icsweep
