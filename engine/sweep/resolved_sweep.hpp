// A sweep as a command line names it: a file and changes to it.
#pragma once

#include <string>
#include <vector>

#include "engine/sweep/grid.hpp"

namespace icsweep {

/// A sweep and the tasks that it may name: the program's and those it brings.
struct SweepWithTasks {
  Sweep sweep;
  TaskRegistry tasks;
};

struct SweepSource {
  std::string path, scale;  ///< path: of the file, or a shipped sweep's name; scale: empty for the file's own size
  std::vector<std::string> set, only;
  bool allow_code = false;  ///< code that the file names may run

  /// Throws Error(config) as parsing (io/sweep_file/sweep_file.hpp), overrides (engine/sweep/overrides.hpp) and code
  /// (engine/sweep/code_of_sweep.hpp) do.
  SweepWithTasks read(const TaskRegistry& tasks) const;
  /// "fig5.toml --scale quick --set depth=3".
  std::string label() const;
};

}  // namespace icsweep
