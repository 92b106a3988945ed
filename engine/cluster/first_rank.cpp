#include "engine/cluster/first_rank.hpp"

#include "io/base/parsed_number.hpp"
#include "io/base/variable.hpp"

namespace icsweep {

int rank_before_mpi() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (const std::string rank = variable(name); !rank.empty()) return int(whole_number(rank).value_or(0));
  return 0;
}

bool is_first_rank() {
  return rank_before_mpi() == 0;
}

}  // namespace icsweep
