// One [[grid]] of a sweep file, and the scales of a grid or a file.
#pragma once

#include "io/sweep_file/sweep_values.hpp"

namespace icsweep::sweep_values {

/// Reads the setting of that key; false if the key is no setting.
bool read_setting(const Reader& read, std::string_view key, const toml::node& node, Settings& settings);

/// {count, seed} of drawn points.
Sample read_sample(const Reader& read, const toml::node& node);

/// `common`: scales of a file, not of one grid.
std::vector<Scale> read_scales(const Reader& read, const toml::node& node, bool common);

/// settings: the file's, which the grid may change.
Grid read_grid(const Reader& read, const toml::table& table, const Settings& settings);

}  // namespace icsweep::sweep_values
