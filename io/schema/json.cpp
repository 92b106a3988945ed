#include "io/schema/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace icsweep {

bool nests_at_most(std::string_view json, int most) {
  bool in_text = false;
  int depth = 0;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text && c == '\\') ++i;
    else if (c == '"') in_text = !in_text;
    else if (in_text) continue;
    else if (c == '[' || c == '{') {
      if (++depth > most) return false;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return true;
}

nlohmann::json value_json(const Value& value) {
  if (is_missing(value)) return nullptr;
  if (const auto* composite = std::get_if<Composite>(&value)) return nlohmann::json::parse(composite->json);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  return std::get<double>(value);
}

nlohmann::json to_json(const Values& values) {
  return nested_json(values, {});
}

nlohmann::json nested_json(const Values& values, const std::vector<Parameter>& parameters) {
  nlohmann::json object = nlohmann::json::object();
  for (const auto& [name, value] : values) {
    if (type_of(value) == ValueType::absent) continue;
    const auto known = std::ranges::find(parameters, name, &Parameter::name);
    std::string path = known == parameters.end() || known->path.empty() ? name : known->path;
    nlohmann::json* place = &object;
    for (std::size_t dot; (dot = path.find('.')) != path.npos && path != name; path.erase(0, dot + 1))
      place = &(*place)[path.substr(0, dot)];
    (*place)[path] = value_json(value);
  }
  return object;
}

Value value_in(const nlohmann::json& json, ValueType type) {
  if (json.is_null()) return None{};
  switch (type) {
    case ValueType::integer:
      return json.get<std::int64_t>();
    case ValueType::real:
      return json.get<double>();
    case ValueType::boolean:
      return json.get<bool>();
    case ValueType::composite:
      return Composite{json.dump()};
    default:
      return json.get<std::string>();
  }
}

Value value_in(const nlohmann::json& json) {
  const auto type = json.is_number_integer()              ? ValueType::integer
                    : json.is_number()                    ? ValueType::real
                    : json.is_boolean()                   ? ValueType::boolean
                    : json.is_array() || json.is_object() ? ValueType::composite
                                                          : ValueType::text;
  return value_in(json, type);
}

bool has_whole_numbers(const nlohmann::json& json, const nlohmann::json& example) {
  for (const auto& [name, value] : example.items())
    if (value.is_number_integer() && json.contains(name) && !json.at(name).is_number_integer()) return false;
  return true;
}

}  // namespace icsweep
