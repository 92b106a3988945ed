#include "io/figures/setting.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/figures/answers.hpp"
#include "io/base/parsed_number.hpp"
#include "io/base/phrases.hpp"
#include "io/base/statistics.hpp"
#include "io/schema/schema.hpp"

namespace icsweep {
namespace {

using Names = std::vector<std::string>;

bool holds(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// "200", "200, 2000", "1 to 6" or "none, 1 to 6".
std::string values_text(const Names& values) {
  if (values.size() < 2) return values.empty() ? "" : values[0];
  if (values[0] == "none") return "none, " + values_text({values.begin() + 1, values.end()});
  return fmt::format("{}{}{}", values.front(), values.size() == 2 ? ", " : " to ", values.back());
}

/// A parameter's values as captions show them, in order: "none" first, if some experiments do not have it.
Names values_of(const SqlDatabase& database, const std::string& task, const std::string& name,
                const std::string& condition) {
  Names values;
  for (auto& row : texts(database, fmt::format("SELECT DISTINCT {3} FROM \"{1}_all\" WHERE {2} ORDER BY \"{0}\"", name,
                                               task, condition, shown_sql(name))))
    values.push_back(std::move(row[0]));
  return values;
}

/// True if the selection's condition fixes the parameter, so that its part or title names the value.
bool is_fixed(const Selection& s, const std::string& name) {
  return s.condition.find(name + " = ") != std::string::npos || s.condition.find(name + "\" = ") != std::string::npos;
}

/// True also for stores of earlier programs, which lack default values.
bool is_default(const Column& column, const std::string& value) {
  if (column.default_value.empty()) return true;
  return column.kind == ValueType::text ? value == column.default_value
                                        : real_number(value) == real_number(column.default_value);
}

/// The statistic and the number of seeds that have a value.
std::string seeds_text(const SqlDatabase& database, const Selection& s, const std::string& condition) {
  const std::string drawn = s.value.empty() ? "1" : s.value;
  const auto n = numbers(
      database, fmt::format("SELECT min(n), max(n) FROM (SELECT count(DISTINCT iif({} IS NULL, NULL, {})) AS n FROM "
                            "\"{}_all\" WHERE {} GROUP BY {}) WHERE n > 0",
                            drawn, repetition_of(database, s.task), s.task, condition, quoted_list(s.axes)));
  const double least = n[0][0], most = n[0][1];
  if (!(most > 0)) return "no seed";
  if (most == 1) return "1 seed";
  const std::string seeds = least == most ? fmt::format("{} seeds", most) : fmt::format("{} to {} seeds", least, most);
  if (least >= least_interval_seeds || (s.seeds != mean_of_seeds && s.seeds != median_of_seeds))
    return s.seeds + " " + seeds;
  const std::string middle = s.seeds == mean_of_seeds ? "mean of " : "median of ";
  if (most < least_interval_seeds) return middle + seeds + ", each seed pale";
  return fmt::format("{} {}; of fewer than {}, {} and each seed pale", s.seeds, seeds, least_interval_seeds,
                     middle.substr(0, middle.size() - 4));
}

/// "; learnt nothing, above 0.95 of predicting zero: dim 32 and steps 2500 (2 of 5 runs)": the curves with a run that
/// is no better than predicting zero, named by the values of the axes that vary. Without a number all their runs are.
/// Empty for older stores, which have no zero_ratio.
std::string unlearnt_text(const SqlDatabase& database, const Table& table, const Selection& s,
                          const std::string& condition) {
  if (!table.find("zero_ratio")) return "";
  std::string columns;
  Names curves;
  for (const auto& axis : s.axes)
    if (values_of(database, s.task, axis, condition).size() > 1)
      columns += fmt::format("{}{} ' || {}", columns.empty() ? "'" : " || ' and ", axis, shown_sql(axis));
  for (const auto& row :
       texts(database, fmt::format("SELECT {}, sum(zero_ratio > {}) AS n, count(*) FROM \"{}_all\" WHERE {} GROUP BY 1 "
                                   "HAVING n > 0 ORDER BY 1",
                                   columns.empty() ? "'all'" : columns, largest_learnt_ratio, s.task, condition)))
    curves.push_back(row[1] == row[2] ? row[0] : fmt::format("{} ({} of {} runs)", row[0], row[1], row[2]));
  if (curves.empty()) return "";
  return fmt::format("; learnt nothing, above {} of predicting zero: {}", largest_learnt_ratio, first_of(curves));
}

}  // namespace

std::string setting_text(const SqlDatabase& database, const std::string& task, const Names& names,
                         const std::string& condition) {
  std::string text;
  for (const auto& name : names) {
    const Names values = values_of(database, task, name, condition);
    if (!values.empty()) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, values_text(values));
  }
  return text;
}

std::string failures_text(const SqlDatabase& database, const std::string& task, const std::string& condition) {
  std::string text;
  for (const auto& row :
       texts(database, fmt::format("SELECT count(*), status FROM \"{}_all\" WHERE {} AND status NOT IN "
                                   "('done', 'pending') GROUP BY status",
                                   task, condition)))
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", row[0], row[1]);
  return text;
}

std::string caption_of(const SqlDatabase& database, const Table& table, const Selection& s, const Names& names,
                       const std::string& condition, const std::string& every) {
  Names parts;
  const auto tell = [&](const std::string& name, const Names& values) {
    if (!values.empty()) parts.push_back(fmt::format("{} {}", name, values_text(values)));
  };
  for (const auto& name : s.in_caption)
    if (table.find(name)) tell(name, values_of(database, s.task, name, condition));
  for (const auto& c : table.columns) {
    if (c.role != Role::parameter || c.repeats || holds(s.axes, c.name) || holds(s.in_caption, c.name)) continue;
    if (is_fixed(s, c.name)) continue;
    const Names values = values_of(database, s.task, c.name, condition);
    const bool differs = values.size() == 1 && values[0] != "none" && !is_default(c, values[0]);
    if (holds(names, c.name) || values.size() > 1 || differs) tell(c.name, values);
  }
  const std::string failures = failures_text(database, s.task, every);
  return fmt::format("{}: {}{}{}{}{}", s.part.empty() ? s.task : s.part, fmt::join(parts, ", "),
                     parts.empty() ? "" : "; ", seeds_text(database, s, condition),
                     failures.empty() ? "" : "; " + failures + ", left out",
                     unlearnt_text(database, table, s, condition));
}

}  // namespace icsweep
