// Where a launch's progress is seen: the only place that knows terminals.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "engine/progress/progress_block.hpp"

namespace icsweep {

/// What to write so that a block stands where the one before it stood. The cursor is on the line below a block whenever
/// nothing is being written, so whoever ends the program at any time leaves the terminal tidy.
class BlockPainter {
 public:
  /// `columns`: of the terminal now. One that became narrower has wrapped the lines of the block before.
  std::string paint(const std::vector<std::string>& lines, int columns);

 private:
  std::vector<int> widths_;  // of the lines that stand
};

/// Shows heartbeats on standard output or error: a block redrawn in place on a terminal that can move its cursor (TERM
/// is set and not dumb; in colour unless NO_COLOR says otherwise), else a plain line every 30 seconds, the first soon.
class ProgressView {
 public:
  using Clock = std::chrono::steady_clock;

  /// `descriptor`: 1 or 2, or -1: nothing is shown. Under mpirun, which passes its ranks' output on, mpirun's own
  /// counts.
  explicit ProgressView(int descriptor);
  ~ProgressView();
  ProgressView(const ProgressView&) = delete;
  ProgressView& operator=(const ProgressView&) = delete;

  /// Cheap if no line is due.
  void show(const Heartbeat& heartbeat);
  /// The last state: its line is always written.
  void close(const Heartbeat& heartbeat);
  /// The terminal as it is now; without one, as wide as any line.
  Screen screen() const;

 private:
  void write(const std::string& text) const;

  int descriptor_, terminal_;  // terminal_: to ask its size, or -1
  bool moves_;                 // the cursor can
  BlockPainter painter_;
  Clock::time_point last_line_;
};

}  // namespace icsweep
