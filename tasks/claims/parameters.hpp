// Parameters that claims share, each with its default value and its range.
#pragma once

#include "io/schema/schema_builders.hpp"

namespace icsweep {

inline Parameter dim(std::int64_t value, double minimum = 1, double maximum = 100) {
  return integer("dim", value).between(minimum, maximum).says("token dimension d");
}
inline Parameter length(std::int64_t value, double minimum = 2, double maximum = 1000) {
  return integer("length", value).between(minimum, maximum).says("sequence length T");
}
inline Parameter heads(std::int64_t value, double minimum = 1, double maximum = 1000) {
  return integer("heads", value).between(minimum, maximum).says("attention heads");
}
inline Parameter depth(std::int64_t value, double minimum = 1, double maximum = 1000) {
  return integer("depth", value).between(minimum, maximum).says("layers n");
}
inline Parameter examples(std::int64_t value, double minimum = 1, double maximum = 1000) {
  return integer("examples", value).between(minimum, maximum).says("examples in a prompt");
}
inline Parameter patch(std::int64_t value, double minimum = 1, double maximum = 1000) {
  return integer("patch", value).between(minimum, maximum).says("examples in a token p");
}
inline Parameter noise(double value, double minimum = 0, double maximum = 1000) {
  return real("noise", value).between(minimum, maximum).says("deviation sigma of the labels");
}
inline Parameter samples(std::int64_t value, double minimum = 1) {
  return integer("samples", value).between(minimum, 1e9).says("contexts drawn");
}
inline Parameter draws(std::int64_t value) {
  return integer("draws", value).between(1, 1e6).says("parameters drawn");
}
inline Parameter seed() {
  return seed("seed of all random numbers", 9e18);
}
inline Parameter mu(double value) {
  return real("mu", value).between(1, 1e12).says("contexts e^(i theta/mu)");
}

}  // namespace icsweep
