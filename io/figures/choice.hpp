// Chooses the experiments for a figure. A store may hold several settings of the parameters that the figure does not
// vary, for example two numbers of epochs. Exactly one setting is chosen.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "io/query/selection.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

/// Experiments that a figure needs: in words, "depth = 3", and as SQL over the task's columns.
struct Need {
  std::string what{}, condition{};
};
/// "depth = 1", "depth = 2" ...; texts are quoted.
std::vector<Need> each_of(const std::string& name, const std::vector<std::string>& values);

/// A parameter that is shown at its best value for each combination of the axes.
struct TunedParameter {
  std::string parameter{},
      metric{};  ///< the result with the least mean over seeds determines the best value; empty: no tuning
};

/// Statistics over seeds whose interval is drawn from least_interval_seeds seeds on; below, each seed is.
inline constexpr const char *mean_of_seeds = "mean and 95 % interval of", *median_of_seeds = "median and quartiles of";

/// Rule by which a plot chooses among several settings.
enum class SettingRule {
  likest,  ///< the one most like the paper's
  best,    ///< of each line the one with the best mean of a metric; those with missing points or seeds rank behind
  median,  ///< the middle one of these, in the order of their means
  all      ///< each of them
};

/// The order of settings for a plot that a user requests.
struct SettingOrder {
  SettingRule rule = SettingRule::likest;
  std::string metric{}, value{};     ///< its name, and SQL for its value
  bool largest = false;              ///< true if the largest is best
  std::vector<std::string> lines{};  ///< parameters; each combination of their values has its own setting
  bool absent_has_place = false;     ///< a value that is absent has a place on the axes, as in a heat map
};

/// The experiments for one part of a figure.
struct Selection {
  std::string task{};
  std::string part{};                     ///< the part's name in the caption; empty: the task's name
  std::string condition{};                ///< SQL condition for all experiments
  std::string about{};                    ///< `condition` in words: "attention = linear"; empty: nothing
  std::vector<std::string> axes{};        ///< parameters that vary within the figure
  std::vector<Need> needs{};              ///< to be met by one setting
  std::vector<std::string> preferred{};   ///< SQL conditions for the paper's setting
  std::vector<std::string> in_caption{};  ///< parameters that the caption always names
  std::string seeds = mean_of_seeds;      ///< the statistic over seeds that the figure shows
  std::string value{};                    ///< SQL of the drawn number, NULL where it is not drawn; empty: a curve
  bool optional = false;                  ///< true if the figure can be drawn without it
  TunedParameter tuned{};
  SettingOrder order{};
};

/// The chosen experiments.
struct Chosen {
  std::string task{};
  std::string condition = "0";  ///< SQL for the experiments to draw; "0" for no experiment
  std::string planned = "0";    ///< SQL for the same settings with any outcome
  Counting counting = Counting::planned;
  std::string missing{};                ///< "augmented (attention = linear) with depth = 5, 6"; empty: complete
  std::string caption{};                ///< "augmented: length 50, epochs 2000; mean and 95 % interval of 8 seeds"
  std::string chosen_from{};            ///< if other settings could be drawn: "epochs 200, one of 2 settings"
  std::vector<std::string> settings{};  ///< with SettingRule::all the parameters that distinguish settings

  bool empty() const { return condition == "0"; }
};

/// Chooses the setting that meets most needs; then the one closest to the paper's, then the one with most experiments,
/// then the one that finished last. Only experiments that count are chosen (io/query/selection.hpp). Tuned parameters
/// and parameters that correspond one to one with an axis (batch = 64 * dim) do not distinguish settings. Conditions of
/// the paper's setting are ignored if the store's program did not have the parameter.
Chosen choose(const SqlDatabase& database, const Selection& selection, const Asked& asked);

/// Throws Error(config) with SQLite's message unless `where` is one condition over the columns of at least one of these
/// tasks. A task without the column then has no experiments.
void check_where(const SqlDatabase& database, const std::set<std::string>& tasks, const std::string& where);

}  // namespace icsweep
