// The hash of a sampler's code.
#pragma once

#include <string>
#include <vector>

#include "tasks/sampler/definition.hpp"

namespace icsweep {

/// Hash over names and contents of these files of the definition's folder and of its data, 32 hexadecimal digits.
/// Throws std::runtime_error for one that cannot be read.
/// copy: a folder in place of the definition's for the files, not for the data.
std::string code_of(const SamplerDefinition& definition, const std::vector<std::string>& files,
                    const std::string& copy = "");

}  // namespace icsweep
