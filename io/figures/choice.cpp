#include "io/figures/choice.hpp"

#include <fmt/format.h>

#include <optional>

#include "io/base/error.hpp"
#include "io/figures/answers.hpp"
#include "io/figures/setting.hpp"
#include "io/query/query.hpp"
#include "io/query/sql_error.hpp"

namespace icsweep {
namespace {

/// "augmented (attention = linear) with depth = 5, 6 and mu > 1". Values of one parameter are listed together.
std::string missing_text(const Selection& s, const std::vector<bool>& met) {
  std::string text, last;
  for (std::size_t i = 0; i < s.needs.size(); ++i) {
    if (i < met.size() && met[i]) continue;
    const std::string& what = s.needs[i].what;
    const auto equals = what.find(" = ");
    const std::string name = what.find(',') == std::string::npos ? what.substr(0, equals) : what;
    if (!text.empty() && name == last) text += ", " + what.substr(equals + 3);
    else text += (text.empty() ? "" : " and ") + what;
    last = name;
  }
  if (text.empty()) return "";
  return fmt::format("{}{} with {}", s.task, s.about.empty() ? "" : " (" + s.about + ")", text);
}

/// "the best of 6 settings by test_mse", "each of 6 settings of learning_rate".
std::string rule_text(const Selection& s, const Setting& best, const std::vector<std::string>& names) {
  switch (s.order.rule) {
    case SettingRule::all:
      return fmt::format("each of {} settings of {}", best.settings, fmt::join(names, ", "));
    case SettingRule::likest:
      return fmt::format("one of {} settings", best.settings);
    default:
      return fmt::format("{}the {} of {} settings by {}", best.of_each.empty() ? "" : "of each line ",
                         s.order.rule == SettingRule::best ? "best" : "median", best.settings, s.order.metric);
  }
}

/// "epochs 200, learning_rate 0.03, the best of 6 settings by test_mse".
std::string chosen_text(const SqlDatabase& database, const Selection& s, const std::vector<std::string>& names,
                        const Setting& best, const std::string& condition) {
  const std::string rule = rule_text(s, best, names);
  if (s.order.rule == SettingRule::all) return rule;
  return (best.of_each.empty() ? setting_text(database, s.task, names, condition) : best.of_each) + ", " + rule;
}

/// The parameters that the caption names whatever their values. For a plot that a user requests these are all that vary
/// in the store.
std::vector<std::string> named_in_caption(const SqlDatabase& database, const Table& table, const Selection& s,
                                          const Varying& varying, Counting counting) {
  std::vector<std::string> names = varying.settings;
  names.insert(names.end(), varying.followers.begin(), varying.followers.end());
  if (s.order.rule == SettingRule::likest) return names;
  const auto all = varying_parameters(database, table, planned_condition(counting));
  names.insert(names.end(), all.begin(), all.end());
  return names;
}

}  // namespace

Chosen choose(const SqlDatabase& database, const Selection& selection, const Asked& asked) {
  Selection s = selection;
  const std::string& where = asked.where;
  Chosen chosen{.task = s.task, .counting = asked.counting, .missing = missing_text(s, {})};
  const StoredTable* open = database.store().find(s.task);
  if (!open || (!where.empty() && fault_of(database, s.task, where))) return chosen;
  std::erase_if(s.preferred, [&](const auto& setting) { return fault_of(database, s.task, setting).has_value(); });
  const std::string meant =
      where.empty() ? fmt::format("({})", s.condition) : fmt::format("({}) AND ({}\n)", s.condition, where);
  const std::string every = planned_condition(asked.counting) + " AND " + meant;
  const std::string done = counted_condition(asked.counting) + " AND " + meant;
  const Varying varying = varying_beside(database, open->table(), s, done);
  const Setting best = best_setting(database, s, varying.settings, done, every);
  if (best.settings == 0) {
    if (const std::string failures = failures_text(database, s.task, every);
        !failures.empty() && !chosen.missing.empty())
      chosen.missing += fmt::format(" ({})", failures);
    return chosen;
  }
  chosen.missing = missing_text(s, best.met);
  chosen.condition = fmt::format("{} AND {}", done, best.condition);
  if (!best.clear) chosen.chosen_from = chosen_text(database, s, varying.settings, best, chosen.condition);
  if (s.order.rule == SettingRule::all) chosen.settings = varying.settings;
  const std::vector<std::string> names = named_in_caption(database, open->table(), s, varying, asked.counting);
  const std::string all = fmt::format("{} AND {}", every, best.condition);
  const Tuned tuned = best_values(database, s, all);
  chosen.condition += " AND " + tuned.condition;
  chosen.planned = all + " AND " + tuned.condition;
  chosen.caption = caption_of(database, open->table(), s, names, chosen.condition, all);
  if (!tuned.caption.empty()) chosen.caption += "; " + tuned.caption;
  if (s.order.rule != SettingRule::likest && !best.clear) {
    chosen.caption += "; " + rule_text(s, best, varying.settings);
    if (!best.of_each.empty()) chosen.caption += ": " + best.of_each;
  }
  return chosen;
}

void check_where(const SqlDatabase& database, const std::set<std::string>& tasks, const std::string& where) {
  std::optional<Error> fault;
  for (const auto& task : tasks) {
    if (!database.store().find(task)) continue;
    const auto its = fault_of(database, task, where);
    if (!its) return;
    if (!fault) fault = its;
  }
  if (fault) throw *fault;
}

std::vector<Need> each_of(const std::string& name, const std::vector<std::string>& values) {
  std::vector<Need> needs;
  for (const auto& value : values) {
    const bool number = value.find_first_not_of("0123456789.") == std::string::npos;
    needs.push_back({fmt::format("{} = {}", name, value),
                     fmt::format("{} = {}", name, number ? value : fmt::format("'{}'", value))});
  }
  return needs;
}

}  // namespace icsweep
