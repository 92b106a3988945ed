// Displays the progress of a launch. Only this file uses terminals.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "engine/progress/progress_block.hpp"

namespace icsweep {

/// Makes the text that replaces one block of lines on a terminal by the next. Between two texts the cursor is below the
/// block, so that the terminal stays tidy however the program ends.
class BlockPainter {
 public:
  /// columns: present width of the terminal. A terminal that became narrower has wrapped the old lines.
  std::string paint(const std::vector<std::string>& lines, int columns);

 private:
  std::vector<int> widths_;  // of the lines on the screen
};

/// Shows heartbeats on standard output or error. A terminal that can move its cursor (TERM is set and not dumb) shows a
/// block that is redrawn, in colour unless NO_COLOR is set. Other outputs receive a plain line every 30 seconds, the
/// first one earlier.
class ProgressView {
 public:
  using Clock = std::chrono::steady_clock;

  /// descriptor: 1, 2, or -1 to show nothing. Under mpirun, which forwards the output of its ranks, the descriptor of
  /// mpirun counts.
  explicit ProgressView(int descriptor);
  ~ProgressView();
  ProgressView(const ProgressView&) = delete;
  ProgressView& operator=(const ProgressView&) = delete;

  /// Cheap if no line is due.
  void show(const Heartbeat& heartbeat);
  /// Shows the last state; always writes its line.
  void close(const Heartbeat& heartbeat);
  /// Present size of the terminal. Without a terminal, as wide as any line.
  Screen screen() const;

 private:
  void write(const std::string& text) const;

  int descriptor_, terminal_;  // terminal_: descriptor to ask for its size, or -1
  bool moves_;                 // whether the cursor can move
  BlockPainter painter_;
  Clock::time_point last_line_;
};

}  // namespace icsweep
