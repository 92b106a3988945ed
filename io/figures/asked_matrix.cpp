#include "io/figures/asked_plot.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <set>

#include "io/figures/answers.hpp"
#include "io/figures/samples.hpp"
#include "io/base/parsed_number.hpp"

namespace icsweep {
namespace {

/// The values of a parameter among the chosen experiments, in order, and the axis label of each. Labels have three
/// digits, or six if two would be equal.
struct AxisValues {
  std::vector<std::string> names;
  std::map<std::string, int> places;
};
AxisValues axis_values(const SqlDatabase& database, const Chosen& chosen, const std::string& parameter,
                       int digits = 3) {
  AxisValues axis;
  for (auto& row :
       texts(database, fmt::format("SELECT DISTINCT quote(\"{0}\"), {3} FROM \"{1}_all\" WHERE {2} ORDER BY \"{0}\"",
                                   parameter, chosen.task, chosen.condition, shown_sql(parameter, digits)))) {
    axis.places[row[0]] = int(axis.names.size());
    axis.names.push_back(std::move(row[1]));
  }
  const std::set<std::string> different(axis.names.begin(), axis.names.end());
  if (different.size() < axis.names.size() && digits == 3) return axis_values(database, chosen, parameter, 6);
  return axis;
}

}  // namespace

Plot asked_matrix(const SqlDatabase& database, const PlotQuestion& q, const Chosen& chosen) {
  Panel panel{.kind = PanelKind::matrix,
              .title = q.texts.name(q.y),
              .x_label = q.texts.x_label.value_or(q.texts.name(q.x)),
              .y_label = q.texts.y_label.value_or(q.texts.name(q.down))};
  const std::string y = value_sql(database.store().find(q.task)->table(), q.y);
  if (chosen.empty()) return {.panels = {panel}};
  AxisValues across = axis_values(database, chosen, q.x), down = axis_values(database, chosen, q.down);
  Matrix& m = panel.matrix;
  m.rows = int(down.names.size()), m.columns = int(across.names.size());
  m.colours = q.log_y ? Colours::logarithmic : Colours::ascending;
  m.values.assign(std::size_t(m.rows * m.columns), std::numeric_limits<double>::quiet_NaN());
  // As in samples.hpp: averages first within a seed, then over seeds.
  for (const auto& row : texts(
           database, fmt::format("SELECT quote(a), quote(b), printf('%.17g', avg(mean)) FROM (SELECT \"{0}\" AS a, "
                                 "\"{1}\" AS b, avg({2}) AS mean FROM \"{3}_all\" WHERE {4} GROUP BY 1, 2, {5}) "
                                 "WHERE mean IS NOT NULL GROUP BY a, b",
                                 q.x, q.down, finite(y), q.task, chosen.condition, repetition_of(database, q.task)))) {
    const int line = m.rows - 1 - down.places.at(row[1]);  // rows run downwards, values upwards
    m.values[std::size_t(line * m.columns + across.places.at(row[0]))] = real_number(row[2]).value_or(m.values[0]);
  }
  panel.x_names = std::move(across.names);
  panel.y_names.assign(down.names.rbegin(), down.names.rend());
  Plot plot{.panels = {std::move(panel)}};
  leave_out(plot, valueless(database, {.chosen = chosen}, y), q.y);
  if (q.log_y) leave_out_of_log(plot, database, {.chosen = chosen}, y, q.y);
  return plot;
}

}  // namespace icsweep
