// One function a figure.
#pragma once

#include "io/figures/figure.hpp"

namespace icsweep {

#define FIGURE(name) Figure name();
#include "io/figures/figures.def"
#undef FIGURE

}  // namespace icsweep
