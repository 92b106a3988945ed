#include "tasks/training/weight_arrays.hpp"

namespace icsweep {

std::vector<WeightArray> weight_arrays(const std::vector<ParameterView>& views) {
  std::vector<WeightArray> arrays;
  for (const auto& v : views) {
    const bool vector = v.name.ends_with(".bias") || v.name.ends_with("norm.weight");
    if (vector) arrays.push_back({v.name, {v.rows}});
    else arrays.push_back({v.name, {v.rows, v.columns}});
  }
  return arrays;
}

}  // namespace icsweep
