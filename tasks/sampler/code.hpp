// The hash of a sampler's code.
#pragma once

#include <string>
#include <vector>

#include "tasks/sampler/definition.hpp"

namespace icsweep {

/// Hash over names and contents of these files of the definition's folder and of its data, 32 hexadecimal digits.
/// Throws std::runtime_error for one that cannot be read.
std::string code_of(const SamplerDefinition& definition, std::vector<std::string> files);

}  // namespace icsweep
