#include "io/store/parameter_cell.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace icsweep {
namespace {

constexpr auto absent_integer = std::numeric_limits<std::int64_t>::min(), none_integer = absent_integer + 1;
constexpr char none_json[] = "null";

Cell missing_cell(bool is_none, ValueType kind) {
  if (kind == ValueType::integer) return is_none ? none_integer : absent_integer;
  if (kind == ValueType::text) return std::string(is_none ? none_json : absent_text);
  return is_none ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
}

/// None or Absent if the cell marks it; else nothing.
std::optional<Value> missing_value(const Cell& cell, ValueType type) {
  if (const auto* integer = std::get_if<std::int64_t>(&cell)) {
    if (*integer == absent_integer) return Absent{};
    if (*integer == none_integer) return None{};
  } else if (const auto* real = std::get_if<double>(&cell)) {
    if (std::isnan(*real)) return Absent{};
    if (std::isinf(*real)) return None{};
  } else if (const auto* text = std::get_if<std::string>(&cell)) {
    if (*text == absent_text) return Absent{};
    if (type == ValueType::composite && *text == none_json) return None{};
  }
  return std::nullopt;
}

}  // namespace

ValueType kind_of(ValueType type) {
  if (type == ValueType::boolean) return ValueType::integer;
  return type == ValueType::composite ? ValueType::text : type;
}

Cell parameter_cell(const Value& value, ValueType type) {
  if (is_missing(value)) return missing_cell(type_of(value) == ValueType::none, kind_of(type));
  if (const auto* flag = std::get_if<bool>(&value)) return std::int64_t(*flag);
  if (const auto* composite = std::get_if<Composite>(&value)) return composite->json;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::get<std::int64_t>(value);
}

Value parameter_value(const Cell& cell, ValueType type, bool may_be_missing) {
  if (may_be_missing)
    if (auto missing = missing_value(cell, type)) return *std::move(missing);
  switch (type) {
    case ValueType::boolean:
      return std::get<std::int64_t>(cell) != 0;
    case ValueType::composite:
      return Composite{std::get<std::string>(cell)};
    case ValueType::integer:
      return std::get<std::int64_t>(cell);
    case ValueType::real:
      return std::get<double>(cell);
    default:
      return std::get<std::string>(cell);
  }
}

void expect_no_mark(const Parameter& parameter, const Value& value) {
  if (is_missing(value) || !missing_value(parameter_cell(value, parameter.type()), parameter.type())) return;
  refuse_setting(fmt::format("{}: has a value by which stores mark a missing one, use another", parameter.name));
}

}  // namespace icsweep
