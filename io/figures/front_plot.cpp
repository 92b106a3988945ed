#include "io/figures/front_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "io/figures/answers.hpp"
#include "io/figures/palette.hpp"
#include "io/figures/setting.hpp"
#include "io/parsed_number.hpp"
#include "io/query/varying.hpp"

namespace icsweep {
namespace {

/// A setting's means over seeds.
struct SettingPoint {
  FrontPoint at;
  std::string name, by;  // "depth = 3, learning_rate = 0.1"
};

std::vector<SettingPoint> points_of(const SqlDatabase& database, const PlotQuestion& q, const Chosen& chosen,
                                    const std::vector<std::string>& parameters) {
  std::string name = "''";
  for (const auto& p : parameters)
    name += fmt::format("{0} || '{1} = ' || iif(typeof(\"{1}\") = 'real', printf('%.6g', \"{1}\"), \"{1}\")",
                        name == "''" ? "" : " || ', '", p);
  const std::string from =
      fmt::format("FROM \"{}_all\" WHERE {} AND \"{}\" IS NOT NULL AND \"{}\" IS NOT NULL GROUP BY {}", q.task,
                  chosen.condition, q.x, q.y, quoted_list(parameters));
  std::vector<SettingPoint> points;
  for (const auto& row :
       texts(database, fmt::format("SELECT printf('%.17g', avg(\"{}\")), printf('%.17g', avg(\"{}\")), "
                                   "{}, {} {}",
                                   q.x, q.y, name, q.by.empty() ? "''" : '"' + q.by + '"', from)))
    points.push_back(
        {{real_number(row[0]).value_or(std::nan("")), real_number(row[1]).value_or(std::nan(""))}, row[2], row[3]});
  return points;
}

/// The border of what the front beats: right from each of its points, then down to the next.
Series staircase(const std::vector<SettingPoint>& points, const std::vector<std::size_t>& front) {
  Series s{.label = "front", .colour = black, .style = Style::guide};
  for (std::size_t i = 0; i < front.size(); ++i) {
    const FrontPoint& p = points[front[i]].at;
    if (i > 0) s.x.push_back(p.a), s.y.push_back(points[front[i - 1]].at.b);
    s.x.push_back(p.a), s.y.push_back(p.b);
  }
  return s;
}

Plot drawn_front(const PlotQuestion& q, const std::vector<SettingPoint>& points) {
  Panel panel{.x_label = q.x, .y_label = q.y};
  panel.log_x = q.log_x, panel.log_y = q.log_y;
  std::vector<FrontPoint> places;
  std::vector<std::string> kinds;  // in the order of the points, which is that of the values
  for (const auto& p : points) {
    places.push_back(p.at);
    if (std::find(kinds.begin(), kinds.end(), p.by) == kinds.end()) kinds.push_back(p.by);
  }
  const auto front = pareto_front(places);
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    Series s{.label = q.by.empty() ? "setting" : fmt::format("{} = {}", q.by, kinds[k]), .style = Style::points};
    s.colour = q.by.empty() ? "#8a8a8a" : colour_of_rank(k, kinds.size());
    for (const auto& p : points)
      if (p.by == kinds[k]) s.x.push_back(p.at.a), s.y.push_back(p.at.b);
    panel.series.push_back(std::move(s));
  }
  Series on{.label = "on the front", .colour = colour_of_kind(1), .style = Style::points};
  for (const std::size_t i : front) on.x.push_back(points[i].at.a), on.y.push_back(points[i].at.b);
  if (q.by.empty()) panel.series.push_back(std::move(on));
  panel.series.push_back(staircase(points, front));
  Plot plot{.caption = {fmt::format("front: no other setting has less {} and less {}", q.x, q.y)},
            .panels = {std::move(panel)}};
  for (const std::size_t i : front)
    plot.notes.push_back(
        fmt::format("front: {} {:.4g}, {} {:.4g}: {}", q.x, points[i].at.a, q.y, points[i].at.b, points[i].name));
  return plot;
}

}  // namespace

std::vector<std::size_t> pareto_front(const std::vector<FrontPoint>& points) {
  std::vector<std::size_t> order(points.size()), front;
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return std::isnan(points[i].a) || std::isnan(points[i].b); });
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return points[i].a != points[j].a ? points[i].a < points[j].a : points[i].b < points[j].b;
  });
  for (const std::size_t i : order)
    if (front.empty() || points[i].b < points[front.back()].b) front.push_back(i);
  return front;
}

Figure front_plot(const SqlDatabase& database, const PlotQuestion& q) {
  const Table& table = database.store().find(q.task)->table();
  std::vector<std::string> parameters = varying_parameters(database, table, "status = 'done'");
  std::erase_if(parameters, [&](const std::string& name) { return table.find(name)->repeats; });
  return {"plot",
          fmt::format("{}: {} and {} of each setting", q.task, q.x, q.y),
          {},
          {{.task = q.task, .condition = q.all ? "1" : "planned = 1", .axes = parameters, .seeds = "means of"}},
          [q, parameters](const SqlDatabase& from, const std::vector<Chosen>& chosen) {
            if (chosen.at(0).empty()) return Plot{.panels = {Panel{}}};
            return drawn_front(q, points_of(from, q, chosen[0], parameters));
          }};
}

}  // namespace icsweep
