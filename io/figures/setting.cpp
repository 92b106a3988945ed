#include "io/figures/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "io/figures/answers.hpp"
#include "io/base/parsed_number.hpp"
#include "io/query/query.hpp"

namespace icsweep {
namespace {

using Names = std::vector<std::string>;

/// True if each value of `a` has one value of `b` and vice versa.
bool one_to_one(const SqlDatabase& database, const std::string& from, const std::string& a, const std::string& b) {
  const auto several = [&](const std::string& group, const std::string& value) {
    return !numbers(database, fmt::format("SELECT 1 {} GROUP BY \"{}\" HAVING min(\"{}\") < max(\"{}\") LIMIT 1", from,
                                          group, value, value))
                .empty();
  };
  return !several(a, b) && !several(b, a);
}

/// Rows of the axes' values as SQL, the tuned value as SQL, and both for people. The best of each combination comes
/// first.
std::vector<Names> ranked(const SqlDatabase& database, const Selection& s, const std::string& every) {
  const std::string& p = s.tuned.parameter;
  std::string columns;
  for (const auto& axis : s.axes) columns += fmt::format("quote(\"{}\"), ", axis);
  for (const auto& axis : s.axes) columns += fmt::format("\"{}\", ", axis);
  return texts(database,
               fmt::format("SELECT {0} quote(\"{1}\"), printf('%.6g', \"{1}\") FROM (SELECT *, iif(status = 'done', "
                           "\"{2}\", NULL) AS metric_ FROM \"{3}_all\" WHERE {4}) GROUP BY {5}, \"{1}\" HAVING "
                           "count(metric_) > 0 ORDER BY {5}, sum(status NOT IN ('done', 'pending')) > 0, avg(metric_), "
                           "\"{1}\"",
                           columns, p, s.tuned.metric, s.task, every, quoted_list(s.axes)));
}

/// "0.0003 for tokenization lagged and depth 4" for a row, without axes that have the same value in all rows.
std::string best_text(const std::vector<Names>& rows, const Names& row, const Names& axes) {
  std::string text = row[2 * axes.size() + 1], before = " for ";
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const std::size_t at = axes.size() + i;
    if (std::ranges::all_of(rows, [&](const auto& other) { return other[at] == row[at]; })) continue;
    text += before + axes[i] + " " + row[at];
    before = " and ";
  }
  return text;
}

}  // namespace

std::string quoted_list(const Names& names) {
  std::string list;
  for (const auto& name : names) list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", name);
  return list.empty() ? "'all'" : list;
}

Varying varying_beside(const SqlDatabase& database, const Table& table, const Selection& s,
                       const std::string& condition) {
  Varying varying;
  const std::string from = fmt::format("FROM \"{}_all\" WHERE {}", s.task, condition);
  for (const auto& name : varying_parameters(database, table, condition)) {
    if (table.find(name)->repeats || name == s.tuned.parameter ||
        std::find(s.axes.begin(), s.axes.end(), name) != s.axes.end())
      continue;
    const bool follows = std::any_of(s.axes.begin(), s.axes.end(),
                                     [&](const auto& axis) { return one_to_one(database, from, axis, name); });
    (follows ? varying.followers : varying.settings).push_back(name);
  }
  return varying;
}

namespace {

/// The setting by its mean of the order's metric, among those with the most points.
Setting setting_by_metric(const SqlDatabase& database, const Selection& s, const Names& names,
                          const std::string& condition) {
  std::string equal = "'1'", points = "''";
  for (const auto& name : names) equal += fmt::format(" || ' AND \"{0}\" IS ' || quote(\"{0}\")", name);
  for (const auto& axis : s.axes) points += fmt::format(" || \"{}\" || ' '", axis);  // NULL, and no point, without one
  const auto found = texts(
      database,
      fmt::format(
          "SELECT {0} AS equal, count(DISTINCT {1}) AS points, avg({2}) AS mean_ FROM \"{3}_all\" WHERE {4} GROUP "
          "BY {5} ORDER BY points DESC, mean_ IS NULL, mean_ {6}, equal",
          equal, points, s.order.value, s.task, condition, quoted_list(names), s.order.largest ? "DESC" : "ASC"));
  Setting best;
  if (found.empty()) return best;
  best.settings = int(found.size());
  best.clear = best.settings == 1;
  const auto comparable = std::size_t(
      std::ranges::count_if(found, [&](const Names& row) { return row[1] == found[0][1] && !row[2].empty(); }));
  const std::size_t middle = comparable == 0 ? 0 : (comparable - 1) / 2;
  best.condition = s.order.rule == SettingRule::all ? "1" : found[s.order.rule == SettingRule::best ? 0 : middle][0];
  return best;
}

}  // namespace

Setting best_setting(const SqlDatabase& database, const Selection& s, const Names& names,
                     const std::string& condition) {
  if (s.order.rule != SettingRule::likest) return setting_by_metric(database, s, names, condition);
  std::string equal = "'1'", met, needs = "max(0)", likeness = "max(0)";
  for (const auto& name : names) equal += fmt::format(" || ' AND \"{0}\" IS ' || quote(\"{0}\")", name);
  for (const auto& need : s.needs) {
    met += fmt::format(", max({})", need.condition);
    needs += fmt::format(" + max({})", need.condition);
  }
  for (const auto& paper : s.preferred) likeness += fmt::format(" + max({})", paper);
  const auto found = texts(
      database, fmt::format("SELECT {0} AS equal, count(*) OVER (), {1} AS needs, {2} AS likeness{3} FROM \"{4}_all\" "
                            "WHERE {5} GROUP BY {6} ORDER BY needs DESC, likeness DESC, count(*) DESC, "
                            "max(finished) DESC, equal LIMIT 2",
                            equal, needs, likeness, met, s.task, condition, quoted_list(names)));
  Setting best;
  if (found.empty()) return best;
  best.condition = found[0][0];
  best.settings = int(whole_number(found[0][1]).value_or(0));
  const bool as_good = found.size() > 1 && found[0][2] == found[1][2] && found[0][3] == found[1][3];
  best.clear = best.settings == 1 || (found[0][3] == std::to_string(s.preferred.size()) && !as_good);
  for (std::size_t i = 0; i < s.needs.size(); ++i) best.met.push_back(found[0][4 + i] == "1");
  return best;
}

Tuned best_values(const SqlDatabase& database, const Selection& s, const std::string& every) {
  Tuned best;
  if (s.tuned.parameter.empty()) return best;
  const std::size_t axes = s.axes.size();
  const auto rows = ranked(database, s, every);
  std::set<std::string> values;
  std::string list, last, best_of_each;
  for (const auto& row : rows) {
    values.insert(row[2 * axes]);
    const std::string combination = fmt::format("{}", fmt::join(row.begin(), row.begin() + long(axes), ", "));
    if (combination == last) continue;
    last = combination;
    list += fmt::format("{}({}, {})", list.empty() ? "" : ", ", combination, row[2 * axes]);
    best_of_each += (best_of_each.empty() ? "" : ", ") + best_text(rows, row, s.axes);
  }
  if (values.size() < 2) return best;
  best.condition = fmt::format("({}, \"{}\") IN (VALUES {})", quoted_list(s.axes), s.tuned.parameter, list);
  best.caption =
      fmt::format("{} with the least mean {} over seeds: {}", s.tuned.parameter, s.tuned.metric, best_of_each);
  return best;
}

}  // namespace icsweep
