#include <fmt/format.h>

#include <algorithm>

#include "io/base/error.hpp"
#include "io/base/parsed_number.hpp"
#include "io/figures/answers.hpp"
#include "io/figures/asked_plot.hpp"
#include "io/figures/plot.hpp"
#include "io/figures/samples.hpp"

namespace icsweep {
namespace {

constexpr std::size_t most_entries = 6;     // more ordered values have a bar of colours
constexpr std::size_t most_settings = 400;  // lines of --setting all

/// A value of a parameter as text, number and SQL.
struct ParameterValue {
  std::string text;
  double number;
  std::string sql;
};

/// The values of a parameter among the chosen experiments, in order; one empty value without a parameter.
std::vector<ParameterValue> values_by(const SqlDatabase& database, const Chosen& chosen, const std::string& name,
                                      bool is_text) {
  if (name.empty()) return {{"", 0, "1"}};
  std::vector<ParameterValue> values;
  for (auto& row : texts(database, fmt::format("SELECT DISTINCT \"{0}\", quote(\"{0}\") FROM \"{1}_all\" WHERE {2} "
                                               "ORDER BY \"{0}\"",
                                               name, chosen.task, chosen.condition))) {
    const double number = real_number(row[0]).value_or(0);
    values.push_back({row[1] == "NULL" ? "none"
                      : is_text        ? row[0]
                                       : fmt::format("{:g}", number),
                      number, fmt::format("\"{}\" IS {}", name, row[1])});
  }
  return values;
}

/// A scale for ordered values that are too many for a legend. It is logarithmic if they span a factor of 30.
std::optional<ColourScale> scale_of(const std::vector<ParameterValue>& values, const std::string& label) {
  if (values.size() <= most_entries) return std::nullopt;
  const auto [low, high] = std::ranges::minmax(values, {}, &ParameterValue::number);
  if (!(low.number < high.number)) return std::nullopt;
  return ColourScale{label, low.number, high.number, low.number > 0 && high.number >= 30 * low.number};
}

/// The values of a whole-numbered parameter, which are the tics if there is room for them.
std::vector<double> places_of(const Table& table, const SqlDatabase& database, const PlotQuestion& q,
                              const Chosen& chosen) {
  constexpr double most = 10;
  const Column* column = table.find(q.x);
  if (!column || column->role != Role::parameter || column->kind != ValueType::integer || q.log_x) return {};
  std::vector<double> values = values_of(database, chosen, q.x);
  if (values.size() < 2 || double(values.size()) > most) return {};
  const double room = (values.back() - values.front()) / most;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (!(values[i] - values[i - 1] >= room)) return {};
  return values;
}

/// The lines of a question over one store.
class AskedSeries {
 public:
  AskedSeries(const SqlDatabase& database, const PlotQuestion& q, const Chosen& chosen)
      : database_(database), q_(q), chosen_(chosen), table_(database.store().find(q.task)->table()) {
    colours_ = values_by(database, chosen, q.by, is_text_parameter(table_, q.by));
    markers_ = values_by(database, chosen, q.marker, is_text_parameter(table_, q.marker));
    if (is_text_parameter(table_, q.x)) names_ = values_by(database, chosen, q.x, true);
    is_ordered_ = !q.by.empty() && !is_text_parameter(table_, q.by);
    if (is_ordered_) plot_.colours = scale_of(colours_, q.texts.name(q.by));
  }

  Plot drawn() {
    Panel& panel = plot_.panels.emplace_back();
    set_axes(panel);
    for (std::size_t c = 0; c < colours_.size(); ++c)
      for (std::size_t m = 0; m < markers_.size(); ++m) add_lines(panel, c, m);
    add_keys();
    leave_placeless_out();
    return std::move(plot_);
  }

 private:
  std::string dimension() const {
    const Column* y = table_.find(q_.y);
    return y && !y->dimensions.empty() ? y->dimensions[0] : "";
  }
  void set_axes(Panel& panel) const {
    panel.x_label = q_.texts.x_label.value_or(q_.texts.name(q_.x.empty() ? dimension() : q_.x));
    panel.y_label = q_.texts.y_label.value_or(q_.texts.name(q_.y));
    panel.log_x = q_.log_x, panel.log_y = q_.log_y;
    panel.x_places = places_of(table_, database_, q_, chosen_);
    for (const auto& name : names_) panel.x_names.push_back(name.text);
  }
  /// SQL for x; for texts their number, from 0.
  std::string x_sql() const {
    if (names_.empty()) return value_sql(table_, q_.x);
    std::string sql = "CASE";
    for (std::size_t i = 0; i < names_.size(); ++i) sql += fmt::format(" WHEN {} THEN {}", names_[i].sql, i);
    return sql + " END";
  }
  /// Distance of a line's points from the place of a text, so that lines do not cover each other.
  double shift(std::size_t c, std::size_t m) const {
    const double lines = double(colours_.size() * markers_.size());
    if (names_.empty() || q_.x == q_.by || q_.x == q_.marker) return 0;
    return (double(c * markers_.size() + m) - (lines - 1) / 2) * std::min(0.15, 0.7 / lines);
  }
  std::string colour(std::size_t c) const {
    if (plot_.colours) return plot_.colours->colour(colours_[c].number);
    return is_ordered_ ? colour_of_rank(c, colours_.size()) : colour_of_kind(c);
  }
  Series line(const std::string& condition) const {
    const Source source{chosen_, condition, q_.quartiles};
    const std::string along = dimension();
    Series s = along.empty()  ? scalar_series(database_, source, x_sql(), value_sql(table_, q_.y))
               : q_.x.empty() ? curve_series(database_, source, q_.y, along)
                              : curve_series(database_, source, q_.y, along, q_.x);
    s.style = !names_.empty() ? Style::points : s.x.size() > 40 ? Style::line : Style::line_points;
    return s;
  }
  std::string entry(const std::string& parameter, const ParameterValue& value) const {
    return fmt::format("{} = {}", q_.texts.name(parameter), value.text);
  }

