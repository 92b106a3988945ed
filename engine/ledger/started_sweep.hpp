// The sweep with the draws of another store that its search starts from (RoundsTable::start_from).
#pragma once

#include <string>

#include "engine/sweep/resolved_sweep.hpp"

namespace icsweep {

struct StartedSweep {
  ResolvedSweep sweep;
  std::string news{};  ///< a line about the draws that were read; empty if none were read
};

/// Copies into each grid the draws of the other store's table of its task, so that the text of the sweep contains them.
/// Of a draw it keeps the mean of each metric over its planned experiments that have ended, by the rules of
/// engine/search/proposals.hpp. Experiments outside the laws of the grid's drawn parameters, or without one of these,
/// are left out and counted, and so are those that the grid's `where` or the task refuses. A parameter whose condition
/// fails is absent from its draw. If `store` began with the same start_from, its own copy is used and the other store
/// is not opened. `store` need not exist, and may be empty. A sweep without start_from stays as it is.
///
/// Throws Error(config) "FILE:LINE: …" if the other store cannot be read, has no table of a task or lacks a metric
/// there, or if none of its experiments fits a grid.
StartedSweep with_start(ResolvedSweep sweep, const std::string& store);

}  // namespace icsweep
