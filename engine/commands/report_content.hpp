// Content of a report besides the rows of the store.
#pragma once

#include <string>

#include "io/report/report.hpp"

namespace icsweep {

enum class Pictures {
  drawn,
  left_out  ///< gnuplot takes longer than everything else
};

/// Figures of the papers, and for each task the parameters that its metric depends on. Leaves out those that the store
/// has too few experiments for.
Report report_of(const Store& store, const std::string& path, Pictures pictures);

}  // namespace icsweep
