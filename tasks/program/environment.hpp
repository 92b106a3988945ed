// Surroundings of a program: its variables and its place.
#pragma once

#include <string>
#include <vector>

#include "io/base/resources.hpp"

namespace icsweep {

/// Variables of a program, NAME=value each: those of this process, OMP_NUM_THREADS, and at the end of PYTHONPATH the
/// folder of icsweep's Python package if it came with icsweep. Variables by which an MPI knows its ranks are removed,
/// since a program with its own MPI would take itself for one of our ranks. GPUs are those of the allotment, if it has
/// any.
std::vector<std::string> program_environment(int threads, const Allotment& allotment = {});

/// Number of this rank among those of its host, as mpirun or srun states it; 0 if neither does. It selects a GPU.
int local_rank();

/// File of a command: which_python() for python3 and python, others looked up in PATH, or relative to `folder` if it
/// has a slash. Throws std::runtime_error with one line if there is no file that this user may run.
std::string executable_of(const std::string& command, const std::string& folder);
/// Arguments of its process: the command. Python finds its packages by the first of them, so that is its file.
std::vector<std::string> arguments_of(const std::vector<std::string>& command, const std::string& folder);

}  // namespace icsweep
