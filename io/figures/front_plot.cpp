#include "io/figures/asked_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/figures/answers.hpp"
#include "io/figures/plot.hpp"
#include "io/figures/samples.hpp"
#include "io/figures/setting.hpp"
#include "io/base/fronts.hpp"
#include "io/base/parsed_number.hpp"
#include "io/base/phrases.hpp"
#include "io/query/query.hpp"
#include "io/query/top_front.hpp"

namespace icsweep {
namespace {

/// A setting's means over the seeds with both results.
struct SettingPoint {
  FrontPoint at;
  std::string name, by;  // "depth = 3, learning_rate = 0.1"
  bool complete;         // every planned seed has both results
};

std::vector<SettingPoint> points_of(const SqlDatabase& database, const PlotQuestion& q, const Chosen& chosen,
                                    const std::vector<std::string>& parameters) {
  std::string name = "''";
  for (const auto& p : parameters)
    name += fmt::format("{} || '{} = ' || {}", name == "''" ? "" : " || ', '", p, shown_sql(p));
  const std::string sql = fmt::format(
      "SELECT printf('%.17g', avg(x_)), printf('%.17g', avg(y_)), name_, kind_, count(x_) = count(*) FROM (SELECT "
      "{names} AS name_, {kind} AS kind_, iif(status = 'done' AND {y} IS NOT NULL, {x}, NULL) AS x_, iif(status = "
      "'done' AND {x} IS NOT NULL, {y}, NULL) AS y_, {group} FROM \"{task}_all\" WHERE {condition}) GROUP BY {group} "
      "HAVING count(x_) > 0",
      fmt::arg("names", name), fmt::arg("kind", q.by.empty() ? "''" : '"' + q.by + '"'),
      fmt::arg("x", finite('"' + q.x + '"')), fmt::arg("y", finite('"' + q.y + '"')),
      fmt::arg("group", quoted_list(parameters)), fmt::arg("task", q.task), fmt::arg("condition", chosen.planned));
  std::vector<SettingPoint> points;
  for (const auto& row : texts(database, sql))
    points.push_back({{real_number(row[0]).value_or(std::nan("")), real_number(row[1]).value_or(std::nan(""))},
                      row[2],
                      row[3],
                      row[4] == "1"});
  return points;
}

/// The border of the dominated region: from each point of the front along the first result, then along the second.
Series staircase(const std::vector<SettingPoint>& points, const std::vector<std::size_t>& front) {
  Series s{.label = "front", .colour = black, .style = Style::guide};
  for (std::size_t i = 0; i < front.size(); ++i) {
    const FrontPoint& p = points[front[i]].at;
    if (i > 0) s.x.push_back(p.a), s.y.push_back(points[front[i - 1]].at.b);
    s.x.push_back(p.a), s.y.push_back(p.b);
  }
  return s;
}

/// Points for each value of `by`. Settings that cannot be on the front are crosses in a series of their own.
void add_points(const PlotQuestion& q, const std::vector<SettingPoint>& points, bool all, Panel& panel) {
  std::vector<std::string> kinds;  // in the order of the points, which is the order of the values
  for (const auto& p : points)
    if (std::find(kinds.begin(), kinds.end(), p.by) == kinds.end()) kinds.push_back(p.by);
  const auto add = [&](Series s, const auto& belongs) {
    for (const auto& p : points)
      if (belongs(p)) s.x.push_back(p.at.a), s.y.push_back(p.at.b);
    if (!s.x.empty()) panel.series.push_back(std::move(s));
  };
  for (std::size_t k = 0; k < kinds.size(); ++k)
    add({.label = q.by.empty() ? "setting" : fmt::format("{} = {}", q.texts.name(q.by), kinds[k]),
         .colour = q.by.empty() ? "#8a8a8a" : colour_of_rank(k, kinds.size()),
         .style = Style::points},
        [&](const SettingPoint& p) { return p.by == kinds[k] && (all || p.complete); });
  add({.label = "values missing", .colour = grey, .style = Style::crosses},
      [&](const SettingPoint& p) { return !all && !p.complete; });
}

Plot drawn_front(const PlotQuestion& q, const std::vector<SettingPoint>& points) {
  Panel panel{.x_label = q.texts.x_label.value_or(q.texts.name(q.x)),
              .y_label = q.texts.y_label.value_or(q.texts.name(q.y))};
  panel.log_x = q.log_x, panel.log_y = q.log_y;
  const auto missing = std::count_if(points.begin(), points.end(), [](const auto& p) { return !p.complete; });
  const bool all = missing == long(points.size());
  std::vector<FrontPoint> places;
  for (const auto& p : points)
    places.push_back(all || p.complete ? FrontPoint{q.x_largest ? -p.at.a : p.at.a, q.largest ? -p.at.b : p.at.b}
                                       : FrontPoint{std::nan(""), std::nan("")});
  const auto front = pareto_front(places);
  add_points(q, points, all, panel);
  Series on{.label = "on the front", .colour = colour_of_kind(1), .style = Style::points};
  for (const std::size_t i : front) on.x.push_back(points[i].at.a), on.y.push_back(points[i].at.b);
  if (q.by.empty()) panel.series.push_back(std::move(on));
  panel.series.push_back(staircase(points, front));
  const FrontMetric x{q.x, q.x_largest}, y{q.y, q.largest};
  Plot plot{
      .caption = {fmt::format("front: no other setting has {} and {}", x.with("less", "more"), y.with("less", "more"))},
      .panels = {std::move(panel)}};
  if (missing > 0) {
    plot.notes.push_back(
        all ? "every setting has missing values: the front is of their means so far"
            : fmt::format("{} with missing values cannot be on the front", counted(std::size_t(missing), "setting")));
    plot.caption.push_back(plot.notes.back());
  }
  for (const std::size_t i : front)
    plot.notes.push_back(
        fmt::format("front: {} {:.4g}, {} {:.4g}: {}", q.x, points[i].at.a, q.y, points[i].at.b, points[i].name));
  return plot;
}

}  // namespace

std::vector<std::size_t> pareto_front(const std::vector<FrontPoint>& points) {
  std::vector<Losses> numbers;
  std::vector<std::size_t> known, front;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!std::isnan(points[i].a) && !std::isnan(points[i].b))
      numbers.push_back({points[i].a, points[i].b}), known.push_back(i);
  for (const std::size_t i : front_of(numbers)) front.push_back(known[i]);
  return front;
}

