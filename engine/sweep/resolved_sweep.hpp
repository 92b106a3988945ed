// A sweep as a launch plans it: from its file, the changes of the command line, included files and code.
#pragma once

#include <string>
#include <vector>

#include "engine/sweep/grid.hpp"

namespace icsweep {

/// The sweep of a command line.
struct SweepSource {
  std::string path, scale;  ///< path: of the file, or name of a shipped sweep; scale: empty for the sizes in the file
  std::vector<std::string> set, only;
  bool allow_code = false;  ///< code that the file names may run

  /// "fig5.toml --scale quick --set depth=3".
  std::string label() const;
};

/// A sweep that needs neither files nor a command line. Immutable.
class ResolvedSweep {
 public:
  /// tasks: at least those of the grids. only: rules for the experiments that a launch runs.
  ResolvedSweep(Sweep sweep, TaskRegistry tasks, std::vector<std::string> only = {}, std::string label = "");

  const Sweep& sweep() const { return sweep_; }
  const TaskRegistry& tasks() const { return tasks_; }
  const std::vector<std::string>& only() const { return only_; }
  /// Name of the sweep in messages.
  const std::string& label() const { return label_; }
  /// A sweep file of the same experiments that writes out every parameter, also default values and the hash of code;
  /// see canonical_text() in io/sweep_file/sweep_file.hpp. Empty if it exceeds longest_text, since no store would read
  /// it back.
  const std::string& text() const { return text_; }
  static constexpr std::size_t longest_text = std::size_t{32} << 20;

 private:
  Sweep sweep_;
  TaskRegistry tasks_;
  std::vector<std::string> only_;
  std::string label_, text_;
};

/// Reads the sweep of a command line. known: tasks of the program. Throws Error(config) as parsing
/// (io/sweep_file/sweep_file.hpp), overrides (engine/sweep/overrides.hpp) and code (engine/sweep/code_of_sweep.hpp) do.
ResolvedSweep resolve(const TaskRegistry& known, const SweepSource& source);

/// Rebuilds a sweep from its text(). Opens no file. Throws Error(config) for a text that is no sweep.
ResolvedSweep rebuilt(const std::string& text, const TaskRegistry& tasks);

/// Text of two sweeps in one store: the grids of the first, and those of the second that the first lacks. Empty if one
/// has no text, or if they differ and one has a search or rounds of proposals: then no sweep plans both.
std::string joined(const std::string& first, const std::string& second);

}  // namespace icsweep
