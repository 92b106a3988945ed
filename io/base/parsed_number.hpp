// Reads numbers and durations from text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace icsweep {

/// Parses the whole text as a decimal integer with an optional minus sign. Nothing for other text and for numbers
/// beyond 64 bits.
std::optional<std::int64_t> whole_number(std::string_view text);

/// Parses the whole text as a double: 0.1, -3e-320, 1e400 (infinity), inf, nan. Numbers too small for a double become
/// the nearest subnormal number or 0. Nothing for other text.
std::optional<double> real_number(std::string_view text);

/// Seconds of "90", "90s", "1h30m", "2d" (days, hours, minutes and seconds, in that order), or of Slurm's forms with a
/// colon or a dash: "MM:SS", "HH:MM:SS", "D-HH", "D-HH:MM", "D-HH:MM:SS". Nothing for other text.
std::optional<double> parse_duration(std::string_view text);

}  // namespace icsweep
