// Space for the files that MPI keeps in the temporary folder.
#pragma once

namespace icsweep {

/// Call it before MPI is initialised. Throws if there is no space for MPI's files, in the folder TMPDIR or under
/// ulimit -f. MPI_Init would print lines about its own parts, or hang.
void expect_temporary_room();

}  // namespace icsweep
