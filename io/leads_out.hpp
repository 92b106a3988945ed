// Paths in files that come from somebody else.
#pragma once

#include <algorithm>
#include <filesystem>

namespace icsweep {

/// Whether the path may lead out of the folder that it is relative to: it is absolute, or has a "..".
inline bool leads_out(const std::filesystem::path& path) {
  return path.is_absolute() || std::find(path.begin(), path.end(), "..") != path.end();
}

}  // namespace icsweep
