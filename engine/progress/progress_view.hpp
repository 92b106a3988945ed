// Displays a launch's progress: the only place that knows terminals.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "engine/progress/progress_block.hpp"

namespace icsweep {

/// Makes the text that replaces one block of lines on a terminal by the next. The cursor is below the block between two
/// texts, so that the terminal stays tidy whoever ends the program, and when.
class BlockPainter {
 public:
  /// `columns`: of the terminal now; a terminal that became narrower has wrapped the lines of the block before.
  std::string paint(const std::vector<std::string>& lines, int columns);

 private:
  std::vector<int> widths_;  // of the lines on the screen
};

/// Shows heartbeats on standard output or error. A terminal that can move its cursor (TERM is set and not dumb) gets a
/// block redrawn in place, in colour unless NO_COLOR is set; anything else gets a plain line every 30 seconds, the
/// first one sooner.
class ProgressView {
 public:
  using Clock = std::chrono::steady_clock;

  /// `descriptor`: 1, 2, or -1 to show nothing. Under mpirun, which passes its ranks' output on, mpirun's descriptor
  /// counts.
  explicit ProgressView(int descriptor);
  ~ProgressView();
  ProgressView(const ProgressView&) = delete;
  ProgressView& operator=(const ProgressView&) = delete;

  /// Cheap if no line is due.
  void show(const Heartbeat& heartbeat);
  /// Shows the last state; its line is always written.
  void close(const Heartbeat& heartbeat);
  /// The terminal's present size; without a terminal, as wide as any line.
  Screen screen() const;

 private:
  void write(const std::string& text) const;

  int descriptor_, terminal_;  // terminal_: descriptor to ask for its size, or -1
  bool moves_;                 // whether the cursor can move
  BlockPainter painter_;
  Clock::time_point last_line_;
};

}  // namespace icsweep
