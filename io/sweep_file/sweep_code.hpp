// The keys of a [[grid]] that name code: KEY.file and program.command.
#pragma once

#include "io/sweep_file/sweep_values.hpp"

namespace icsweep::sweep_values {

/// Whether the node is a table that names code.
bool names_code(const toml::key& key, const toml::node& node);

/// Reads the grid's code, and the axes of its own parameters.
void read_code(const Reader& read, const toml::key& key, const toml::table& table, Grid& grid);

}  // namespace icsweep::sweep_values
