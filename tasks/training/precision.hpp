// The parameter `precision` of tasks with wide layers.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/schema/schema_builders.hpp"
#include "models/layers/layer_kinds.hpp"

namespace icsweep {

inline Parameter precision_parameter(std::vector<std::string> choices) {
  return choice("precision", "float32", std::move(choices)).says("of the factors of layers' products").added();
}

inline Precision precision_of(const Config& config) {
  for (const RoundedPrecision& p : rounded_precisions)
    if (config.text("precision") == p.name) return p.precision;
  return Precision::float32;
}

}  // namespace icsweep
