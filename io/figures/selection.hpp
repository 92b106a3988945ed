// The experiments that a part of a figure is drawn from, and those it cannot do without.
#pragma once

#include <string>
#include <vector>

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

}  // namespace icsweep
