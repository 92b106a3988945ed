#include "models/kernels/tiles/lane.hpp"

#include <algorithm>

#include "models/kernels/api.hpp"

namespace icsweep {

const char* instruction_set_level() {
  return ICSWEEP_LEVEL;
}

int training_lanes() {
  return std::max<int>(8, detail::vector_bytes / sizeof(float));
}

}  // namespace icsweep
