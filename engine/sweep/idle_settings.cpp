#include "engine/sweep/idle_settings.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "io/base/phrases.hpp"

namespace icsweep {
namespace {

std::string quoted(const Value& value) {
  return type_of(value) == ValueType::text ? fmt::format("\"{}\"", to_text(value)) : to_text(value);
}

bool holds(const Parameter& parameter, const IdleSetting& rule, const Config& config) {
  if (!config.has(rule.where)) return false;
  const bool is_at = config.at(rule.where) == rule.at;
  const Value& value = config.at(parameter.name);
  return rule.value ? is_at && value == *rule.value : !is_at && value != parameter.default_value;
}

std::string sentence(const std::string& task, std::size_t count, const Parameter& parameter, const IdleSetting& rule) {
  const std::string place = fmt::format("{} = {}", rule.where, quoted(rule.at)), who = counted(count, "experiment");
  if (!rule.value)
    return fmt::format("{}: {} with a {} of no effect, which only {} uses", task, who, parameter.name, place);
  const std::string same = parameter.type() == ValueType::text ? fmt::format("\"{}\"", rule.same_as) : rule.same_as;
  return fmt::format("{}: {} with {} = {}: the same bits as with {}, since {}", task, who, parameter.name,
                     quoted(*rule.value), same, place);
}

}  // namespace

std::vector<std::string> idle_settings(const std::vector<const Experiment*>& experiments) {
  std::map<const Task*, std::vector<const Config*>> by_task;
  for (const Experiment* e : experiments) by_task[e->task].push_back(&e->config);
  std::vector<std::string> sentences;
  for (const auto& [task, configs] : by_task)
    for (const Parameter& parameter : task->schema().parameters)
      for (const IdleSetting& rule : parameter.idle) {
        std::size_t count = 0;
        for (const Config* config : configs) count += holds(parameter, rule, *config);
        if (count > 0) sentences.push_back(sentence(task->schema().task, count, parameter, rule));
      }
  return sentences;
}

}  // namespace icsweep
