// Settings (values of the parameters that a figure does not vary), tuned parameters, and captions: the parts of
// choose().
#pragma once

#include "io/figures/choice.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

/// Parameters besides axes and seed that vary among the done experiments. Followers correspond one to one with an axis;
/// settings are the others.
struct Varying {
  std::vector<std::string> settings, followers;
};
Varying varying_beside(const SqlDatabase& database, const Table& table, const Selection& selection,
                       const std::string& condition);

struct Setting {
  std::string condition = "0";  ///< SQL; "1" if there is only one setting, "0" if there is no experiment
  std::vector<bool> met{};      ///< by need: true if the setting meets it
  int settings = 0;             ///< number of settings
  bool clear = true;            ///< it is the only setting, or the only one equal to the paper's
  std::string of_each{};        ///< if lines differ: "learning_rate 0.003 for attention linear; 0.01 for ..."
};
/// The setting by the selection's order, one for each of the order's lines; with SettingRule::all every setting.
/// `every`: the condition without status = 'done'.
Setting best_setting(const SqlDatabase& database, const Selection& selection, const std::vector<std::string>& names,
                     const std::string& condition, const std::string& every);
/// The same by the order's metric, without SettingRule::likest. A setting in which an experiment lacks the metric ranks
/// behind those with all: one that diverges for two seeds of three is not the best.
Setting setting_by_metric(const SqlDatabase& database, const Selection& selection,
                          const std::vector<std::string>& names, const std::string& every);

/// "epochs 200, learning_rate 0.03": the names' values among the experiments that meet the condition.
std::string setting_text(const SqlDatabase& database, const std::string& task, const std::vector<std::string>& names,
                         const std::string& condition);

/// Names in quotes, separated by commas; "'all'" without names.
std::string quoted_list(const std::vector<std::string>& names);

/// The best value of `tuned.parameter` for each combination of the selection's axes: the one with the least mean of
/// `tuned.metric` over seeds. `condition` is SQL for exactly those experiments, "1" if the parameter does not vary.
/// Values at which an experiment ended without a result rank last. `every`: the condition without status = 'done'.
struct Tuned {
  std::string condition = "1";
  std::string caption{};  ///< "learning_rate with the least mean validation over seeds: 0.001 for tokenization sca"
};
Tuned best_values(const SqlDatabase& database, const Selection& selection, const std::string& every);

/// "augmented: length 50, epochs 200 to 2000; mean and 95 % interval of 8 seeds; 2 diverged, left out; learnt nothing,
/// above 0.95 of predicting zero: 5". It lists the selection's `in_caption`, `names`, and all parameters that differ
/// from their default. `every`: the condition without status = 'done'.
std::string caption_of(const SqlDatabase& database, const Table& table, const Selection& selection,
                       const std::vector<std::string>& names, const std::string& condition, const std::string& every);

/// "2 diverged, 1 failed": outcomes of the experiments that meet the condition; empty if all that ended are done.
std::string failures_text(const SqlDatabase& database, const std::string& task, const std::string& condition);

}  // namespace icsweep
