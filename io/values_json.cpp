#include "io/values_json.hpp"

#include <nlohmann/json.hpp>

namespace icsweep {

nlohmann::json to_json(const Values& values) {
  nlohmann::json object = nlohmann::json::object();
  for (const auto& [name, value] : values) std::visit([&, &key = name](const auto& v) { object[key] = v; }, value);
  return object;
}

}  // namespace icsweep
