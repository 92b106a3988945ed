#include "models/kernels/api.hpp"

namespace icsweep {

const char* instruction_set_level() {
  return ICSWEEP_LEVEL;
}

}  // namespace icsweep
