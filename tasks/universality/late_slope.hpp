// How fast errors fall.
#pragma once

#include <optional>
#include <vector>

namespace icsweep {

/// Least-squares slope of ln(error) per step, late in the sequence. Errors are averaged over blocks of `block` steps,
/// and the later half of the blocks is fitted. Blocks end before the first error of at most `floor`, below which errors
/// are rounding. Nothing if fewer than 3 blocks are left to fit.
std::optional<double> late_slope(const std::vector<double>& errors, int block, double floor);

}  // namespace icsweep
