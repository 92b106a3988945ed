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

/// A column for IN, which NULL never meets: an empty blob in its place.
std::string comparable_sql(const std::string& name) {
  return fmt::format("ifnull(\"{}\", x'')", name);
}

/// The columns of a ranking: each axis as SQL for IN, then each for people.
std::string axis_columns(const Names& axes) {
  std::string columns;
  for (const auto& axis : axes) columns += fmt::format("quote({}), ", comparable_sql(axis));
  for (const auto& axis : axes) columns += shown_sql(axis) + ", ";
  return columns;
}

/// A row that begins with axis_columns(), then has the value as SQL and for people.
RankedValue ranked_value(const Names& row, std::size_t axes) {
  const auto shown = row.begin() + long(axes), value = shown + long(axes);
  return {{row.begin(), shown}, {shown, value}, value[0], value[1]};
}

/// The condition that the columns have the values of one of the rows.
std::string is_one_of(const Names& columns, const std::vector<RankedValue>& rows) {
  std::string list;
  for (const auto& name : columns) list += (list.empty() ? "" : ", ") + comparable_sql(name);
  const std::string values = sql_rows(rows);
  return rows.size() == 1 ? fmt::format("({}) = {}", list, values) : fmt::format("({}) IN (VALUES {})", list, values);
}

/// The tuned values of each combination of the axes, the best first.
std::vector<RankedValue> tuned_values(const SqlDatabase& database, const Selection& s, const std::string& every) {
  std::vector<RankedValue> ranked;
  for (const auto& row :
       texts(database,
             fmt::format("SELECT {0} quote(\"{1}\"), printf('%.6g', \"{1}\") FROM (SELECT *, iif(status = 'done', "
                         "\"{2}\", NULL) AS metric_ FROM \"{3}_all\" WHERE {4}) GROUP BY {5}, \"{1}\" HAVING "
                         "count(metric_) > 0 ORDER BY {5}, sum(status NOT IN ('done', 'pending')) > 0, avg(metric_), "
                         "\"{1}\"",
                         axis_columns(s.axes), s.tuned.parameter, s.tuned.metric, s.task, every, quoted_list(s.axes))))
    ranked.push_back(ranked_value(row, s.axes.size()));
  return ranked;
}

/// True if not all rows have the same value.
bool values_differ(const std::vector<RankedValue>& rows) {
  return std::ranges::any_of(rows, [&](const RankedValue& row) { return row.value != rows[0].value; });
}

/// The settings of each line: those with the most points first, then those without missing values, then by their mean
/// of the order's metric.
std::vector<RankedValue> settings_by_metric(const SqlDatabase& database, const Selection& s, const Names& names,
                                            const std::string& every) {
  const auto& lines = s.order.lines;
  std::string setting = "''", shown = "''", points = "''";
  for (const auto& name : names) {
    setting += fmt::format(" || '{}' || quote({})", setting == "''" ? "" : ", ", comparable_sql(name));
    shown += fmt::format(" || '{}{}' || {}", shown == "''" ? "" : " and ", names.size() == 1 ? "" : name + " ",
                         shown_sql(name));
  }
  for (const auto& axis : s.axes)  // without a place no point: NULL
    points += fmt::format(" || {} || ' '", s.order.absent_has_place ? comparable_sql(axis) : '"' + axis + '"');
  std::vector<RankedValue> ranked;
  std::string most, lacking;
  for (const auto& row :
       texts(database,
             fmt::format(
                 "SELECT {0} {1} AS setting, {2}, count(DISTINCT iif(value_ IS NULL, NULL, {3})) AS points, "
                 "count(value_) < count(*) AS lacks, avg(value_) AS mean_ FROM (SELECT *, iif(status = 'done', {4}, "
                 "NULL) AS value_ FROM \"{5}_all\" WHERE {6}) GROUP BY {7}, {8} HAVING sum(status = 'done') > 0 "
                 "ORDER BY {7}, points DESC, lacks, mean_ IS NULL, mean_ {9}, setting",
                 axis_columns(lines), setting, shown, points, s.order.value, s.task, every, quoted_list(lines),
                 quoted_list(names), s.order.largest ? "DESC" : "ASC"))) {
    RankedValue value = ranked_value(row, lines.size());
    const std::string &of_points = row[row.size() - 3], &lacks = row[row.size() - 2], &mean = row.back();
    if (ranked.empty() || ranked.back().axes != value.axes) most = of_points, lacking = lacks;
    value.comparable = of_points == most && lacks == lacking && !mean.empty();
    ranked.push_back(std::move(value));
  }
  return ranked;
}

/// "learning_rate 0.003 for attention linear; 0.01 for attention softmax".
std::string settings_text(const std::vector<RankedValue>& chosen, const Names& lines,
                          const std::vector<RankedValue>& ranked, const Names& names) {
  return (names.size() == 1 ? names[0] + " " : "") + text_of_each(chosen, lines, ranked);
}

}  // namespace

Setting setting_by_metric(const SqlDatabase& database, const Selection& s, const Names& names,
                          const std::string& every) {
  const auto ranked = settings_by_metric(database, s, names, every);
  Setting best;
  if (ranked.empty()) return best;
  std::set<std::string> settings;
  for (const auto& row : ranked) settings.insert(row.value);
  best.settings = int(settings.size());
  best.clear = best.settings == 1, best.condition = "1";
  if (best.clear || s.order.rule == SettingRule::all) return best;
  auto chosen = chosen_of_each(ranked, s.order.rule == SettingRule::best ? Rank::best : Rank::median);
  Names columns = s.order.lines;
  if (values_differ(chosen)) {
    best.of_each = settings_text(chosen, s.order.lines, ranked, names);
  } else {
    columns.clear(), chosen.resize(1), chosen[0].axes.clear();
  }
  columns.insert(columns.end(), names.begin(), names.end());
  best.condition = is_one_of(columns, chosen);
  return best;
}

Tuned best_values(const SqlDatabase& database, const Selection& s, const std::string& every) {
  Tuned best;
  if (s.tuned.parameter.empty()) return best;
  const auto ranked = tuned_values(database, s, every);
  if (!values_differ(ranked)) return best;
  const auto chosen = chosen_of_each(ranked, Rank::best);
  Names columns = s.axes;
  columns.push_back(s.tuned.parameter);
  best.condition = is_one_of(columns, chosen);
  best.caption = fmt::format("{} with the least mean {} over seeds: {}", s.tuned.parameter, s.tuned.metric,
                             text_of_each(chosen, s.axes, ranked));
  return best;
}

}  // namespace icsweep
