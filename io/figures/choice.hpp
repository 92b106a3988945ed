// Which experiments of a store a figure is drawn from. A store may hold several settings of what the figure does not
// vary, say two numbers of epochs: one of them is chosen, never a mixture.
#pragma once

#include <string>
#include <vector>

#include "io/figures/selection.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

/// What is drawn.
struct Chosen {
  std::string task{};
  std::string condition = "0";  ///< SQL: the experiments to draw; "0" if there are none
  std::string missing{};        ///< "augmented (attention = linear) with depth = 5, 6"; empty: nothing
  std::string caption{};        ///< "augmented: length 50, epochs 2000; mean and 95 % interval of 3 seeds"
  std::string chosen_from{};    ///< where others were as good: "epochs = 200, one of 2 settings"

  bool empty() const { return condition == "0"; }
};

/// Of all settings that which meets most needs; of several the one that is most like the paper's, then that of most
/// experiments, then the last that was finished. Only what is done counts. A parameter that goes with an axis one to
/// one (batch = 64 * dim) is no setting, nor is what is tuned. What the paper's setting names and the store's program
/// did not know yet counts for nothing. `where`: a condition of the user's over the task's columns, "" for none.
Chosen choose(const SqlDatabase& database, const Selection& selection, const std::string& where);

/// Throws Error(config) with SQLite's message unless `where` is one condition over the columns of one of these tasks
/// at least. Those that lack a column hold nothing for it.
void check_where(const SqlDatabase& database, const std::vector<std::string>& tasks, const std::string& where);

}  // namespace icsweep
