#include "io/figures/asked_plot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/figures/answers.hpp"
#include "io/figures/plot.hpp"
#include "io/figures/samples.hpp"
#include "io/base/parsed_number.hpp"
#include "io/base/phrases.hpp"

namespace icsweep {
namespace {

const Table& table_of(const SqlDatabase& database, const std::string& task) {
  std::vector<std::string> known;
  for (const auto& stored : database.store().tables()) {
    if (stored.table().task == task) return stored.table();
    known.push_back(stored.table().task);
  }
  throw Error(ErrorKind::config,
              fmt::format("plot: the store has no task \"{}\"{}", task,
                          suggestion(task, known, fmt::format("it has {}", fmt::join(known, ", ")))));
}

const Column& column_of(const Table& table, const char* option, const std::string& name) {
  if (const Column* column = table.find(name)) return *column;
  std::vector<std::string> known;
  for (const auto& c : table.columns) known.push_back(c.name);
  throw Error(ErrorKind::config, fmt::format("plot: {} {}: {} has no such column{}", option, name, table.task,
                                             suggestion(name, known, "icsweep query STORE.h5 lists them")));
}

[[noreturn]] void refuse(const char* option, const std::string& name, const char* why) {
  throw Error(ErrorKind::config, fmt::format("plot: {} {}: {}", option, name, why));
}

void check_matrix(const Table& table, const PlotQuestion& q) {
  if (!column_of(table, "--y", q.y).dimensions.empty()) refuse("--y", q.y, "is a curve, a heat map needs a number");
  for (const auto& name : {q.x, q.down})
    if (column_of(table, "--x", name).role != Role::parameter) refuse("--x", name, "is not a parameter");
  if (q.x == q.down) refuse("--x", q.x, "is named twice");
  if (!q.by.empty()) refuse("--by", q.by, "is not for a heat map, choose its value with --where");
  if (q.log_x || q.quartiles) refuse("--x", q.x + ',' + q.down, "a heat map takes only --log y, for its colours");
}

void check_front(const Table& table, const PlotQuestion& q) {
  for (const auto& name : {q.x, q.y}) {
    const Column& column = column_of(table, "--pareto", name);
    if (column.kind == ValueType::text || !column.dimensions.empty() || column.role == Role::parameter)
      refuse("--pareto", name, "name two results that are numbers");
  }
  if (!q.by.empty() && column_of(table, "--by", q.by).role != Role::parameter)
    refuse("--by", q.by, "is not a parameter");
}

/// Throws if this table cannot answer the question.
void check(const Table& table, const PlotQuestion& q) {
  if (q.front) return check_front(table, q);
  if (!q.down.empty()) return check_matrix(table, q);
  const Column& y = column_of(table, "--y", q.y);
  if (y.kind == ValueType::text) refuse("--y", q.y, "has texts, name a result");
  if (y.dimensions.size() > 1) refuse("--y", q.y, "has several dimensions, icsweep export writes it to a file");
  if (q.x.empty() && y.dimensions.empty()) refuse("--y", q.y, "is one number, name the horizontal axis with --x");
  if (!q.x.empty()) {
    const Column& x = column_of(table, "--x", q.x);
    if (x.kind == ValueType::text) refuse("--x", q.x, "has texts, give it to --by");
    if (x.dimensions != y.dimensions && !x.dimensions.empty())
      refuse("--x", q.x, "is not a curve over the dimension of y, leave --x out");
    if (x.dimensions.empty() && !y.dimensions.empty()) refuse("--x", q.x, "is one number and y a curve, leave --x out");
  }
  if (!q.by.empty() && column_of(table, "--by", q.by).role != Role::parameter)
    refuse("--by", q.by, "is not a parameter");
}

/// The parameters that vary within the plot.
std::vector<std::string> axes_of(const Table& table, const PlotQuestion& q) {
  std::vector<std::string> axes;
  for (const auto& name : {q.x, q.down, q.by})
    if (const Column* column = table.find(name); column && column->role == Role::parameter) axes.push_back(name);
  return axes;
}

Series series_of(const SqlDatabase& database, const PlotQuestion& q, const Column& y, const Source& source) {
  Series s = y.dimensions.empty() ? scalar_series(database, source, '"' + q.x + '"', '"' + q.y + '"')
             : q.x.empty()        ? curve_series(database, source, q.y, y.dimensions[0])
                                  : curve_series(database, source, q.y, y.dimensions[0], q.x);
  s.style = s.x.size() > 40 ? Style::line : Style::line_points;
  return s;
}

/// A value of a parameter, as a legend entry and as SQL.
struct LineOf {
  std::string text, sql;
};
std::vector<LineOf> values_of_by(const SqlDatabase& database, const Chosen& chosen, const std::string& by,
                                 bool texts_by) {
  std::vector<LineOf> values;
  for (auto& row : texts(database, fmt::format("SELECT DISTINCT \"{0}\", quote(\"{0}\") FROM \"{1}_all\" WHERE {2} "
                                               "ORDER BY \"{0}\"",
                                               by, chosen.task, chosen.condition)))
    values.push_back({row[1] == "NULL" ? "none"
                      : texts_by       ? row[0]
                                       : fmt::format("{:g}", real_number(row[0]).value_or(0)),
                      row[1]});
  return values;
}

/// Notes how many experiments have no finite value on the horizontal axis.
void leave_placeless_out(Plot& plot, const SqlDatabase& database, const PlotQuestion& q, const Column& y,
                         const Chosen& chosen) {
  if (q.x.empty()) return;
  const Source source{.chosen = chosen};
  leave_out(
      plot,
      y.dimensions.empty() ? valueless(database, source, '"' + q.x + '"') : curve_valueless(database, source, q.x),
      q.x);
}

/// The values of a whole-numbered parameter, which are the tics if there is room for them.
std::vector<double> places_of(const SqlDatabase& database, const PlotQuestion& q, const Chosen& chosen) {
  constexpr double most = 10;
  const Column* column = database.store().find(q.task)->table().find(q.x);
  if (!column || column->role != Role::parameter || column->kind != ValueType::integer || q.log_x) return {};
  std::vector<double> values = values_of(database, chosen, q.x);
  if (values.size() < 2 || values.size() > most) return {};
  const double room = (values.back() - values.front()) / most;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (!(values[i] - values[i - 1] >= room)) return {};
  return values;
}

Plot drawn(const SqlDatabase& database, const PlotQuestion& q, const Column& y, const Chosen& chosen, bool texts_by) {
  Panel panel{.x_label = q.x.empty() ? y.dimensions[0] : q.x, .y_label = q.y};
  panel.log_x = q.log_x, panel.log_y = q.log_y;
  if (chosen.empty()) return {.panels = {panel}};
  panel.x_places = places_of(database, q, chosen);
  const auto values = q.by.empty() ? std::vector<LineOf>{{}} : values_of_by(database, chosen, q.by, texts_by);
  for (std::size_t i = 0; i < values.size(); ++i) {
    Source source{.chosen = chosen, .quartiles = q.quartiles};
    if (!q.by.empty()) source.condition = fmt::format("\"{}\" IS {}", q.by, values[i].sql);
    Series s = series_of(database, q, y, source);
    if (!q.by.empty()) s.label = fmt::format("{} = {}", q.by, values[i].text);
    s.colour = texts_by || q.by.empty() ? colour_of_kind(i) : colour_of_rank(i, values.size());
    panel.series.push_back(std::move(s));
  }
  Plot plot{.panels = {std::move(panel)}};
  leave_placeless_out(plot, database, q, y, chosen);
  return plot;
}

}  // namespace

Figure asked_plot(const SqlDatabase& database, const PlotQuestion& q) {
  const Table& table = table_of(database, q.task);
  check(table, q);
  if (q.front) return front_plot(database, q);
  const bool texts_by = !q.by.empty() && table.find(q.by)->kind == ValueType::text;
  const std::string against =
      q.x.empty() ? table.find(q.y)->dimensions[0] : q.x + (q.down.empty() ? "" : " and " + q.down);
  const std::string seeds = !q.down.empty() ? "mean of" : q.quartiles ? median_of_seeds : mean_of_seeds;
  return {"plot",
          fmt::format("{}: {} against {}", q.task, q.y, against),
          {},
          {{.task = q.task, .condition = "1", .axes = axes_of(table, q), .seeds = seeds}},
          [q, y = *table.find(q.y), texts_by](const SqlDatabase& from, const std::vector<Chosen>& chosen) {
            return q.down.empty() ? drawn(from, q, y, chosen.at(0), texts_by) : asked_matrix(from, q, chosen.at(0));
          }};
}

}  // namespace icsweep
