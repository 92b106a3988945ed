// The direction of a metric: which of its values are good.
#pragma once

#include <string>

#include "io/store/store.hpp"

namespace icsweep {

/// True if the largest value of the metric is the best: the search of the store's sweep says so, or, for a metric that
/// the search does not have, the last word of its name is accuracy, auc, f1, psnr, r2, reward or score.
bool largest_is_best(const StoreHeader& header, const std::string& metric);

}  // namespace icsweep
