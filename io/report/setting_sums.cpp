#include "io/report/setting_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "io/base/statistics.hpp"

namespace icsweep::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr double no_mean = std::numeric_limits<double>::quiet_NaN();

bool is_scalar_result(const Column& c) {
  return c.role == Role::result && c.dimensions.empty() && c.kind != ValueType::text;
}

Json value_json(const Column& c, const Value& value) {
  if (c.kind == ValueType::text) return text_of(value);
  const double number = number_of(value);
  if (std::isfinite(number) && std::abs(number) < 0x1p53) return number;
  return is_missing(value) ? Json(nullptr) : Json(to_text(value));
}

}  // namespace

SettingSums::SettingSums(const TaskColumns& rows) : rows_(rows), of_(std::size_t(rows.rows())) {
  if (rows.rows() > 0) first_.push_back(0);
  for (const auto& c : rows.table().columns) {
    if (c.role != Role::parameter) continue;
    const ParameterCodes parameter = rows.parameter(c);
    if (!parameter.varies()) continue;
    varying_.push_back(c.name);
    if (c.repeats) continue;
    refine(parameter);
    axes_.push_back(&c);
  }
  count();
}

/// Separates the rows of a setting that differ in the parameter.
void SettingSums::refine(const ParameterCodes& parameter) {
  const std::uint64_t values = parameter.values.size();
  const Codes codes = codes_of(
      rows_.rows(), [&](std::int64_t row) { return of_[std::size_t(row)] * values + parameter.codes.at(row); });
  first_ = codes.first;
  for (std::size_t row = 0; row < of_.size(); ++row) of_[row] = codes.at(std::int64_t(row));
}

void SettingSums::count() {
  planned_.assign(size(), 0);
  counted_.assign(size(), 0);
  for (std::int64_t row = 0; row < rows_.rows(); ++row) {
    planned_[of_[std::size_t(row)]] += rows_.is_planned(row);
    counted_[of_[std::size_t(row)]] += rows_.counts(row);
  }
}

bool SettingSums::varies(const std::string& parameter) const {
  return std::ranges::find(varying_, parameter) != varying_.end();
}

Moments SettingSums::moments(const std::vector<double>& values) const {
  Moments m{std::vector<std::int64_t>(size()), std::vector<double>(size()), std::vector<double>(size())};
  std::vector<ExactSum> sums(size());
  const auto each = [&](const auto& take) {
    for (std::size_t row = 0; row < values.size(); ++row)
      if (std::isfinite(values[row]) && rows_.counts(std::int64_t(row))) take(of_[row], values[row]);
  };
  each([&](std::uint32_t s, double v) { ++m.n[s], sums[s].add(v); });
  for (std::size_t s = 0; s < size(); ++s) m.mean[s] = m.n[s] > 0 ? sums[s].over(double(m.n[s])) : no_mean;
  each([&](std::uint32_t s, double v) { m.square[s] += (v - m.mean[s]) * (v - m.mean[s]); });
  return m;
}

Json SettingSums::at(std::size_t setting) const {
  Json at = Json::object();
  for (const Column* c : axes_) at[c->name] = value_json(*c, rows_.parameter_at(*c, first_[setting]));
  return at;
}

Json SettingSums::column(const Column& c, NumberArrays& arrays) const {
  Json json{{"name", c.name}, {"role", "parameter"}, {"integral", c.kind == ValueType::integer}, {"varies", true}};
  std::vector<double> numbers;
  std::vector<std::int64_t> integers;
  std::vector<std::string> texts;
  for (const std::int64_t row : first_) {
    const Value value = rows_.parameter_at(c, row);
    if (c.kind == ValueType::text) texts.push_back(text_of(value));
    else if (c.kind == ValueType::integer && !c.is_extended()) integers.push_back(std::get<std::int64_t>(value));
    else numbers.push_back(number_of(value));
  }
  json.update(!texts.empty()      ? column_json(texts, arrays)
              : !integers.empty() ? column_json(integers, arrays)
                                  : column_json(numbers, Digits::exact, arrays));
  return json;
}

Json SettingSums::json(NumberArrays& arrays) const {
  std::vector<const Column*> results;
  for (const auto& c : rows_.table().columns)
    if (is_scalar_result(c)) results.push_back(&c);
  if (size() * (axes_.size() + 3 * results.size() + 2) > max_setting_numbers) return nullptr;
  Json columns = Json::array(), means = Json::array();
  for (const Column* c : axes_) columns.push_back(column(*c, arrays));
  for (const Column* c : results) {
    const Moments m = moments(rows_.numbers(*c));
    means.push_back({{"name", c->name},
                     {"n", arrays.add(m.n)},
                     {"mean", arrays.add(m.mean, Digits::exact)},
                     {"square", arrays.add(m.square, Digits::exact)}});
  }
  return {{"count", size()},
          {"columns", std::move(columns)},
          {"planned", arrays.add(planned_)},
          {"counted", arrays.add(counted_)},
          {"results", std::move(means)}};
}

Json SettingSums::best(const Column& metric, bool largest) const {
  const Moments m = moments(rows_.numbers(metric));
  std::vector<std::size_t> order;
  for (std::size_t s = 0; s < size(); ++s)
    if (m.n[s] > 0) order.push_back(s);
  if (order.size() < 2) return nullptr;
  std::ranges::stable_sort(order,
                           [&](auto a, auto b) { return largest ? m.mean[a] > m.mean[b] : m.mean[a] < m.mean[b]; });
  const auto one = [&](std::size_t s) -> Json {
    const double n = double(m.n[s]);
    const double half = n < 2 ? no_mean : student_quantile(n - 1) * std::sqrt(m.square[s] / (n - 1) / n);
    return {{"at", at(s)}, {"n", m.n[s]}, {"mean", m.mean[s]}, {"half", half}};
  };
  return {{"metric", metric.name}, {"largest", largest},    {"settings", order.size()},
          {"best", one(order[0])}, {"next", one(order[1])}, {"median", one(order[(order.size() - 1) / 2])}};
}

}  // namespace icsweep::report
