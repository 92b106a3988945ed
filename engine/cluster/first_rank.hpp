// Which process speaks for all before MPI is initialised.
#pragma once

namespace icsweep {

/// This process's rank by its launcher's environment variables; 0 if it is alone.
int rank_before_mpi();

/// Whether this process is rank 0 or alone, by its launcher's environment variables: one rank prints what every rank
/// finds.
bool is_first_rank();

}  // namespace icsweep
