// Settings: the values of the parameters that a figure does not vary.
#pragma once

#include "io/figures/selection.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

/// Parameters, besides axes and seed, that vary among the done experiments: settings, and followers, which go one to
/// one with an axis.
struct Varying {
  std::vector<std::string> settings, followers;
};
Varying varying_beside(const SqlDatabase& database, const Table& table, const Selection& selection,
                       const std::string& condition);

struct Setting {
  std::string condition = "0";  ///< SQL; "1" if there is only one setting, "0" if there is no experiment
  std::vector<bool> met{};      ///< by need, whether the setting meets it
  int settings = 0;             ///< how many settings there are
  bool clear = true;            ///< the only setting, or the only one that is the paper's
};
Setting best_setting(const SqlDatabase& database, const Selection& selection, const std::vector<std::string>& names,
                     const std::string& condition);

/// Names in quotes, with commas; "'all'" for none.
std::string quoted_list(const std::vector<std::string>& names);

}  // namespace icsweep
