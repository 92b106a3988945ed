// Builders of parameters, integer("heads", 1).between(1, 1000).says("attention heads"), and of parameter values.
#pragma once

#include "io/schema/schema.hpp"

namespace icsweep {

Parameter integer(std::string name, std::int64_t default_value);
Parameter real(std::string name, double default_value);
/// Any text.
Parameter text(std::string name, std::string default_value);
/// One of several texts.
Parameter choice(std::string name, std::string default_value, std::vector<std::string> choices);
/// The parameter "seed", from 0 to `most`.
Parameter seed(std::string description, double most = 9e15);

/// The parameter "code": a hash of the code that a task runs.
Parameter code_hash(std::string hash, std::string description);

/// Values of some parameters: values("depth", 2, "attention", "softmax").
inline Values values() {
  return {};
}
template <class... Others>
Values values(const char* parameter, Value value, Others... others) {
  Values all = values(others...);
  all.emplace(parameter, std::move(value));
  return all;
}

}  // namespace icsweep
