// Lays out the heartbeat of a launch as a block of lines; uses no terminal.
#pragma once

#include <string>
#include <vector>

#include "io/store/lease.hpp"

namespace icsweep {

/// The screen of a block.
struct Screen {
  int columns = 80, rows = 24;
  bool colour = false;
  bool unicode = false;  ///< shows more than ASCII
};

/// Printable lines: bar, share and time left; counts and rate; up to 12 experiments in flight; failures with the last
/// messages. No line is wider than the screen. At least one row stays free for the cursor. With colour, lines also have
/// SGR sequences, each ended within its line.
std::vector<std::string> progress_block(const Heartbeat& heartbeat, const Screen& screen);

}  // namespace icsweep
