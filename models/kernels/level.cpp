#include "models/kernels/tiles/lane.hpp"

#include "models/kernels/api.hpp"

namespace icsweep {

const char* instruction_set_level() {
  return ICSWEEP_LEVEL;
}

int training_lanes() {
  return detail::trained_lanes;
}

}  // namespace icsweep
