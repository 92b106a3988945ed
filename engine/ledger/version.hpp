// The program's version and build.
#pragma once

#include <string>

#include "io/store/launches.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {

std::string program_version();   ///< "icsweep 0.2.0"
std::string compiler_version();  ///< "GCC 12.2.0"
/// Hash, in 16 hexadecimal digits, of the sources that compute results (kernels, models, tasks), of compiler and
/// options. Equal builds give equal bits at one instruction-set level; unequal ones may.
std::string build_hash();
std::string commit();  ///< "0a1b2c3d4e5f", followed by "+" if the tree had changes; "unknown" without a repository
std::string full_version();  ///< "icsweep 0.2.0 (commit 0a1b2c3d4e5f, build 0123456789abcdef)"
/// Name of the program in a checkpoint: "icsweep 0.2.0 build 0123456789abcdef". Checkpoints of another build are not
/// used.
std::string checkpoint_program();

/// Record of a launch with this number and the version, commit, build, compiler and instruction-set level of the
/// program.
LaunchRecord this_program(std::int64_t number);

}  // namespace icsweep
