#include "io/figures/figures.hpp"

namespace icsweep {

const std::vector<Figure>& all_figures() {
  static const std::vector<Figure> all{
#define FIGURE(name) name(),
#include "io/figures/figures.def"
#undef FIGURE
  };
  return all;
}

}  // namespace icsweep
