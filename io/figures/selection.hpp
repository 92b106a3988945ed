// Which experiments of a store a figure is drawn from. A store may hold several settings of what the figure does not
// vary, say two numbers of epochs: one of them is chosen, never a mixture.
#pragma once

#include <string>
#include <vector>

#include "io/sql_database.hpp"

namespace icsweep {

/// Something that a figure cannot do without: "depth = 3", and as SQL over the task's columns.
struct Need {
  std::string what{}, condition{};
};
/// "depth = 1", "depth = 2" ...; or of texts.
std::vector<Need> each_of(const std::string& name, const std::vector<std::string>& values);

/// What a part of a figure is drawn from.
struct Selection {
  std::string task{};
  std::string condition{};          ///< SQL: what every experiment in it has in common
  std::string about{};              ///< the same in words: "attention = linear"; empty: nothing
  std::vector<std::string> axes{};  ///< parameters that the picture varies
  std::vector<Need> needs{};        ///< of the same setting
  std::string preferred = "1";      ///< SQL: which of several settings, the largest; 1 or more for the paper's
  std::vector<std::string> told{};  ///< parameters that the caption gives
  std::string seeds = "mean and 95 % interval of";  ///< what is shown of them
  bool optional = false;                            ///< the figure can be drawn without
};

/// The setting that meets most needs; of several the preferred one, then that of most experiments, then the last that
/// was finished. Only what is done counts. A parameter that follows from the axes (batch = 64 * dim) is no setting.
struct Chosen {
  std::string task{};
  std::string condition = "0";  ///< SQL: the experiments to draw; "0" if there are none
  std::string missing{};        ///< "augmented (attention = linear) with depth = 5, 6"; empty: nothing
  std::string setting{};        ///< "length 50, epochs 2000; 3 seeds"
  std::string chosen_from{};    ///< where it is not the paper's: "epochs = 200, one of 2 settings"

  bool empty() const { return condition == "0"; }
};

/// `where`: a condition of the user's, "" for none. Throws Error(config) with SQLite's message if it is no condition.
Chosen choose(const SqlDatabase& database, const Selection& selection, const std::string& where);

}  // namespace icsweep
