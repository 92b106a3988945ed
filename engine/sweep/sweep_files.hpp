// Files of sweeps: shipped ones by name, and files that a sweep file names.
#pragma once

#include <string>
#include <vector>

namespace icsweep {

/// Names of all shipped sweeps in alphabetical order: "fig5" for share/icsweep/sweeps/fig5.toml.
std::vector<std::string> shipped_sweeps();

/// Sweep file that a command line means: an existing path, else a shipped sweep of that name. A text with a slash or an
/// ending is a path and is returned unchanged. Throws Error(config) with the nearest name and the searched folder.
std::string sweep_file_of(const std::string& path_or_name);

/// Files of the folder that match the patterns ("series-*.csv"), relative to it, sorted within a pattern. Throws
/// Error(config) for a pattern that no file matches, or that leaves the folder.
std::vector<std::string> named_files(const std::string& folder, const std::vector<std::string>& patterns);

}  // namespace icsweep
