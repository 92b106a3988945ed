// Measures the speed of a rounded precision relative to float32.
#pragma once

#include <optional>
#include <string>

#include "engine/forecast/calibration.hpp"

namespace icsweep {

/// The same experiment in float32; nothing if it is in float32.
std::optional<Config> in_float32(const Task& task, const Config& config);

/// Limits of each run of speed_over_float32().
inline constexpr Calibration short_run{.seconds = .1, .max_seconds = 1};

/// Speed of the experiment on this processor divided by that of the same experiment in float32: 0.6 is slower. It is
/// the median of five pairs of short runs, in turn, so that other load slows both. Nothing for an experiment in
/// float32, for a precision that would be emulated, and if a run ends no step in time.
std::optional<double> speed_over_float32(const Task& task, const Config& config, const Calibration& limits = short_run);

/// `precision = "bfloat16" is slower than "float32" on HOST: 0.59 times its speed`; empty if it is not at least 3 %
/// slower.
std::string slower_text(const std::string& precision, double speed);

}  // namespace icsweep
