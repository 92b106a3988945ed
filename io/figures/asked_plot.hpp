// Plots that a user requests: a result against a parameter or along its dimension, a heat map, a Pareto front, and
// importances.
#pragma once

#include <map>
#include <optional>

#include "io/figures/figure.hpp"

namespace icsweep {

struct ImportanceAnswer;

/// Texts of a plot in place of those that follow from the question.
struct PlotTexts {
  std::optional<std::string> title{}, x_label{}, y_label{};
  std::map<std::string, std::string> names{};  ///< of columns and expressions

  std::string name(const std::string& column) const {
    const auto found = names.find(column);
    return found == names.end() ? column : found->second;
  }
};

struct PlotQuestion {
  std::string task, y;  ///< y: a scalar, a curve, a numeric column such as seconds, or SQL: "test_mse / gd_mse"
  std::string x{};  ///< a parameter, a numeric column, or SQL; for a curve, another curve over its dimension, or empty
                    ///< for the dimension
  std::string down{};    ///< a second parameter, for a heat map; empty: none
  std::string by{};      ///< one line per value of this parameter, by colour; empty: one line
  std::string marker{};  ///< and of this one, by marker or dashes; empty: none
  bool log_x = false, log_y = false;
  bool quartiles = false;  ///< median and quartiles over seeds instead of mean and interval
  Counting counting = Counting::planned;
  bool front = false;  ///< x and y are two results; draws the settings that no other setting beats in both
  SettingRule rule = SettingRule::best;
  bool largest = false;    ///< true if the largest y is best
  bool x_largest = false;  ///< of a front: true if the largest x is best
  PlotTexts texts{};
};

/// The figure that answers the question. Means over seeds have a 95 % interval or show the seeds, except in a
/// heat map. Throws Error(config) for an unknown task or column, with the nearest name, and for two that no plot shows
/// together.
Figure asked_plot(const SqlDatabase& database, const PlotQuestion& question);

/// True for a parameter whose values are texts. Along x they have places, not numbers.
bool is_text_parameter(const Table& table, const std::string& name);

/// SQL for the values of a column, which is quoted, or of an expression.
std::string value_sql(const Table& table, const std::string& text);

/// The curves of a question whose names exist.
Plot asked_series(const SqlDatabase& database, const PlotQuestion& question, const Chosen& chosen);

/// A heat map of means over seeds, with a cell for each value of `x` and of `down` in the chosen experiments. `down`
/// ascends upwards.
Plot asked_matrix(const SqlDatabase& database, const PlotQuestion& question, const Chosen& chosen);

/// Both results of a setting; smaller is better.
struct FrontPoint {
  double a, b;
};

/// Indices of the Pareto front, by ascending a: points such that no other point is at least as good in both results and
/// better in one. Of equal points the first is taken. NaN is not a point.
std::vector<std::size_t> pareto_front(const std::vector<FrontPoint>& points);

/// Each setting's means over seeds of `y` against `x`, with the front as a staircase and a colour per value of `by`. A
/// setting is on the front only if every planned seed has both results, unless no setting has. The notes list the
/// settings of the front. Throws as asked_plot does.
Figure front_plot(const SqlDatabase& database, const PlotQuestion& question);

/// Bars of the shares with their standard errors. Above: shares of the variance, main effects and the largest pairs;
/// below: shares for the best settings.
Plot importance_plot(const ImportanceAnswer& answer);

}  // namespace icsweep
