// A sweep as a launch plans it: its file, the command line's changes, included files and code put together.
#pragma once

#include <string>
#include <vector>

#include "engine/sweep/grid.hpp"

namespace icsweep {

/// What a command line says of a sweep.
struct SweepSource {
  std::string path, scale;  ///< path: of the file, or a shipped sweep's name; scale: empty for the file's own size
  std::vector<std::string> set, only;
  bool allow_code = false;  ///< code that the file names may run

  /// "fig5.toml --scale quick --set depth=3".
  std::string label() const;
};

/// A sweep that needs neither files nor a command line any more. Immutable.
class ResolvedSweep {
 public:
  /// tasks: those that the grids name, and perhaps others. only: rules for the experiments that a launch runs.
  ResolvedSweep(Sweep sweep, TaskRegistry tasks, std::vector<std::string> only = {}, std::string label = "");

  const Sweep& sweep() const { return sweep_; }
  const TaskRegistry& tasks() const { return tasks_; }
  const std::vector<std::string>& only() const { return only_; }
  /// What messages call it.
  const std::string& label() const { return label_; }
  /// A sweep file of the same experiments with every parameter written out: those that a grid leaves at their default
  /// value, and the hash of its code. See canonical_text() in io/sweep_file/sweep_file.hpp. Empty if it is longer than
  /// longest_text: no store would read it back.
  const std::string& text() const { return text_; }
  static constexpr std::size_t longest_text = std::size_t{32} << 20;

 private:
  Sweep sweep_;
  TaskRegistry tasks_;
  std::vector<std::string> only_;
  std::string label_, text_;
};

/// Reads the sweep of a command line; `known`: the program's tasks. Throws Error(config) as parsing
/// (io/sweep_file/sweep_file.hpp), overrides (engine/sweep/overrides.hpp) and code (engine/sweep/code_of_sweep.hpp) do.
ResolvedSweep resolve(const TaskRegistry& known, const SweepSource& source);

/// Makes the sweep again from its text(). Opens no file. Throws Error(config) for a text that is no sweep.
ResolvedSweep rebuilt(const std::string& text, const TaskRegistry& tasks);

/// The text of two sweeps in one store: the grids of the first, and those of the second that it does not have. Empty
/// if one has no text, or if they differ and one has a search or rounds of proposals: then nothing plans both.
std::string joined(const std::string& first, const std::string& second);

}  // namespace icsweep
