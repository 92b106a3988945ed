// Numbers that sum up how errors fall: quantiles over sequences and slopes of logarithms.
#pragma once

#include <optional>
#include <vector>

namespace icsweep {

/// The value below which a share p in [0, 1] of the values lies, by linear interpolation; values: at least one.
double quantile(std::vector<double> values, double p);

/// Least-squares slope of ln(error) per step, late in the sequence. Errors are averaged over blocks of `block` steps,
/// and the later half of the blocks is fitted. They end before the first error of at most `floor`, below which errors
/// are rounding. Nothing where fewer than 3 blocks are left to fit.
std::optional<double> late_slope(const std::vector<double>& errors, int block, double floor);

}  // namespace icsweep
