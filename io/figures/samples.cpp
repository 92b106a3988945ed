#include "io/figures/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "io/figures/answers.hpp"
#include "io/base/phrases.hpp"
#include "io/base/statistics.hpp"

namespace icsweep {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Values of a column or curve by place: their SQL, the joined curves, and the SQL that experiments of one place share.
struct Places {
  std::string x, y, joins, group;
};

/// SQL for rows of place, mean, kind and seed: the average within a seed. A value that several experiments of a seed
/// share, such as a baseline, therefore counts once. A value without a finite x is left out.
std::string averages(const SqlDatabase& database, const Source& source, const Places& p) {
  return fmt::format(
      "SELECT avg({0}) AS place, avg({1}) AS mean, {2} AS kind, {7} AS seed_ FROM \"{3}_all\" {4} WHERE "
      "({5}) AND ({6}) GROUP BY {7}, {2}",
      finite(p.x), fmt::format("iif({} IS NULL, NULL, {})", finite(p.x), finite(p.y)), p.group, source.chosen.task,
      p.joins, source.chosen.condition, source.condition, repetition_of(database, source.chosen.task));
}

/// SQL for the mean or median and the ends of the interval.
std::string statistic(const Source& source) {
  const auto end = [&](const char* sql) {
    return fmt::format(", iif(count(mean) >= {}, {}, NULL)", least_interval_seeds, sql);
  };
  return source.quartiles ? "median(mean)" + end("quantile(mean, 0.25)") + end("quantile(mean, 0.75)")
                          : "avg(mean)" + end("avg(mean) - ci95(mean)") + end("avg(mean) + ci95(mean)");
}

/// Adds the values of the seeds at the points that have several seeds and no interval. `places`: the points by kind.
void add_seeds(const SqlDatabase& database, const std::string& rows, const std::map<double, std::size_t>& places,
               Series& s) {
  std::map<double, std::size_t> seeds;
  for (const auto& row : numbers(
           database, fmt::format("SELECT kind, dense_rank() OVER (ORDER BY seed_), mean FROM (SELECT *, count(mean) "
                                 "OVER (PARTITION BY kind) AS n FROM ({})) WHERE mean IS NOT NULL AND n BETWEEN 2 "
                                 "AND {}",
                                 rows, least_interval_seeds - 1))) {
    const auto place = places.find(row[0]);
    if (place == places.end()) continue;
    const auto seed = seeds.try_emplace(row[1], seeds.size()).first->second;
    if (seed == s.seeds.size()) s.seeds.emplace_back(s.x.size(), nan);
    s.seeds[seed][place->second] = row[2];
  }
}

Series series_of(const SqlDatabase& database, const Source& source, const Places& p) {
  const std::string rows = averages(database, source, p);
  Series s;
  bool intervals = false, seeds = false;
  std::map<double, std::size_t> places;
  for (const auto& row :
       numbers(database, fmt::format("SELECT avg(place), {}, kind, count(mean) FROM ({}) GROUP BY kind HAVING "
                                     "count(place) > 0 ORDER BY 1",
                                     statistic(source), rows))) {
    places[row[4]] = s.x.size();
    s.x.push_back(row[0]), s.y.push_back(row[1]), s.low.push_back(row[2]), s.high.push_back(row[3]);
    intervals |= std::isfinite(row[2]);
    seeds |= row[5] > 1 && row[5] < least_interval_seeds;
  }
  if (!intervals) s.low.clear(), s.high.clear();
  if (seeds) add_seeds(database, rows, places, s);
  s.valueless = valueless(database, source, p.y, p.joins);
  return s;
}

/// "JOIN task_loss y USING (experiment)".
std::string join(const Chosen& chosen, const std::string& curve, const std::string& alias, const std::string& columns) {
  return fmt::format("JOIN \"{}_all_{}\" {} USING ({})", chosen.task, curve, alias, columns);
}

/// The same joins as outer joins.
std::string outer(std::string joins) {
  constexpr std::string_view word = "JOIN \"";
  for (std::size_t at = 0; (at = joins.find(word, at)) != joins.npos; at += 5 + word.size()) joins.insert(at, "LEFT ");
  return joins;
}

}  // namespace

std::string finite(const std::string& value) {
  return fmt::format("iif(abs({0}) < 9e999, {0}, NULL)", value);
}

