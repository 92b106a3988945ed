// Threads of an experiment, and processors for them.
#pragma once

#include <string>

namespace icsweep {

/// Returns `threads` if it is 0 to 1024; throws Error(config) otherwise.
int checked_threads(int threads, const std::string& command);

/// Lets this process use all its allowed processors if it is bound to fewer than `threads`. mpirun binds each rank to
/// a core.
void unbind_for(int threads);

}  // namespace icsweep
