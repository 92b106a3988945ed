// Chooses the experiments that a figure is drawn from. A store may hold several settings of parameters that the figure
// does not vary, say two numbers of epochs: one setting is chosen, never a mixture.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "io/figures/selection.hpp"
#include "io/query/selection.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

/// The chosen experiments.
struct Chosen {
  std::string task{};
  std::string condition = "0";  ///< SQL: the experiments to draw; "0" if there are none
  std::string planned = "0";    ///< the same settings, however their experiments ended
  Counting counting = Counting::planned;
  std::string missing{};      ///< "augmented (attention = linear) with depth = 5, 6"; empty: nothing is missing
  std::string caption{};      ///< "augmented: length 50, epochs 2000; mean and 95 % interval of 3 seeds"
  std::string chosen_from{};  ///< if other settings were as good: "epochs = 200, one of 2 settings"

  bool empty() const { return condition == "0"; }
};

/// Chooses the setting that meets most needs; of several the one most like the paper's, then the one with most
/// experiments, then the one that finished last. Only experiments that count are chosen (io/query/selection.hpp). A
/// parameter that goes one to one with an axis (batch = 64 * dim) belongs to no setting, nor does a tuned one. Parts of
/// the paper's setting that the store's program did not know do not count.
Chosen choose(const SqlDatabase& database, const Selection& selection, const Asked& asked);

/// Throws Error(config) with SQLite's message unless `where` is one condition over the columns of at least one of these
/// tasks. Tasks that lack a column have no experiments for it.
void check_where(const SqlDatabase& database, const std::set<std::string>& tasks, const std::string& where);

}  // namespace icsweep
