#include "tasks/training/initial_values.hpp"

#include <cmath>

#include "tasks/random.hpp"

namespace icsweep {

std::vector<double> initial_values(const std::vector<ParameterView>& views, std::int64_t seed,
                                   const std::function<std::optional<double>(const ParameterView&)>& deviation) {
  std::vector<double> theta;
  theta.reserve(std::size_t(views.back().offset + views.back().count()));
  int inputs = views.front().columns;  // inputs of the linear map before a bias
  for (std::size_t part = 0; part < views.size(); ++part) {
    const ParameterView& view = views[part];
    const bool weight = view.name.ends_with(".weight"), norm = view.is_norm();
    if (weight && !norm) inputs = view.columns;
    const double bound = 1 / std::sqrt(double(inputs));
    const std::optional<double> normal = deviation(view);
    RandomStream random(seed, Purpose::initial_weights, part);
    for (int i = 0; i < view.count(); ++i) {
      if (norm) theta.push_back(weight);
      else theta.push_back(normal ? *normal * random.normal() : random.uniform(-bound, bound));
    }
  }
  return theta;
}

}  // namespace icsweep
