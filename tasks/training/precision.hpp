// The parameter `precision` of tasks with wide layers.
#pragma once

#include "io/schema_builders.hpp"
#include "models/layers/layer_kinds.hpp"

namespace icsweep {

inline Parameter precision_parameter() {
  return choice("precision", "float32", {"float32", "bfloat16"}).says("of the factors of layers' products").added();
}

inline Precision precision_of(const Config& config) {
  return config.text("precision") == "bfloat16" ? Precision::bfloat16 : Precision::float32;
}

}  // namespace icsweep
