// Content of a report besides the rows of the store.
#pragma once

#include <string>

#include "io/report/report.hpp"

namespace icsweep {

/// Each extra takes longer than the rows and what came before it.
enum class Extras {
  none,         ///< the page says that extras follow
  importances,  ///< for each task the parameters that its metric depends on
  all           ///< and the figures of the papers
};

/// Leaves out extras that the store has too few experiments for.
Report report_of(const Store& store, const std::string& path, Extras extras);

}  // namespace icsweep
