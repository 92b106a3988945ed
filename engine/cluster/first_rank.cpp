#include "engine/cluster/first_rank.hpp"

#include "io/base/variable.hpp"

namespace icsweep {

int rank_before_mpi() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (!variable(name).empty()) return int(count_variable(name));
  return 0;
}

bool is_first_rank() {
  return rank_before_mpi() == 0;
}

}  // namespace icsweep
