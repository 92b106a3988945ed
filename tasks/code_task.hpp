// Tasks that run a user's code: samplers and programs that a sweep file names.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "io/schema/schema.hpp"
#include "tasks/task.hpp"

namespace icsweep {

struct ProgramDefinition;
struct SamplerDefinition;

/// Text that definition() of the task returns.
std::string definition_text(const ProgramDefinition& definition);
std::string definition_text(const SamplerDefinition& definition);

/// Makes the task of a text that definition() returned. Throws Error(mpi) for other texts.
std::shared_ptr<const Task> code_task(const std::string& definition);

/// Parameters of code as JSON: name, default value, and whether it is a seed or was added later. They have no other
/// properties.
nlohmann::json to_json(const std::vector<Parameter>& parameters);
/// Reads what to_json() wrote. Throws nlohmann::json::exception for another form.
std::vector<Parameter> parameters_in(const nlohmann::json& json);

}  // namespace icsweep
