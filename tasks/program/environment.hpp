// What a program finds around it: its variables, and where it is itself.
#pragma once

#include <string>
#include <vector>

namespace icsweep {

/// This process's variables without those by which an MPI knows its ranks (a program with an MPI of its own would
/// take itself for one of ours), with OMP_NUM_THREADS, and with the folder of icsweep's Python package at the end of
/// PYTHONPATH if it came with icsweep. NAME=value each.
std::vector<std::string> program_environment(int threads);

/// The number of this rank among those of its host, as mpirun or srun tells it; 0 where nobody does. It chooses a GPU.
int local_rank();

/// The file that a command means: looked up in PATH, or from `folder` if it has a slash. Throws std::runtime_error with
/// one line if there is none that this user may run.
std::string executable_of(const std::string& command, const std::string& folder);

}  // namespace icsweep
