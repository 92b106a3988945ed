#include "tasks/training/weights.hpp"

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

std::vector<WeightArray> weight_arrays(const std::vector<ParameterView>& views) {
  std::vector<WeightArray> arrays;
  for (const auto& v : views) {
    const bool vector = v.name.ends_with(".bias") || v.name.ends_with("norm.weight");
    if (vector) arrays.push_back({v.name, {v.rows}});
    else arrays.push_back({v.name, {v.rows, v.columns}});
  }
  return arrays;
}

std::vector<double> initial_parameters(const TransformerShape& shape, std::int64_t seed) {
  return initial_values(parameter_views(shape), seed, [](const ParameterView& view) -> std::optional<double> {
    if (view.name.ends_with(".positions")) return 1;
    return {};
  });
}

}  // namespace icsweep
