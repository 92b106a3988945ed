// An experiment's results as cells of its row.
#pragma once

#include "engine/worker/messages.hpp"
#include "io/store/table.hpp"

namespace icsweep {

/// Identity, parameters and results of an experiment. Arrays get the shape of their dimensions for its configuration.
/// attempt() has checked the results.
Row make_row(const Schema& schema, const Assignment& assignment, const Results& results);

}  // namespace icsweep
