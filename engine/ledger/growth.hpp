// Growth of the table of a user's code: new parameters and results, and integers that become reals.
#pragma once

#include <string>

#include "engine/sweep/grid.hpp"
#include "io/store/stored_table.hpp"

namespace icsweep {

/// One sentence about what the table of the sweep has and the stored one lacks; empty if that is nothing.
std::string growth_text(const Table& table, const Table& stored);

/// Throws Error(config) "FILE:LINE: …" unless the table of the sweep's code follows from the stored one by growth
/// alone. A new parameter must have a value for older rows (KEY.added), and reals must hold the stored integers
/// exactly. path: of the store, for messages.
void expect_growth(const Sweep& sweep, const Table& table, const StoredTable& stored, const std::string& path);

}  // namespace icsweep
