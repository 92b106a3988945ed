// Draws of a sweep file: {uniform = [0, 1], step = 0.1}, {choice = ["a", "b"], weights = [3, 1]}.
#pragma once

#include "io/sweep_file/sweep_values.hpp"

namespace icsweep::sweep_values {

/// The draw that a table describes; nothing if none of its keys is a law. Throws Error(config) "FILE:LINE: …" for keys
/// that do not go together, bounds of the wrong kind, a step that does not fit between them, and weights that are
/// neither whole numbers nor shares with the sum 1.
std::optional<Draw> read_draw(const Reader& read, std::string_view name, const toml::table& table);

}  // namespace icsweep::sweep_values
