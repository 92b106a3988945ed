#include "io/figures/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/figures/answers.hpp"

namespace icsweep {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Rows of x, mean and half-width of its interval.
Series series_of(const std::vector<std::vector<double>>& rows) {
  Series s;
  bool intervals = false;
  for (const auto& row : rows) {
    s.x.push_back(row[0]);
    s.y.push_back(row[1]);
    s.low.push_back(row[1] - row[2]);
    s.high.push_back(row[1] + row[2]);
    intervals |= std::isfinite(row[2]);
  }
  if (!intervals) s.low.clear(), s.high.clear();
  return s;
}

std::string statement(const Source& source, const std::string& x, const std::string& y, const std::string& joins,
                      const std::string& group) {
  return fmt::format(
      "SELECT avg({0}), avg({1}), ci95({1}) FROM \"{2}\" {3} WHERE ({4}) AND ({5}) GROUP BY {6} ORDER BY 1", x, y,
      source.chosen.task, joins, source.chosen.condition, source.condition, group);
}

/// "JOIN task_loss y USING (experiment)".
std::string join(const Chosen& chosen, const std::string& curve, const std::string& alias, const std::string& columns) {
  return fmt::format("JOIN \"{}_{}\" {} USING ({})", chosen.task, curve, alias, columns);
}

}  // namespace

Series scalar_series(const SqlDatabase& database, const Source& source, const std::string& x, const std::string& y) {
  return series_of(numbers(database, statement(source, x, y, "", x)));
}

Series curve_series(const SqlDatabase& database, const Source& source, const std::string& curve,
                    const std::string& dimension) {
  return series_of(numbers(
      database, statement(source, dimension, "y.value", join(source.chosen, curve, "y", "experiment"), dimension)));
}

Series curve_series(const SqlDatabase& database, const Source& source, const std::string& curve,
                    const std::string& dimension, const std::string& x_curve) {
  const std::string joins = join(source.chosen, x_curve, "x", "experiment") + " " +
                            join(source.chosen, curve, "y", "experiment, " + dimension);
  return series_of(numbers(database, statement(source, "x.value", "y.value", joins, dimension)));
}

long first_experiment(const SqlDatabase& database, const Source& source, const std::string& order) {
  const auto rows =
      numbers(database, fmt::format("SELECT experiment FROM \"{}\" WHERE ({}) AND ({}) ORDER BY {} LIMIT 1",
                                    source.chosen.task, source.chosen.condition, source.condition, order));
  return rows.empty() ? -1 : long(rows[0][0]);
}

std::vector<double> vector_of(const SqlDatabase& database, const Chosen& chosen, const std::string& array,
                              const std::string& dimension, long experiment) {
  std::vector<double> values;
  for (const auto& row : numbers(database, fmt::format("SELECT value FROM \"{}_{}\" WHERE experiment = {} ORDER BY {}",
                                                       chosen.task, array, experiment, dimension)))
    values.push_back(row[0]);
  return values;
}

Matrix matrix_of(const SqlDatabase& database, const Chosen& chosen, const std::string& array, const std::string& row,
                 const std::string& column, long experiment) {
  const auto cells =
      numbers(database, fmt::format("SELECT \"{0}\", \"{1}\", value FROM \"{2}_{3}\" WHERE experiment = {4}", row,
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

}  // namespace icsweep
