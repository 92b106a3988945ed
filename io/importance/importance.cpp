#include "io/importance/importance.hpp"

#include "io/importance/forest_variance.hpp"
#include "io/importance/grid_variance.hpp"

namespace icsweep {

Decomposition decompose(const Observations& observations) {
  if (auto exact = grid_variance(observations)) return *std::move(exact);
  return forest_variance(observations);
}

}  // namespace icsweep
