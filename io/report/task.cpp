#include "io/report/task.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "io/query/selection.hpp"
#include "io/report/curves.hpp"
#include "io/store/parameter_cell.hpp"

namespace icsweep::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t identity_digits = 12;  // enough for `icsweep export --id`, and a third of the size

bool is_shown(const Column& c) {
  return c.dimensions.empty() && c.role != Role::checksum && !is_weights_index(c) && c.name != "digest";
}

const char* role_name(const Column& c) {
  switch (c.role) {
    case Role::parameter:
      return "parameter";
    case Role::result:
      return "result";
    default:
      return "record";
  }
}

}  // namespace

TaskRows::TaskRows(const StoredTable& table)
    : table_(table), status_(table.integers("status")), planned_(table.integers("planned")) {
  const std::vector<bool> begun = begun_rows(table);
  for (std::size_t i = 0; i < status_.size(); ++i)
    if (Outcome(status_[i]) != Outcome::pending || begun[i]) curved_.push_back(std::int64_t(i));
  identities_ = table.texts("identity");
}

std::int64_t TaskRows::curve_demand() const {
  return std::int64_t(curved_.size()) * curve_values(table());
}

Json TaskRows::values(const Column& c, NumberArrays& arrays) const {
  const auto pending = [&](std::size_t row) { return Outcome(status_[row]) == Outcome::pending; };
  const auto has_no_result = [&](std::size_t row) { return Outcome(status_[row]) != Outcome::done; };
  const bool written_late = c.role == Role::result || c.role == Role::record;
  std::vector<std::string> texts;
  if (c.role == Role::status) {
    for (const std::int64_t s : status_) texts.emplace_back(name_of(Outcome(s)));
    return column_json(texts, arrays);
  }
  if (c.role == Role::identity) {
    for (const auto& identity : identities_) texts.push_back(identity.substr(0, identity_digits));
    return column_json(texts, arrays);
  }
  if (c.role == Role::parameter && c.is_extended()) return parameters(c, arrays);
  if (c.kind == ValueType::integer) return column_json(table_.integers(c.name), arrays);
  if (c.kind == ValueType::text) {
    texts = table_.texts(c.name);
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (written_late && pending(i)) texts[i].clear();
    return column_json(texts, arrays);
  }
  auto reals = table_.reals(c.name);
  for (std::size_t i = 0; i < reals.size(); ++i)
    if (c.role == Role::result ? has_no_result(i) : written_late && pending(i))
      reals[i] = std::numeric_limits<double>::quiet_NaN();
  const Digits digits = c.name == "finished"        ? Digits::tenth
                        : c.role == Role::parameter ? Digits::exact
                                                    : Digits::seven;
  return column_json(reals, digits, arrays);
}

/// Numbers, and texts of all else; a missing one is null or an empty text.
Json TaskRows::parameters(const Column& c, NumberArrays& arrays) const {
  std::vector<std::string> texts;
  std::vector<double> numbers;
  const auto add = [&](const auto& cells) {
    for (const auto& cell : cells) {
      const Value value = parameter_value(cell, c.type(), c.optional || c.nullable);
      if (c.kind == ValueType::text) texts.push_back(is_missing(value) ? "" : to_text(value));
      else numbers.push_back(is_missing(value) ? std::numeric_limits<double>::quiet_NaN() : as_number(value));
    }
  };
  if (c.kind == ValueType::text) {
    add(table_.texts(c.name));
    return column_json(texts, arrays);
  }
  if (c.kind == ValueType::integer) add(table_.integers(c.name));
  else add(table_.reals(c.name));
  return column_json(numbers, Digits::exact, arrays);
}

Json TaskRows::column(const Column& c, NumberArrays& arrays) const {
  Json column{{"name", c.name},
              {"role", role_name(c)},
              {"integral", c.kind == ValueType::integer},
              {"description", c.description}};
  if (c.role == Role::parameter) column["defaultValue"] = c.default_value;
  if (c.repeats) column["repeats"] = true;
  column.update(values(c, arrays));
  return column;
}

Json TaskRows::json(std::int64_t curve_budget, NumberArrays& arrays) const {
  Json columns = Json::array();
  for (const auto& c : table().columns)
    if (is_shown(c)) columns.push_back(column(c, arrays));
  const std::int64_t each = curve_values(table());
  const auto rows = chosen_rows(curved_, identities_, each == 0 ? 0 : curve_budget / each);
  std::vector<std::int64_t> counted;
  LeftOut left_out;
  for (std::size_t row = 0; row < status_.size(); ++row) {
    counted.push_back(counts(status_[row], planned_[row]));
    left_out.add(status_[row], planned_[row]);
  }
  return {{"task", table().task},
          {"rows", table().rows},
          {"counts", column_json(counted, arrays)},
          {"left_out", left_out.text(table().task)},
          {"curved", curved_.size()},
          {"columns", std::move(columns)},
          {"curves", curves_json(table_, rows, arrays)}};
}

}  // namespace icsweep::report
