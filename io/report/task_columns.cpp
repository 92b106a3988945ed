#include "io/report/task_columns.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "io/query/selection.hpp"
#include "io/store/parameter_cell.hpp"

namespace icsweep::report {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// Equal for equal numbers: for 0 and −0, and for all NaN.
std::uint64_t key_of(double value) {
  return std::bit_cast<std::uint64_t>(std::isnan(value) ? no_number : value + 0.0);
}

Value value_of(const Column& c, const Cell& cell) {
  return parameter_value(cell, c.type(), c.optional || c.nullable);
}

/// Gives all missing values the number of the first of them.
void join_missing(ParameterCodes& p) {
  const auto first = std::ranges::find_if(p.values, is_missing);
  if (first == p.values.end() || std::find_if(first + 1, p.values.end(), is_missing) == p.values.end()) return;
  std::vector<std::uint32_t> places;
  ParameterCodes joined;
  std::uint32_t missing = 0;
  for (std::size_t i = 0; i < p.values.size(); ++i) {
    const bool again = is_missing(p.values[i]) && p.values.begin() + std::ptrdiff_t(i) != first;
    places.push_back(again ? missing : std::uint32_t(joined.values.size()));
    if (p.values.begin() + std::ptrdiff_t(i) == first) missing = places.back();
    if (again) continue;
    joined.values.push_back(p.values[i]);
    joined.codes.first.push_back(p.codes.first[i]);
  }
  for (const std::uint32_t code : p.codes.of) joined.codes.of.push_back(places[code]);
  p = std::move(joined);
}

}  // namespace

bool ParameterCodes::varies() const {
  return std::ranges::count_if(values, [](const Value& v) { return !is_missing(v); }) > 1;
}

TaskColumns::TaskColumns(const StoredTable& table)
    : table_(table), status_(table.integers("status")), planned_(table.integers("planned")) {}

bool TaskColumns::is_planned(std::int64_t row) const {
  return icsweep::is_planned(planned_[std::size_t(row)]);
}

bool TaskColumns::counts(std::int64_t row) const {
  return icsweep::counts(status_[std::size_t(row)], planned_[std::size_t(row)]);
}

std::string TaskColumns::left_out() const {
  LeftOut left_out;
  for (std::size_t row = 0; row < status_.size(); ++row) left_out.add(status_[row], planned_[row]);
  return left_out.text(table().task);
}

std::vector<double> TaskColumns::reals(const Column& c) const {
  auto values = table_.reals(c.name, 0, rows());
  const bool result = c.role == Role::result, record = c.role == Role::record;
  for (std::int64_t row = 0; row < rows() && (result || record); ++row)
    if (result ? outcome(row) != Outcome::done : is_pending(row)) values[std::size_t(row)] = no_number;
  return values;
}

std::vector<double> TaskColumns::numbers(const Column& c) const {
  if (c.kind == ValueType::real) return reals(c);
  const auto integers = table_.integers(c.name);
  return {integers.begin(), integers.end()};
}

std::vector<double> TaskColumns::numbers(std::string_view name) const {
  const Column* column = table().find(name);
  return column ? numbers(*column) : std::vector<double>(std::size_t(rows()), no_number);
}

TextCells TaskColumns::texts(const Column& c) const {
  std::string bytes = table_.text_bytes(c.name);
  const auto width = static_cast<std::size_t>(c.width);
  for (std::int64_t row = 0; row < rows() && (c.role == Role::result || c.role == Role::record); ++row)
    if (is_pending(row) && width > 0) bytes[std::size_t(row) * width] = '\0';
  return {std::move(bytes), width};
}

ParameterCodes TaskColumns::parameter(const Column& c) const {
  ParameterCodes p;
  const auto take = [&](const auto& cell) {
    for (const std::int64_t row : p.codes.first) p.values.push_back(value_of(c, Cell(cell(row))));
  };
  if (c.kind == ValueType::text) {
    const TextCells texts = this->texts(c);
    p.codes = codes_of(rows(), [&](std::int64_t row) { return texts[row]; });
    take([&](std::int64_t row) { return std::string(texts[row]); });
  } else if (c.kind == ValueType::integer) {
    const auto integers = table_.integers(c.name);
    p.codes = codes_of(rows(), [&](std::int64_t row) { return integers[std::size_t(row)]; });
    take([&](std::int64_t row) { return integers[std::size_t(row)]; });
  } else {
    const auto numbers = table_.reals(c.name, 0, rows());
    p.codes = codes_of(rows(), [&](std::int64_t row) { return key_of(numbers[std::size_t(row)]); });
    take([&](std::int64_t row) { return numbers[std::size_t(row)]; });
  }
  join_missing(p);
  return p;
}

Value TaskColumns::parameter_at(const Column& c, std::int64_t row) const {
  if (c.kind == ValueType::text) return value_of(c, table_.text(c.name, row));
  if (c.kind == ValueType::integer) return value_of(c, table_.integer(c.name, row));
  return value_of(c, table_.reals(c.name, row, 1).at(0));
}

double number_of(const Value& value) {
  return is_missing(value) ? no_number : as_number(value);
}

std::string text_of(const Value& value) {
  return is_missing(value) ? "" : to_text(value);
}

}  // namespace icsweep::report
