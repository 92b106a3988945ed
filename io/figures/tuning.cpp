#include "io/figures/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "io/figures/answers.hpp"
#include "io/figures/setting.hpp"

namespace icsweep {
namespace {

using Names = std::vector<std::string>;

/// Rows of the axes' values as SQL, the tuned value as SQL, and both for people; the best of each combination comes
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

/// "lagged softmax 0.0003" for a row, without axes that have one value in all rows.
std::string told_text(const std::vector<Names>& rows, const Names& row, std::size_t axes) {
  std::string text;
  for (std::size_t i = axes; i < 2 * axes; ++i) {
    const bool varies = std::any_of(rows.begin(), rows.end(), [&](const auto& other) { return other[i] != row[i]; });
    if (varies) text += row[i] + " ";
  }
  return text + row[2 * axes + 1];
}

}  // namespace

Tuned best_values(const SqlDatabase& database, const Selection& s, const std::string& every) {
  Tuned best;
  if (s.tuned.parameter.empty()) return best;
  const std::size_t axes = s.axes.size();
  const auto rows = ranked(database, s, every);
  std::set<std::string> values;
  std::string list, last, told;
  for (const auto& row : rows) {
    values.insert(row[2 * axes]);
    const std::string combination = fmt::format("{}", fmt::join(row.begin(), row.begin() + long(axes), ", "));
    if (combination == last) continue;
    last = combination;
    list += fmt::format("{}({}, {})", list.empty() ? "" : ", ", combination, row[2 * axes]);
    told += (told.empty() ? "" : ", ") + told_text(rows, row, axes);
  }
  if (values.size() < 2) return best;
  best.condition = fmt::format("({}, \"{}\") IN (VALUES {})", quoted_list(s.axes), s.tuned.parameter, list);
  best.caption = fmt::format("{} of the least mean {} over seeds: {}", s.tuned.parameter, s.tuned.metric, told);
  return best;
}

}  // namespace icsweep
