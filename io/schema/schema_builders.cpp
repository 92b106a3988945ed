#include "io/schema/schema_builders.hpp"

namespace icsweep {

Parameter Parameter::between(double least, double most) && {
  minimum = least, maximum = most;
  return std::move(*this);
}

Parameter Parameter::says(std::string text) && {
  description = std::move(text);
  return std::move(*this);
}

Parameter Parameter::used_where(std::string where, Value at) && {
  idle.push_back({std::move(where), std::move(at)});
  return std::move(*this);
}

Parameter Parameter::same_where(Value value, std::string same_as, std::string where, Value at) && {
  idle.push_back({std::move(where), std::move(at), std::move(value), std::move(same_as)});
  return std::move(*this);
}

Parameter Parameter::added() && {
  neutral = default_value;
  return std::move(*this);
}

Parameter Parameter::steady_at(Value value) && {
  steady = std::move(value);
  return std::move(*this);
}

Parameter Parameter::in_batches_of(std::string batch) && {
  batched_by = std::move(batch);
  return std::move(*this);
}

Parameter Parameter::resource() && {
  gives_more = true;
  return std::move(*this);
}

Output Output::added() && {
  later = true;
  return std::move(*this);
}

Parameter integer(std::string name, std::int64_t default_value) {
  return {std::move(name), default_value};
}

Parameter real(std::string name, double default_value) {
  return {std::move(name), default_value};
}

Parameter text(std::string name, std::string default_value) {
  return {std::move(name), std::move(default_value)};
}

Parameter choice(std::string name, std::string default_value, std::vector<std::string> choices) {
  Parameter p = text(std::move(name), std::move(default_value));
  p.choices = std::move(choices);
  return p;
}

Parameter seed(std::string description, double most) {
  Parameter p = integer("seed", 0).between(0, most).says(std::move(description));
  p.repeats = true;
  return p;
}

Parameter code_hash(std::string hash, std::string description) {
  Parameter parameter = text("code", std::move(hash)).says(std::move(description));
  parameter.hashes = true;
  return parameter;
}

}  // namespace icsweep
