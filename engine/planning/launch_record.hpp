// What a launch writes into its store of itself.
#pragma once

#include "io/store/launches.hpp"

namespace icsweep {

/// A record with this number and what this program is: version, commit, build, compiler and instruction-set level.
LaunchRecord this_program(std::int64_t number);

}  // namespace icsweep
