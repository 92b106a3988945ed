// Which process speaks for all, where MPI is not initialised.
#pragma once

namespace icsweep {

/// Whether this process is rank 0, or alone, by what its launcher set: what every rank sees, one says.
bool is_first_rank();

}  // namespace icsweep
