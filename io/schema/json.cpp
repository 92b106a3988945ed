#include "io/schema/json.hpp"

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

nlohmann::json to_json(const Values& values) {
  nlohmann::json object = nlohmann::json::object();
  for (const auto& [name, value] : values) std::visit([&, &key = name](const auto& v) { object[key] = v; }, value);
  return object;
}

bool has_whole_numbers(const nlohmann::json& json, const nlohmann::json& example) {
  for (const auto& [name, value] : example.items())
    if (value.is_number_integer() && json.contains(name) && !json.at(name).is_number_integer()) return false;
  return true;
}

}  // namespace icsweep
