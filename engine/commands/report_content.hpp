// What a report has besides the store's rows.
#pragma once

#include <string>

#include "io/report/report.hpp"

namespace icsweep {

enum class Pictures {
  drawn,
  left_out  ///< gnuplot takes longer than all the rest
};

/// The papers' figures and, of each task, which parameters its metric depends on: of those that the store has enough
/// of.
Report report_of(const Store& store, const std::string& path, Pictures pictures);

}  // namespace icsweep
