// Lays out a launch's heartbeat as a block of lines for a terminal; it uses no terminal.
#pragma once

#include <string>
#include <vector>

#include "io/store/lease.hpp"

namespace icsweep {

/// Where a block is shown.
struct Screen {
  int columns = 80, rows = 24;
  bool colour = false;
  bool unicode = false;  ///< it shows more than ASCII
};

/// Printable lines, none wider than the screen, at least one fewer than its rows, so that the cursor fits below them:
/// bar, share and time left; counts and rate; experiments in flight, at most 12; failures with the last messages. With
/// colour, lines also hold SGR sequences, each ended within its line.
std::vector<std::string> progress_block(const Heartbeat& heartbeat, const Screen& screen);

}  // namespace icsweep
