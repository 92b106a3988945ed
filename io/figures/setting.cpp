#include "io/figures/setting.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/base/parsed_number.hpp"
#include "io/figures/answers.hpp"
#include "io/query/query.hpp"

namespace icsweep {
namespace {

using Names = std::vector<std::string>;

/// True if each value of `a` has one value of `b` and vice versa.
bool one_to_one(const SqlDatabase& database, const std::string& from, const std::string& a, const std::string& b) {
  const auto several = [&](const std::string& group, const std::string& value) {
    return !numbers(database,
                    fmt::format("SELECT 1 {} GROUP BY \"{}\" HAVING {} LIMIT 1", from, group, has_several(value)))
                .empty();
  };
  return !several(a, b) && !several(b, a);
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

Setting best_setting(const SqlDatabase& database, const Selection& s, const Names& names, const std::string& condition,
                     const std::string& every) {
  if (s.order.rule != SettingRule::likest) return setting_by_metric(database, s, names, every);
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

}  // namespace icsweep
