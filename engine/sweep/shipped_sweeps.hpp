// The sweep files that come with the program, by name.
#pragma once

#include <string>
#include <vector>

namespace icsweep {

/// "fig5" for share/icsweep/sweeps/fig5.toml, in alphabetical order.
std::vector<std::string> shipped_sweeps();

/// The sweep file that a command line means: a path that is there, else a shipped sweep of that name. What looks like a
/// path, with a slash or an ending, stays as it is. Throws Error(config) with the nearest name and where it was looked
/// for.
std::string sweep_file_of(const std::string& path_or_name);

}  // namespace icsweep
