#include "engine/cluster/first_rank.hpp"

#include <cstdlib>
#include <string>

namespace icsweep {

bool is_first_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (const char* rank = std::getenv(name)) return std::string(rank) == "0";
  return true;
}

}  // namespace icsweep
