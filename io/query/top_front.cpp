#include "io/query/top_front.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <sstream>

#include "io/base/fronts.hpp"
#include "io/base/phrases.hpp"
#include "io/query/direction.hpp"
#include "io/query/query.hpp"
#include "io/query/top_names.hpp"
#include "io/store/asked_names.hpp"

namespace icsweep {
namespace {

using Names = std::vector<std::string>;

Names metric_names(const FrontQuestion& q) {
  Names names;
  for (const auto& metric : q.metrics) {
    if (std::ranges::find(names, metric.name) != names.end())
      throw Error(ErrorKind::config, fmt::format("top: {} is named twice, name two metrics", metric.name));
    names.push_back(metric.name);
  }
  return names;
}

/// The names in quotes with commas between them, or a constant.
std::string list_of(const Names& names) {
  std::string text;
  for (const auto& name : names) text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", name);
  return text.empty() ? "''" : text;
}

/// SQL for a table `numbered`: one row per setting with n, planned, mean0, ci0, …, and its number `place_`.
std::string settings_of(const FrontQuestion& q, const Names& parameters) {
  std::string has_all = "status = 'done'", values, means;
  for (std::size_t m = 0; m < q.metrics.size(); ++m) {
    has_all += fmt::format(" AND abs(\"{}\") < 1e999", q.metrics[m].name);
    means += fmt::format(", avg(value{0}) AS mean{0}, ci95(value{0}) AS ci{0}", m);
  }
  for (std::size_t m = 0; m < q.metrics.size(); ++m)
    values += fmt::format(", iif({}, \"{}\", NULL) AS value{}", has_all, q.metrics[m].name, m);
  const std::string keys = list_of(parameters);
  return fmt::format(
      "WITH settings AS (SELECT {keys}, count(value0) AS n_, count(*) AS planned_{means} FROM (SELECT *{values} FROM "
      "\"{task}_all\" WHERE {counts}) GROUP BY {keys}), "
      "numbered AS (SELECT *, row_number() OVER (ORDER BY {keys}) AS place_ FROM settings WHERE n_ >= {least}) ",
      fmt::arg("keys", keys), fmt::arg("means", means), fmt::arg("values", values), fmt::arg("task", q.task),
      fmt::arg("counts", planned_condition(q.counting)), fmt::arg("least", std::max<std::int64_t>(1, q.min_seeds)));
}

struct FrontSetting {
  std::string place, by;
  bool complete;  ///< all planned seeds have all metrics
  Losses losses;
};

std::vector<FrontSetting> read_settings(const SqlDatabase& database, const FrontQuestion& q,
                                        const std::string& settings) {
  std::string by = "''", means;
  for (const auto& name : q.by) by += fmt::format(" || ',' || quote(\"{}\")", name);
  for (std::size_t m = 0; m < q.metrics.size(); ++m) means += fmt::format(", mean{}", m);
  const auto statement = database.prepare(
      fmt::format("{}SELECT place_, {}, n_ = planned_{} FROM numbered ORDER BY place_", settings, by, means));
  const auto text = [&](int column) {
    return std::string(reinterpret_cast<const char*>(sqlite3_column_text(statement.get(), column)));
  };
  std::vector<FrontSetting> all;
  while (database.step(statement)) {
    FrontSetting setting{text(0), text(1), sqlite3_column_int(statement.get(), 2) == 1, {}};
    for (std::size_t m = 0; m < q.metrics.size(); ++m) {
      const double mean = sqlite3_column_double(statement.get(), 3 + int(m));
      setting.losses.push_back(q.metrics[m].largest ? -mean : mean);
    }
    all.push_back(std::move(setting));
  }
  return all;
}

struct FoundFronts {
  Names places;
  std::size_t compared = 0, incomplete = 0;  ///< settings; incomplete: those left out for missing values
  std::int64_t valueless = 0;                ///< settings without any value
  bool unfinished = false;                   ///< a front is of means so far
};

FoundFronts fronts_by_value(const std::vector<FrontSetting>& settings) {
  std::map<std::string, std::vector<const FrontSetting*>> groups;
  for (const auto& setting : settings) groups[setting.by].push_back(&setting);
  FoundFronts fronts;
  for (auto& [by, group] : groups) {
    const auto lacks = std::ranges::count_if(group, [](const FrontSetting* s) { return !s->complete; });
    const bool none = std::size_t(lacks) == group.size();
    fronts.unfinished |= none;
    if (!none)
      std::erase_if(group, [](const FrontSetting* s) { return !s->complete; }), fronts.incomplete += std::size_t(lacks);
    fronts.compared += group.size();
    std::vector<Losses> losses;
    for (const FrontSetting* setting : group) losses.push_back(setting->losses);
    for (const std::size_t i : front_of(losses)) fronts.places.push_back(group[i]->place);
  }
  return fronts;
}

std::int64_t settings_without_values(const SqlDatabase& database, const std::string& settings) {
  const auto statement = database.prepare(settings + "SELECT count(*) FROM settings WHERE n_ = 0");
  database.step(statement);
  return sqlite3_column_int64(statement.get(), 0);
}

void explain(const SqlDatabase& database, const FrontQuestion& q, const FoundFronts& fronts, std::ostream& out) {
  std::string metrics;
  for (const auto& metric : q.metrics)
    metrics += fmt::format("{}{}", metrics.empty() ? "" : ", ", metric.with("smallest", "largest"));
  out << fmt::format("{} of {}: {} of {} beaten by none\n", metrics, q.task, fronts.places.size(),
                     counted(fronts.compared, "setting"));
  if (!q.by.empty()) out << fmt::format("a front for each {}\n", fmt::join(q.by, ", "));
  if (const auto line = database.left_out(q.task, q.counting); !line.empty()) out << line << '\n';
  if (q.min_seeds > 0) out << fmt::format("settings with at least {} seeds done\n", q.min_seeds);
  if (fronts.valueless > 0)
    out << fmt::format("{} without any value {} left out\n", counted(fronts.valueless, "setting"),
                       fronts.valueless == 1 ? "is" : "are");
  if (fronts.incomplete > 0)
    out << fmt::format("{} with missing values cannot be on the front\n", counted(fronts.incomplete, "setting"));
  if (fronts.unfinished) out << "every setting has missing values: the front is of their means so far\n";
}

}  // namespace

std::vector<FrontMetric> front_metrics(const std::string& list, bool all_largest) {
  const std::string suffix = ":largest";
  std::vector<FrontMetric> metrics;
  std::istringstream text(list);
  for (std::string name; std::getline(text, name, ',');) {
    const bool largest = name.ends_with(suffix);
    if (largest) name.erase(name.size() - suffix.size());
    metrics.push_back({name, largest || all_largest});
  }
  return metrics;
}

void print_front(const Store& store, const FrontQuestion& asked, QueryFormat format, std::ostream& out) {
  FrontQuestion q = asked;
  for (auto& metric : q.metrics) metric.largest |= largest_is_best(store.header(), metric.name);
  const Table& table = asked_table(store, q.task).table();
  q.task = table.task;
  expect_top_names(table, metric_names(q), q.by);
  const SqlDatabase database(store);
  Names parameters = q.by;
  for (const auto& name : other_parameters(database, table, q.by, q.counting)) parameters.push_back(name);
  const std::string settings = settings_of(q, parameters);
  FoundFronts fronts = fronts_by_value(read_settings(database, q, settings));
  fronts.valueless = settings_without_values(database, settings);
  if (format == QueryFormat::table) explain(database, q, fronts, out);
  std::string shown, order;
  for (const auto& name : parameters) shown += fmt::format("\"{}\", ", name);
  for (const auto& name : q.by) order += fmt::format("\"{}\", ", name);
  shown += "n_ AS n, planned_ AS planned";
  for (std::size_t m = 0; m < q.metrics.size(); ++m)
    shown += fmt::format(", mean{0} AS \"{1}\", ci{0} AS \"ci95_{1}\"", m, q.metrics[m].name);
  run_query(database,
            fmt::format("{}SELECT {} FROM numbered WHERE place_ IN ({}) ORDER BY {}mean0 {}", settings, shown,
                        fmt::join(fronts.places, ", "), order, q.metrics[0].largest ? "DESC" : "ASC"),
            format, out);
}

}  // namespace icsweep
