#include "io/figures/asked_plot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/figures/plot.hpp"
#include "io/figures/samples.hpp"
#include "io/base/phrases.hpp"
#include "io/query/direction.hpp"
#include "io/query/query.hpp"
#include "io/query/sql_error.hpp"
#include "io/store/asked_names.hpp"

namespace icsweep {
namespace {

[[noreturn]] void refuse(const char* option, const std::string& name, const std::string& why) {
  throw Error(ErrorKind::config, fmt::format("plot: {} {}: {}", option, name, why));
}

/// True if the SQL contains the name as a word.
bool uses(const std::string& sql, const std::string& name) {
  const auto is_part = [&](std::size_t i) { return i < sql.size() && is_of_a_name(sql[i]); };
  for (auto at = sql.find(name); at != std::string::npos; at = sql.find(name, at + 1))
    if ((at == 0 || !is_part(at - 1)) && !is_part(at + name.size())) return true;
  return false;
}

/// Throws if the SQL has a curve or its dimension, which no experiment has one value of.
void expect_no_curve(const Table& table, const char* option, const std::string& sql) {
  for (const auto& c : table.columns) {
    if (c.dimensions.empty()) continue;
    if (uses(sql, c.name))
      refuse(option, sql,
             fmt::format("{0} is a curve, and an expression takes one number per experiment; draw {0} alone, or "
                         "compute in icsweep query with the table {1}_{0}",
                         c.name, table.task));
    for (const auto& d : c.dimensions)
      if (!table.find(d) && uses(sql, d))
        refuse(option, sql, fmt::format("{} is the dimension of {}, leave --x out or use --log x", d, c.name));
  }
}

/// Throws unless the text is SQL for a value of the task's experiments.
void check_expression(const SqlDatabase& database, const Table& table, const char* option, const std::string& text) {
  if (table.find(text) || is_column_name(text)) return;
  expect_no_curve(table, option, text);
  if (const auto fault = fault_of(database, table.task, text))
    throw Error(ErrorKind::config, fmt::format("plot: {} {}: {}", option, text, fault->what()));
}

/// Names of all columns, those of one role first.
std::vector<std::string> names_from(const Table& table, Role first) {
  std::vector<std::string> names = names_of(table, first);
  for (const auto& c : table.columns)
    if (c.role != first) names.push_back(c.name);
  return names;
}

const Column& column_of(const Table& table, const char* option, const std::string& name) {
  if (const Column* column = table.find(name)) return *column;
  const Role first =
      option == std::string_view("--x") || option == std::string_view("--by") ? Role::parameter : Role::result;
  refuse_name(fmt::format("plot: {}: {}", option, table.task), "column", name, names_from(table, first));
}

/// Throws unless y is a number of each experiment: SQL, or a column without dimensions.
void expect_number(const Table& table, const PlotQuestion& q, const char* why) {
  if ((table.find(q.y) || is_column_name(q.y)) && !column_of(table, "--y", q.y).dimensions.empty())
    refuse("--y", q.y, why);
}

void expect_parameters_by(const Table& table, const PlotQuestion& q) {
  for (const auto& name : {q.by, q.marker})
    if (!name.empty() && column_of(table, "--by", name).role != Role::parameter)
      refuse("--by", name, "is not a parameter");
  if (!q.by.empty() && q.by == q.marker) refuse("--by", q.by, "is named twice");
}

void check_matrix(const Table& table, const PlotQuestion& q) {
  expect_number(table, q, "is a curve, a heat map needs a number");
  if (q.rule == SettingRule::all) refuse("--setting", "all", "a heat map has one setting");
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
  expect_parameters_by(table, q);
  if (!q.marker.empty()) refuse("--by", q.by + ',' + q.marker, "the points of a front have only colours, name one");
}

/// Throws unless x is a number of each experiment, or a parameter with texts.
void check_x(const Table& table, const PlotQuestion& q) {
  if (q.x.empty()) refuse("--y", q.y, "is one number, name the horizontal axis with --x");
  if (!table.find(q.x) && !is_column_name(q.x)) return;
  const Column& x = column_of(table, "--x", q.x);
  if (is_text_parameter(table, q.x) && q.log_x) refuse("--x", q.x, "has texts, --log x needs numbers");
  if (x.kind == ValueType::text && x.role != Role::parameter) refuse("--x", q.x, "has texts and is not a parameter");
  if (!x.dimensions.empty()) refuse("--x", q.x, "is not a curve over the dimension of y, leave --x out");
}

/// Throws if this table cannot answer the question.
void check(const Table& table, const PlotQuestion& q) {
  if (q.front) return check_front(table, q);
  if (!q.down.empty()) return check_matrix(table, q);
  expect_parameters_by(table, q);
  if (!table.find(q.y) && !is_column_name(q.y)) return check_x(table, q);
  const Column& y = column_of(table, "--y", q.y);
  if (y.kind == ValueType::text) refuse("--y", q.y, "has texts, name a result");
  if (y.dimensions.size() > 1) refuse("--y", q.y, "has several dimensions, icsweep export writes it to a file");
  if (y.dimensions.empty()) return check_x(table, q);
  if (!q.x.empty()) {
    if (!table.find(q.x) && !is_column_name(q.x)) refuse("--x", q.x, "is an expression and y a curve, leave --x out");
    const Column& x = column_of(table, "--x", q.x);
    if (x.dimensions.empty()) refuse("--x", q.x, "is one number and y a curve, leave --x out");
    if (x.dimensions != y.dimensions) refuse("--x", q.x, "is not a curve over the dimension of y, leave --x out");
  }
}

/// The parameters that vary within the plot.
std::vector<std::string> axes_of(const Table& table, const PlotQuestion& q) {
  std::vector<std::string> axes;
  if (!table.find(q.x))
    for (const auto& column : table.columns)
      if (column.role == Role::parameter && !column.repeats && uses(q.x, column.name)) axes.push_back(column.name);
  for (const auto& name : {q.x, q.down, q.by, q.marker})
    if (const Column* column = table.find(name); column && column->role == Role::parameter) axes.push_back(name);
  return axes;
}

/// True for SQL, and for a column without dimensions.
bool is_number(const Table& table, const std::string& y) {
  const Column* column = table.find(y);
  return !column || column->dimensions.empty();
}

/// The result by which settings are ordered: y if it is a number, else test_mse or the first scalar result.
std::string metric_of(const Table& table, const PlotQuestion& q) {
  return is_number(table, q.y) ? q.y : main_result(table);
}

SettingOrder order_of(const Table& table, const PlotQuestion& q) {
  const std::string metric = metric_of(table, q);
  SettingOrder order{.rule = q.rule, .metric = "the number of experiments", .value = "-1"};
  if (!metric.empty()) order = {q.rule, metric, finite(value_sql(table, metric)), q.largest};
  for (const auto& name : {q.by, q.marker})
    if (!name.empty()) order.lines.push_back(name);
  order.absent_has_place = !q.down.empty();
  if (is_text_parameter(table, q.x) && q.x != q.by && q.x != q.marker) order.lines.push_back(q.x);
  return order;
}

/// Adds the directions that are known without an option.
PlotQuestion with_directions(const SqlDatabase& database, const Table& table, PlotQuestion q) {
  const auto& header = database.store().header();
  q.largest |= largest_is_best(header, q.front ? q.y : metric_of(table, q));
  q.x_largest |= q.front && largest_is_best(header, q.x);
  return q;
}

}  // namespace

bool is_text_parameter(const Table& table, const std::string& name) {
  const Column* column = table.find(name);
  return column && column->kind == ValueType::text && column->role == Role::parameter;
}

std::string value_sql(const Table& table, const std::string& text) {
  return table.find(text) ? '"' + text + '"' : '(' + text + ')';
}

Figure asked_plot(const SqlDatabase& database, const PlotQuestion& asked) {
  const Table& table = asked_table(database.store(), asked.task).table();
  PlotQuestion q = with_directions(database, table, asked);
  q.task = table.task;
  if (q.y.empty()) {
    const auto results = names_of(table, Role::result);
    throw Error(ErrorKind::config, fmt::format("plot: say what with --y RESULT or --pareto RESULT,RESULT; {} has {}",
                                               q.task, results.empty() ? "none" : first_of(results)));
  }
  for (const auto& [option, text] : {std::pair("--y", q.y), {"--x", q.x}})
    if (!text.empty() && !q.front) check_expression(database, table, option, text);
  check(table, q);
  if (q.front) return front_plot(database, q);
  const std::string against = q.x.empty() ? table.find(q.y)->dimensions[0] : q.texts.name(q.x);
  const bool bare = !q.down.empty() || q.rule == SettingRule::all;
  const std::string seeds = bare          ? (q.quartiles ? "median of" : "mean of")
                            : q.quartiles ? median_of_seeds
                                          : mean_of_seeds;
  return {"plot",
          q.texts.title.value_or(fmt::format("{}: {} against {}{}", q.task, q.texts.name(q.y), against,
                                             q.down.empty() ? "" : " and " + q.texts.name(q.down))),
          {},
          {{.task = q.task,
            .condition = "1",
            .axes = axes_of(table, q),
            .seeds = seeds,
            .value = is_number(table, q.y) ? finite(value_sql(table, q.y)) : "",
            .order = order_of(table, q)}},
          [q](const SqlDatabase& from, const std::vector<Chosen>& chosen) {
            return q.down.empty() ? asked_series(from, q, chosen.at(0)) : asked_matrix(from, q, chosen.at(0));
          }};
}

}  // namespace icsweep