  /// The line of a value of both parameters, or with SettingRule::all a thin line or points per setting.
  void add_lines(Panel& panel, std::size_t c, std::size_t m) const {
    const std::string condition = colours_[c].sql + " AND " + markers_[m].sql;
    const bool each = q_.rule == SettingRule::all && !chosen_.settings.empty();
    for (const auto& setting : each ? settings() : std::vector<std::string>{"1"}) {
      Series s = line(condition + " AND " + setting);
      if (s.x.empty() && s.valueless == 0 && markers_.size() * colours_.size() > 1) continue;
      s.colour = colour(c), s.marker = q_.marker.empty() && !is_ordered_ ? int(c / kinds_of_colours) : int(m);
      for (double& x : s.x) x += shift(c, m);
      if (!q_.by.empty() && q_.marker.empty() && !plot_.colours) s.label = entry(q_.by, colours_[c]);
      if (each) s.low.clear(), s.high.clear(), s.seeds.clear();
      if (each) s.style = names_.empty() && s.x.size() > 1 ? Style::guide : Style::points;  // a line needs two points
      panel.series.push_back(std::move(s));
    }
  }

  /// The conditions of the settings to draw.
  std::vector<std::string> settings() const {
    std::string equal = "'1'", list;
    for (const auto& name : chosen_.settings) {
      equal += fmt::format(" || ' AND \"{0}\" IS ' || quote(\"{0}\")", name);
      list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", name);
    }
    std::vector<std::string> all;
    for (auto& row : texts(database_, fmt::format("SELECT {} FROM \"{}_all\" WHERE {} GROUP BY {}", equal, chosen_.task,
                                                  chosen_.condition, list)))
      all.push_back(std::move(row[0]));
    if (all.size() > most_settings)
      throw Error(ErrorKind::config,
                  fmt::format("plot: --setting all: there are {} settings, and at most {} are drawn; "
                              "choose some with --where",
                              all.size(), most_settings));
    return all;
  }

  /// With two parameters the legend lists the values of each.
  void add_keys() {
    if (q_.marker.empty()) return;
    const Style style = plot_.panels[0].series.empty() ? Style::line_points : plot_.panels[0].series[0].style;
    for (std::size_t c = 0; c < colours_.size() && !plot_.colours; ++c)
      plot_.keys.push_back({.label = entry(q_.by, colours_[c]), .colour = colour(c), .style = Style::line});
    for (std::size_t m = 0; m < markers_.size(); ++m)
      plot_.keys.push_back(
          {.label = entry(q_.marker, markers_[m]), .colour = "#444444", .style = style, .marker = int(m)});
  }

  /// Notes how many experiments have no place: no finite value along x, or one that a logarithmic axis cannot show.
  void leave_placeless_out() {
    const Source source{.chosen = chosen_};
    if (dimension().empty() && q_.log_x) leave_out_of_log(plot_, database_, source, value_sql(table_, q_.x), q_.x);
    if (dimension().empty() && q_.log_y) leave_out_of_log(plot_, database_, source, value_sql(table_, q_.y), q_.y);
    if (q_.x.empty()) return;
    leave_out(plot_,
              dimension().empty() ? valueless(database_, source, x_sql()) : curve_valueless(database_, source, q_.x),
              q_.x);
  }

  const SqlDatabase& database_;
  const PlotQuestion& q_;
  const Chosen& chosen_;
  const Table& table_;
  std::vector<ParameterValue> colours_, markers_, names_;  // names_: of texts along x
  bool is_ordered_ = false;
  Plot plot_;
};

}  // namespace

Plot asked_series(const SqlDatabase& database, const PlotQuestion& q, const Chosen& chosen) {
  if (chosen.empty()) return {.panels = {Panel{}}};
  return AskedSeries(database, q, chosen).drawn();
}

}  // namespace icsweep
