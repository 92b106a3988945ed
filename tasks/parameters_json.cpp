#include "tasks/parameters_json.hpp"

#include <nlohmann/json.hpp>

namespace icsweep {

nlohmann::json to_json(const std::vector<Parameter>& parameters) {
  nlohmann::json all = nlohmann::json::array();
  for (const auto& p : parameters) {
    nlohmann::json& one = all.emplace_back(nlohmann::json{{"name", p.name}, {"repeats", p.repeats}});
    std::visit([&](const auto& value) { one["value"] = value; }, p.default_value);
  }
  return all;
}

std::vector<Parameter> parameters_in(const nlohmann::json& json) {
  std::vector<Parameter> all;
  for (const auto& one : json) {
    const nlohmann::json& value = one.at("value");
    Parameter& p =
        all.emplace_back(Parameter{one.at("name"), value.is_number_integer() ? Value(value.get<std::int64_t>())
                                                   : value.is_number()       ? Value(value.get<double>())
                                                                             : Value(value.get<std::string>())});
    p.repeats = one.at("repeats");
  }
  return all;
}

}  // namespace icsweep
