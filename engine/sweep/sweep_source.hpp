// A sweep as a command line names it: a file and changes to it.
#pragma once

#include <string>
#include <vector>

#include "engine/sweep/grid.hpp"

namespace icsweep {

struct SweepSource {
  std::string path, scale;  ///< path: of the file, or a shipped sweep's name; scale: empty for the file's own size
  std::vector<std::string> set, only;

  /// Throws Error(config) as parsing (io/sweep_file/sweep_file.hpp) and overrides (engine/sweep/overrides.hpp) do.
  Sweep read(const TaskRegistry& tasks) const;
  /// "fig5.toml --scale quick --set depth=3".
  std::string label() const;
};

}  // namespace icsweep
