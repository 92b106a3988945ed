// Reads numbers, durations and sizes of memory from text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
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

/// Bytes of "40GB", "1.5 GiB", "512 MB": a number and B, kB, MB, GB, TB (powers of 1000) or KiB, MiB, GiB, TiB (powers
/// of 1024), in any case. Nothing for other text.
std::optional<double> parse_bytes(std::string_view text);
/// The shortest such text with the same number of bytes: "40GB".
std::string bytes_text(double bytes);
/// About that number: "40.0 GB".
std::string size_text(double bytes);

}  // namespace icsweep
