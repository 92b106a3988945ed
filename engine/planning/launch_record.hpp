// The record of itself that a launch writes into its store.
#pragma once

#include "io/store/launches.hpp"

namespace icsweep {

/// A record with this number and the program's version, commit, build, compiler and instruction-set level.
LaunchRecord this_program(std::int64_t number);

}  // namespace icsweep
