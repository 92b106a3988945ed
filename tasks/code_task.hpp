// Tasks that run code of a sweep file's user: samplers and programs.
#pragma once

#include <memory>
#include <string>

#include "tasks/task.hpp"

namespace icsweep {

struct ProgramDefinition;
struct SamplerDefinition;

/// What definition() of its task returns.
std::string definition_text(const ProgramDefinition& definition);
std::string definition_text(const SamplerDefinition& definition);

/// The task of that definition(). Throws Error(mpi) for a text that is no definition.
std::shared_ptr<const Task> code_task(const std::string& definition);

}  // namespace icsweep