Figure front_plot(const SqlDatabase& database, const PlotQuestion& q) {
  const Table& table = database.store().find(q.task)->table();
  std::vector<std::string> parameters = varying_parameters(database, table, planned_condition(q.counting));
  std::erase_if(parameters, [&](const std::string& name) { return table.find(name)->repeats; });
  return {"plot",
          q.texts.title.value_or(
              fmt::format("{}: {} and {} of each setting", q.task, q.texts.name(q.x), q.texts.name(q.y))),
          {},
          {{.task = q.task, .condition = "1", .axes = parameters, .seeds = "means of"}},
          [q, parameters](const SqlDatabase& from, const std::vector<Chosen>& chosen) {
            if (chosen.at(0).empty()) return Plot{.panels = {Panel{}}};
            Plot plot = drawn_front(q, points_of(from, q, chosen[0], parameters));
            for (const auto& name : {q.x, q.y})
              leave_out(plot, valueless(from, {.chosen = chosen[0]}, '"' + name + '"'), name);
            if (q.log_x) leave_out_of_log(plot, from, {.chosen = chosen[0]}, '"' + q.x + '"', q.x);
            if (q.log_y) leave_out_of_log(plot, from, {.chosen = chosen[0]}, '"' + q.y + '"', q.y);
            return plot;
          }};
}

}  // namespace icsweep
