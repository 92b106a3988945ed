// The hash of a sampler's code.
#pragma once

#include <string>
#include <vector>

namespace icsweep {

/// Hash over names and contents of these files of the folder, 32 hexadecimal digits. Throws std::runtime_error for one
/// that cannot be read.
std::string code_of(const std::string& folder, const std::vector<std::string>& files);

}  // namespace icsweep
