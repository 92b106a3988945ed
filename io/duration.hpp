// Durations as people write them.
#pragma once

#include <optional>
#include <string_view>

namespace icsweep {

/// Seconds of "90", "90s", "1h30m", "2d" (days, hours, minutes and seconds, in that order), or of Slurm's forms with a
/// colon or a dash: "MM:SS", "HH:MM:SS", "D-HH", "D-HH:MM", "D-HH:MM:SS". Nothing if the text has none of these forms.
std::optional<double> parse_duration(std::string_view text);

}  // namespace icsweep