std::size_t valueless(const SqlDatabase& database, const Source& source, const std::string& value,
                      const std::string& joins) {
  // An outer join keeps the experiments without any value of the curve.
  const std::string lacks = fmt::format("count({0}) < count({1}) OR count({1}) = 0", finite(value), value);
  const auto rows = numbers(
      database, fmt::format("SELECT count(*) FROM (SELECT 1 FROM \"{}_all\" {} WHERE ({}) AND ({}) GROUP BY experiment "
                            "HAVING {})",
                            source.chosen.task, outer(joins), source.chosen.condition, source.condition, lacks));
  return std::size_t(rows.at(0).at(0));
}

void leave_out(Plot& plot, std::size_t experiments, const std::string& result) {
  if (experiments == 0) return;
  plot.notes.push_back("left out: " + valueless_text(experiments, result));
  plot.caption.push_back(plot.notes.back());
}

void leave_out_of_log(Plot& plot, const SqlDatabase& database, const Source& source, const std::string& value,
                      const std::string& name) {
  const auto rows =
      numbers(database, fmt::format("SELECT count(*) FROM \"{}_all\" WHERE ({}) AND ({}) AND {} <= 0",
                                    source.chosen.task, source.chosen.condition, source.condition, finite(value)));
  const auto count = std::size_t(rows.at(0).at(0));
  if (count == 0) return;
  plot.notes.push_back(fmt::format("left out: {} with {} at or below 0, which a logarithmic axis cannot show",
                                   counted(count, "experiment"), name));
  plot.caption.push_back(plot.notes.back());
}

std::size_t curve_valueless(const SqlDatabase& database, const Source& source, const std::string& curve) {
  return valueless(database, source, "x.value", join(source.chosen, curve, "x", "experiment"));
}

Series scalar_series(const SqlDatabase& database, const Source& source, const std::string& x, const std::string& y) {
  return series_of(database, source, {x, y, "", x});
}

Series curve_series(const SqlDatabase& database, const Source& source, const std::string& curve,
                    const std::string& dimension) {
  return series_of(database, source, {dimension, "y.value", join(source.chosen, curve, "y", "experiment"), dimension});
}

Series curve_series(const SqlDatabase& database, const Source& source, const std::string& curve,
                    const std::string& dimension, const std::string& x_curve) {
  const std::string joins = join(source.chosen, x_curve, "x", "experiment") + " " +
                            join(source.chosen, curve, "y", "experiment, " + dimension);
  return series_of(database, source, {"x.value", "y.value", joins, dimension});
}

long first_experiment(const SqlDatabase& database, const Source& source, const std::string& order) {
  const auto rows =
      numbers(database, fmt::format("SELECT experiment FROM \"{}_all\" WHERE ({}) AND ({}) ORDER BY {} LIMIT 1",
                                    source.chosen.task, source.chosen.condition, source.condition, order));
  return rows.empty() ? -1 : long(rows[0][0]);
}

Matrix matrix_of(const SqlDatabase& database, const Chosen& chosen, const std::string& array, const std::string& row,
                 const std::string& column, long experiment) {
  const auto cells =
      numbers(database, fmt::format("SELECT \"{0}\", \"{1}\", value FROM \"{2}_all_{3}\" WHERE experiment = {4}", row,
                                    column, chosen.task, array, experiment));
  const auto first = [&](std::size_t axis) {
    double least = cells.empty() ? 0 : cells[0][axis];
    for (const auto& cell : cells) least = std::min(least, cell[axis]);
    return int(least);
  };
  const int first_row = first(0), first_column = first(1);
  Matrix m;
  for (const auto& cell : cells) {
    m.rows = std::max(m.rows, int(cell[0]) - first_row + 1);
    m.columns = std::max(m.columns, int(cell[1]) - first_column + 1);
  }
  m.values.assign(std::size_t(m.rows * m.columns), nan);
  for (const auto& cell : cells)
    m.values[std::size_t((int(cell[0]) - first_row) * m.columns + int(cell[1]) - first_column)] = cell[2];
  return m;
}

Matrix used_part(Matrix m, int beyond) {
  m.rows = std::max(0, m.rows - 1);
  m.values.resize(std::size_t(m.rows * m.columns));
  for (int row = 0; row < m.rows; ++row)
    for (int token = row + beyond + 1; token < m.columns; ++token) m.values[std::size_t(row * m.columns + token)] = nan;
  return m;
}

std::vector<double> values_of(const SqlDatabase& database, const Chosen& chosen, const std::string& column) {
  std::vector<double> values;
  for (const auto& row : numbers(database, fmt::format("SELECT DISTINCT \"{0}\" FROM \"{1}_all\" WHERE {2} ORDER BY 1",
                                                       column, chosen.task, chosen.condition)))
    values.push_back(row[0]);
  return values;
}

}  // namespace icsweep
