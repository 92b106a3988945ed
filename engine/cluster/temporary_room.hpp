// Room for the files that MPI keeps in the temporary folder.
#pragma once

namespace icsweep {

/// Throws, before MPI is initialised, if its files have no room: in the folder that TMPDIR names, or under ulimit -f.
/// MPI_Init would say so in lines about its own parts, or stand still.
void expect_temporary_room();

}  // namespace icsweep
