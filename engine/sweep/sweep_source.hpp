// Which sweep is meant: a file and what a command line changes in it.
#pragma once

#include <string>
#include <vector>

#include "engine/sweep/grid.hpp"

namespace icsweep {

struct SweepSource {
  std::string path, scale;  ///< path: or the name of a shipped sweep; scale: empty for the file's own size
  std::vector<std::string> set, only;

  /// Throws Error(config) as io/sweep_file/sweep_file.hpp and engine/sweep/overrides.hpp say.
  Sweep read() const;
  /// "fig5.toml --scale quick --set depth=3".
  std::string label() const;
};

}  // namespace icsweep
