// Tasks that run code of a sweep file's user: samplers and programs.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "io/schema.hpp"
#include "tasks/task.hpp"

namespace icsweep {

struct ProgramDefinition;
struct SamplerDefinition;

/// What definition() of its task returns.
std::string definition_text(const ProgramDefinition& definition);
std::string definition_text(const SamplerDefinition& definition);

/// The task of that definition(). Throws Error(mpi) for a text that is no definition.
std::shared_ptr<const Task> code_task(const std::string& definition);

/// Name, default value and whether it is a seed; code's parameters have nothing else.
nlohmann::json to_json(const std::vector<Parameter>& parameters);
/// Throws nlohmann::json::exception for another form.
std::vector<Parameter> parameters_in(const nlohmann::json& json);

}  // namespace icsweep
