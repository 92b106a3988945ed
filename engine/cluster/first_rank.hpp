// Selects the process that prints for all ranks before MPI is initialised.
#pragma once

namespace icsweep {

/// This process's rank from its launcher's environment variables; 0 without a launcher.
int rank_before_mpi();

/// True if this process is rank 0 or alone, by its launcher's environment variables. Only this process prints messages
/// that every rank would print.
bool is_first_rank();

}  // namespace icsweep
