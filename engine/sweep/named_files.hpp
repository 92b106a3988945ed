// Files that a sweep file names for the identity of what its code computes.
#pragma once

#include <string>
#include <vector>

namespace icsweep {

/// The files of the folder that match the patterns ("series-*.csv"), relative to it, sorted within a pattern. Throws
/// Error(config) for a pattern that no file matches, or that leaves the folder.
std::vector<std::string> named_files(const std::string& folder, const std::vector<std::string>& patterns);

}  // namespace icsweep
