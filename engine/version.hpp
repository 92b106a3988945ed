// What this program is.
#pragma once

#include <string>

#include "models/kernels/api.hpp"

namespace icsweep {

std::string program_version();   ///< "icsweep 0.1.0"
std::string compiler_version();  ///< "GCC 12.2.0"

}  // namespace icsweep
