// Threads of an experiment, and processors for them.
#pragma once

#include <string>
#include <vector>

namespace icsweep {

/// Returns `threads` if it is 0 to 1024; throws Error(config) otherwise.
int checked_threads(int threads, const std::string& command);

/// Lets this process use all its allowed processors if it is bound to fewer than `threads`. mpirun binds each rank to
/// a core.
void unbind_for(int threads);

/// Binds this thread, and processes that it starts, to these processors.
void bind_to(const std::vector<int>& processors);

}  // namespace icsweep
