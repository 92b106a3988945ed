// What this program is, and which build of it.
#pragma once

#include <string>

#include "models/kernels/api.hpp"

namespace icsweep {

std::string program_version();   ///< "icsweep 0.2.0"
std::string compiler_version();  ///< "GCC 12.2.0"
/// 16 hexadecimal digits over the sources of what computes results (kernels, models, tasks), compiler and options.
/// Equal builds give equal bits at one instruction-set level; unequal ones may.
std::string build_hash();
std::string commit();  ///< "0a1b2c3d4e5f", followed by "+" where the tree had changes; "unknown" without a repository
std::string full_version();  ///< "icsweep 0.2.0 (commit 0a1b2c3d4e5f, build 0123456789abcdef)"
/// Whose state a checkpoint holds: "icsweep 0.2.0 build 0123456789abcdef". Another build's is not taken.
std::string checkpoint_program();

}  // namespace icsweep
