// The picture of what a metric's variance comes from.
#pragma once

#include "io/figures/plot.hpp"
#include "io/query/importance_answer.hpp"

namespace icsweep {

/// Bars of the shares with their standard errors: of the variance, main effects and the largest pairs; below, of the
/// best settings.
Plot importance_plot(const ImportanceAnswer& answer);

}  // namespace icsweep
