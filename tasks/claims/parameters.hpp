// Parameters that claims share, each with its default value and its range.
#pragma once

#include "io/schema.hpp"

namespace icsweep {

inline Parameter dim(std::int64_t value, double minimum = 1, double maximum = 100) {
  return {"dim", value, "token dimension d", minimum, maximum, {}, {}};
}
inline Parameter length(std::int64_t value, double minimum = 2, double maximum = 1000) {
  return {"length", value, "sequence length T", minimum, maximum, {}, {}};
}
inline Parameter heads(std::int64_t value, double minimum = 1, double maximum = 1000) {
  return {"heads", value, "attention heads", minimum, maximum, {}, {}};
}
inline Parameter depth(std::int64_t value, double minimum = 1, double maximum = 1000) {
  return {"depth", value, "layers n", minimum, maximum, {}, {}};
}
inline Parameter examples(std::int64_t value, double minimum = 1, double maximum = 1000) {
  return {"examples", value, "examples in a prompt", minimum, maximum, {}, {}};
}
inline Parameter patch(std::int64_t value, double minimum = 1, double maximum = 1000) {
  return {"patch", value, "examples in a token p", minimum, maximum, {}, {}};
}
inline Parameter noise(double value, double minimum = 0, double maximum = 1000) {
  return {"noise", value, "deviation sigma of the labels", minimum, maximum, {}, {}};
}
inline Parameter samples(std::int64_t value, double minimum = 1) {
  return {"samples", value, "contexts drawn", minimum, 1e9, {}, {}};
}
inline Parameter draws(std::int64_t value) {
  return {"draws", value, "parameters drawn", 1, 1e6, {}, {}};
}
inline Parameter seed() {
  return {"seed", std::int64_t{0}, "seed of all random numbers", 0, 9e18, {}, {}};
}
inline Parameter mu(double value) {
  return {"mu", value, "contexts e^(i theta/mu)", 1, 1e12, {}, {}};
}

}  // namespace icsweep
