// Chooses the experiments that a figure is drawn from. A store may hold several settings of parameters that the figure
// does not vary, say two numbers of epochs: one setting is chosen, never a mixture.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "io/query/selection.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

/// Experiments that a figure cannot do without: in words, "depth = 3", and as SQL over the task's columns.
struct Need {
  std::string what{}, condition{};
};
/// "depth = 1", "depth = 2" ...; also for texts.
std::vector<Need> each_of(const std::string& name, const std::vector<std::string>& values);

/// A parameter that is shown at its best value, separately for each combination of the axes.
struct TunedParameter {
  std::string parameter{}, metric{};  ///< by the least mean of this result over seeds; empty: nothing is tuned
};

/// The experiments of a part of a figure.
struct Selection {
  std::string task{};
  std::string part{};                               ///< its name in the caption; empty: the task's name
  std::string condition{};                          ///< SQL condition on every experiment
  std::string about{};                              ///< the same in words: "attention = linear"; empty: nothing
  std::vector<std::string> axes{};                  ///< parameters that the picture varies
  std::vector<Need> needs{};                        ///< met by one setting
  std::vector<std::string> preferred{};             ///< SQL conditions that the paper's setting meets
  std::vector<std::string> told{};                  ///< parameters that the caption always gives
  std::string seeds = "mean and 95 % interval of";  ///< what the figure shows of the seeds
  bool optional = false;                            ///< whether the figure can be drawn without it
  TunedParameter tuned{};
};

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
