// Measures the speed of a rounded precision beside float32.
#pragma once

#include <optional>
#include <string>

#include "engine/forecast/calibration.hpp"

namespace icsweep {

/// The same experiment in float32; nothing if it is one.
std::optional<Config> in_float32(const Task& task, const Config& config);

/// Of each of the runs that speed_over_float32() compares.
inline constexpr Calibration short_run{.seconds = .1, .max_seconds = 1};

/// The experiment's speed on this processor over that of the same experiment in float32: 0.6 is slower. The median of
/// five pairs of short runs, taken in turn, so that other load slows both. Nothing for an experiment in float32, for
/// one whose precision would be emulated, and if a run ends no step in time.
std::optional<double> speed_over_float32(const Task& task, const Config& config, const Calibration& limits = short_run);

/// `precision = "bfloat16" is slower than "float32" on HOST: 0.59 times its speed`; empty if it is not slower. A
/// difference below 3 % is not stated.
std::string slower_text(const std::string& precision, double speed);

}  // namespace icsweep
