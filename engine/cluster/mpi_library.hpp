// The MPI library that this process has loaded.
#pragma once

#include <string>

namespace icsweep {

struct MpiLibrary {
  std::string version;  ///< such as "Open MPI v4.1.4"
  std::string path;     ///< its file, with links resolved
};

/// The library; may be asked before MPI is initialised.
MpiLibrary mpi_library();

/// Gives an Open MPI its folder if it lies in the prefix of this program, where pip puts both: without mpirun it looks
/// only in the folder for which it was built. To be called before MPI is initialised.
void place_mpi();

/// Throws Error(mpi) if the mpirun that started this process belongs to another major version of Open MPI, with which
/// MPI would fail to initialise.
void expect_own_launcher();
/// The same, once MPI is initialised, if mpirun has started several ranks of which this MPI, of `size` ranks, knows
/// nothing.
void expect_own_launcher(int size);

}  // namespace icsweep
