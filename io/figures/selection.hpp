// What a part of a figure is drawn from, and what it cannot do without.
#pragma once

#include <string>
#include <vector>

namespace icsweep {

/// Something that a figure cannot do without: "depth = 3", and as SQL over the task's columns.
struct Need {
  std::string what{}, condition{};
};
/// "depth = 1", "depth = 2" ...; or of texts.
std::vector<Need> each_of(const std::string& name, const std::vector<std::string>& values);

/// A parameter that is shown at its best value, for each combination of the axes by itself.
struct TunedParameter {
  std::string parameter{}, metric{};  ///< by the least mean of this result over seeds; empty: nothing is tuned
};

/// What a part of a figure is drawn from.
struct Selection {
  std::string task{};
  std::string part{};                               ///< what the caption calls it; empty: the task's name
  std::string condition{};                          ///< SQL: what every experiment in it has in common
  std::string about{};                              ///< the same in words: "attention = linear"; empty: nothing
  std::vector<std::string> axes{};                  ///< parameters that the picture varies
  std::vector<Need> needs{};                        ///< of the same setting
  std::vector<std::string> preferred{};             ///< SQL: what the paper's setting meets
  std::vector<std::string> told{};                  ///< parameters that the caption gives in any case
  std::string seeds = "mean and 95 % interval of";  ///< what is shown of them
  bool optional = false;                            ///< the figure can be drawn without
  TunedParameter tuned{};
};

}  // namespace icsweep
