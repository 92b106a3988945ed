// The options that say which sweep: the same for every command that takes a sweep file.
#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <vector>

#include "engine/grid.hpp"

namespace icsweep {

struct SweepOptions {
  std::string path, scale;  ///< scale: empty for the file's own size
  std::vector<std::string> set, only;

  /// The positional option "sweep" and --scale, --set, --only. The object outlives the parsing.
  void add_to(boost::program_options::options_description& options);
  /// Throws Error(config) as io/sweep_file.hpp and engine/overrides.hpp say.
  Sweep read() const;
  /// "fig5.toml --scale quick --set depth=3".
  std::string label() const;
};

}  // namespace icsweep
