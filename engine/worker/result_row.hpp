// An experiment's results as cells of its row.
#pragma once

#include "engine/worker/messages.hpp"
#include "io/store/table.hpp"

namespace icsweep {

/// Identity, parameters and results of an experiment; arrays get the shape that their dimensions have for its
/// configuration. Results have been checked by attempt().
Row make_row(const Schema& schema, const Assignment& assignment, const Results& results);

}  // namespace icsweep
