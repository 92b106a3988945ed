// Settings and tuned values that have the best mean of a metric.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "io/figures/answers.hpp"
#include "io/figures/best_of_each.hpp"
#include "io/figures/setting.hpp"

namespace icsweep {
namespace {

using Names = std::vector<std::string>;

/// A value for people: six digits of a number, "none" for NULL.
std::string shown_sql(const std::string& name) {
  return fmt::format("iif(typeof(\"{0}\") = 'real', printf('%.6g', \"{0}\"), ifnull(\"{0}\", 'none'))", name);
}

/// The names' values as one text, which differs if one value does.
std::string together_sql(const Names& names) {
  std::string text = "''";
  for (const auto& name : names) text += fmt::format(" || quote(\"{}\") || ' '", name);
  return text;
}

/// A row of `quoted` columns with the axes as SQL, a column for each axis as people read it, the value as SQL and for
/// people.
RankedValue ranked_value(const Names& row, std::size_t quoted, std::size_t axes) {
  const auto shown = row.begin() + long(quoted), value = shown + long(axes);
  return {{row.begin(), shown}, {shown, value}, value[0], value[1]};
}

/// The tuned values of each combination of the axes, the best first.
std::vector<RankedValue> tuned_values(const SqlDatabase& database, const Selection& s, const std::string& every) {
  std::string axes;
  for (const auto& axis : s.axes) axes += fmt::format("quote(\"{}\"), ", axis);
  for (const auto& axis : s.axes) axes += shown_sql(axis) + ", ";
  std::vector<RankedValue> ranked;
  for (const auto& row :
       texts(database,
             fmt::format("SELECT {0} quote(\"{1}\"), printf('%.6g', \"{1}\") FROM (SELECT *, iif(status = 'done', "
                         "\"{2}\", NULL) AS metric_ FROM \"{3}_all\" WHERE {4}) GROUP BY {5}, \"{1}\" HAVING "
                         "count(metric_) > 0 ORDER BY {5}, sum(status NOT IN ('done', 'pending')) > 0, avg(metric_), "
                         "\"{1}\"",
                         axes, s.tuned.parameter, s.tuned.metric, s.task, every, quoted_list(s.axes))))
    ranked.push_back(ranked_value(row, s.axes.size(), s.axes.size()));
  return ranked;
}

/// True if not all rows have the same value.
bool values_differ(const std::vector<RankedValue>& rows) {
  return std::ranges::any_of(rows, [&](const RankedValue& row) { return row.value != rows[0].value; });
}

/// The settings of each line, those with the most points first, then by their mean of the order's metric.
std::vector<RankedValue> settings_by_metric(const SqlDatabase& database, const Selection& s, const Names& names,
                                            const std::string& condition) {
  const auto& lines = s.order.lines;
  std::string shown, setting = "''", points = "''";
  for (const auto& line : lines) shown += shown_sql(line) + ", ";
  for (const auto& name : names)
    setting += fmt::format(" || '{}{}' || {}", setting == "''" ? "" : " and ", names.size() == 1 ? "" : name + " ",
                           shown_sql(name));
  for (const auto& axis : s.axes) points += fmt::format(" || \"{}\" || ' '", axis);  // NULL, and no point, without one
  std::vector<RankedValue> ranked;
  std::string most;
  for (const auto& row :
       texts(database, fmt::format("SELECT quote({0}) AS line, {1} quote({2}) AS setting, {3}, count(DISTINCT {4}) AS "
                                   "points, avg({5}) AS mean_ FROM \"{6}_all\" WHERE {7} GROUP BY line, setting ORDER "
                                   "BY {8}, line, points DESC, mean_ IS NULL, mean_ {9}, setting",
                                   together_sql(lines), shown, together_sql(names), setting, points, s.order.value,
                                   s.task, condition, quoted_list(lines), s.order.largest ? "DESC" : "ASC"))) {
    const bool is_first = ranked.empty() || ranked.back().axes[0] != row[0];
    const std::string &of_points = row[row.size() - 2], &mean = row.back();
    if (is_first) most = of_points;
    ranked.push_back(ranked_value(row, 1, lines.size()));
    ranked.back().comparable = of_points == most && !mean.empty();
  }
  return ranked;
}

/// "learning_rate 0.003 for attention linear, 0.01 for attention softmax and 12 more".
std::string settings_text(std::vector<RankedValue> chosen, const Names& lines, const std::vector<RankedValue>& ranked,
                          const Names& names) {
  constexpr std::size_t most_named = 8;
  const std::size_t named = std::min(chosen.size(), most_named), more = chosen.size() - named;
  chosen.resize(named);
  return fmt::format("{}{}{}", names.size() == 1 ? names[0] + " " : "", text_of_each(chosen, lines, ranked),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

}  // namespace

Setting setting_by_metric(const SqlDatabase& database, const Selection& s, const Names& names,
                          const std::string& condition) {
  const auto ranked = settings_by_metric(database, s, names, condition);
  Setting best;
  if (ranked.empty()) return best;
  std::set<std::string> settings;
  for (const auto& row : ranked) settings.insert(row.value);
  best.settings = int(settings.size());
  best.clear = best.settings == 1, best.condition = "1";
  if (best.clear || s.order.rule == SettingRule::all) return best;
  const auto chosen = chosen_of_each(ranked, s.order.rule == SettingRule::best ? Rank::best : Rank::median);
  best.condition = values_differ(chosen) ? fmt::format("({}, {}) IN (VALUES {})", together_sql(s.order.lines),
                                                       together_sql(names), sql_rows(chosen))
                                         : fmt::format("{} = {}", together_sql(names), chosen[0].value);
  if (values_differ(chosen)) best.of_each = settings_text(chosen, s.order.lines, ranked, names);
  return best;
}

Tuned best_values(const SqlDatabase& database, const Selection& s, const std::string& every) {
  Tuned best;
  if (s.tuned.parameter.empty()) return best;
  const auto ranked = tuned_values(database, s, every);
  if (!values_differ(ranked)) return best;
  const auto chosen = chosen_of_each(ranked, Rank::best);
  best.condition = fmt::format("({}, \"{}\") IN (VALUES {})", quoted_list(s.axes), s.tuned.parameter, sql_rows(chosen));
  best.caption = fmt::format("{} with the least mean {} over seeds: {}", s.tuned.parameter, s.tuned.metric,
                             text_of_each(chosen, s.axes, ranked));
  return best;
}

}  // namespace icsweep
