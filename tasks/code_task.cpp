#include "tasks/code_task.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/schema/json.hpp"
#include "tasks/program/program_definition.hpp"
#include "tasks/sampler/sampled_task.hpp"

namespace icsweep {

nlohmann::json to_json(const std::vector<Parameter>& parameters) {
  nlohmann::json all = nlohmann::json::array();
  for (const auto& p : parameters) {
    all.push_back({{"name", p.name},
                   {"repeats", p.repeats},
                   {"optional", p.optional},
                   {"nullable", p.nullable},
                   {"path", p.path},
                   {"value", value_json(p.default_value)}});
    if (p.neutral) all.back()["added"] = true;
  }
  return all;
}

std::vector<Parameter> parameters_in(const nlohmann::json& json) {
  std::vector<Parameter> all;
  for (const auto& one : json) {
    Parameter& p = all.emplace_back(Parameter{one.at("name"), value_in(one.at("value"))});
    p.repeats = one.at("repeats");
    p.own = true;
    p.optional = one.at("optional");
    p.nullable = one.at("nullable");
    p.path = one.at("path");
    if (one.value("added", false)) p.neutral = p.default_value;
  }
  return all;
}

namespace {

using Json = nlohmann::json;

/// Calls f(name, member) for each member except the parameters.
template <class Definition, class F>
void for_each_member(Definition& d, F&& f) requires std::same_as<std::remove_const_t<Definition>, ProgramDefinition> {
  f("name", d.name), f("command", d.command), f("results", d.results), f("files", d.files), f("folder", d.folder);
  f("code", d.code), f("seconds", d.seconds), f("silent_after", d.silent_after), f("checkpoints", d.checkpoints);
  f("steps", d.steps), f("steps_place", d.steps_place), f("at_rung", d.at_rung), f("version", d.version);
}
template <class Definition, class F>
void for_each_member(Definition& d, F&& f) requires std::same_as<std::remove_const_t<Definition>, SamplerDefinition> {
  f("task", d.task), f("base", d.base), f("parameter", d.parameter), f("file", d.file), f("folder", d.folder);
  f("data", d.data), f("code", d.code), f("baselines", d.baselines);
}

template <class Definition>
std::string text_of(const char* kind, const Definition& definition, const std::vector<Parameter>& parameters) {
  Json json{{"kind", kind}, {"parameters", to_json(parameters)}};
  for_each_member(definition, [&](const char* name, const auto& member) { json[name] = member; });
  if (json.contains("version") && json["version"] == "") json.erase("version");  // stores of 0.1 lack it too
  return json.dump();
}

template <class Definition>
Definition definition_in(const Json& json, std::vector<Parameter> Definition::*parameters) {
  Definition definition;
  definition.*parameters = parameters_in(json.at("parameters"));
  for_each_member(definition, [&](const char* name, auto& member) {
    if (std::string_view(name) != "version" || json.contains(name)) json.at(name).get_to(member);
  });
  return definition;
}

}  // namespace

std::string definition_text(const ProgramDefinition& definition) {
  return text_of("program", definition, definition.parameters);
}

std::string definition_text(const SamplerDefinition& definition) {
  return text_of("sampler", definition, definition.own);
}

std::shared_ptr<const Task> code_task(const std::string& definition) {
  try {
    const Json json = Json::parse(definition);
    if (json.at("kind") == "program") return program_task(definition_in(json, &ProgramDefinition::parameters));
    return sampled_task(definition_in(json, &SamplerDefinition::own));
  } catch (const Json::exception& e) {
    throw Error(ErrorKind::mpi, fmt::format("a task cannot be read ({}); start all ranks from one build", e.what()));
  }
}

}  // namespace icsweep
