#include "io/report/task.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/query/direction.hpp"
#include "io/query/query.hpp"
#include "io/report/curves.hpp"
#include "io/report/sums.hpp"

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

/// Null for a task without a scalar result.
const Column* metric_of(const Table& table) {
  const Column* metric = table.find(main_result(table));
  return metric && metric->kind != ValueType::text ? metric : nullptr;
}

Digits digits_of(const Column& c) {
  return c.name == "finished" ? Digits::tenth : c.role == Role::parameter ? Digits::exact : Digits::seven;
}

}  // namespace

TaskPage::TaskPage(const TaskColumns& rows, const StoreHeader& header, std::int64_t most)
    : rows_(rows),
      metric_(metric_of(rows.table())),
      largest_(metric_ && largest_is_best(header, metric_->name)),
      listing_(listing_of(rows, most, metric_, largest_)),
      settings_(rows),
      curved_(curved_rows(rows)) {}

std::int64_t TaskPage::curve_demand() const {
  return std::min(std::int64_t(curved_.size()), std::int64_t(listing_.rows.size())) * curve_values(rows_.table());
}

Json TaskPage::values(const Column& c, NumberArrays& arrays) const {
  const auto listed = [&](const auto& at) {
    std::vector<std::decay_t<decltype(at(0))>> values;
    values.reserve(listing_.rows.size());
    for (const std::int64_t row : listing_.rows) values.push_back(at(row));
    return values;
  };
  if (c.role == Role::status)
    return column_json(listed([&](std::int64_t row) { return std::string(name_of(rows_.outcome(row))); }), arrays);
  if (c.role == Role::parameter && c.is_extended()) return parameters(c, arrays);
  if (c.kind == ValueType::text) {
    const TextCells texts = rows_.texts(c);
    const std::size_t most = c.role == Role::identity ? identity_digits : std::string::npos;
    return column_json(listed([&](std::int64_t row) { return std::string(texts[row].substr(0, most)); }), arrays);
  }
  if (c.kind == ValueType::integer) {
    const auto integers = rows_.stored().integers(c.name);
    return column_json(listed([&](std::int64_t row) { return integers[std::size_t(row)]; }), arrays);
  }
  const auto reals = rows_.reals(c);
  return column_json(listed([&](std::int64_t row) { return reals[std::size_t(row)]; }), digits_of(c), arrays);
}

/// Numbers, and texts of all else; a missing one is null or an empty text.
Json TaskPage::parameters(const Column& c, NumberArrays& arrays) const {
  const ParameterCodes parameter = rows_.parameter(c);
  std::vector<std::string> texts;
  std::vector<double> numbers;
  for (const std::int64_t row : listing_.rows) {
    const Value& value = parameter.values[parameter.codes.at(row)];
    if (c.kind == ValueType::text) texts.push_back(text_of(value));
    else numbers.push_back(number_of(value));
  }
  return c.kind == ValueType::text ? column_json(texts, arrays) : column_json(numbers, Digits::exact, arrays);
}

Json TaskPage::column(const Column& c, NumberArrays& arrays) const {
  Json column{{"name", c.name},
              {"role", role_name(c)},
              {"integral", c.kind == ValueType::integer},
              {"description", c.description}};
  if (c.role == Role::parameter) {
    column["defaultValue"] = c.default_value;
    column["varies"] = settings_.varies(c.name);
  }
  if (c.repeats) column["repeats"] = true;
  column.update(values(c, arrays));
  return column;
}

Json TaskPage::sums() const {
  Json sums = tally_json(rows_);
  sums["failures"] = failures_json(rows_);
  sums["rungs"] = rungs_json(rows_);
  sums["unlearnt"] = unlearnt_rows(rows_);
  sums["versions"] = result_versions(rows_);
  sums["best"] = metric_ ? settings_.best(*metric_, largest_) : Json(nullptr);
  return sums;
}

Json TaskPage::curves(std::int64_t budget, NumberArrays& arrays) const {
  std::vector<std::int64_t> candidates, positions;
  std::ranges::set_intersection(listing_.rows, curved_, std::back_inserter(candidates));
  const std::int64_t each = curve_values(rows_.table()), count = each == 0 ? 0 : budget / each;
  const auto rows = std::int64_t(candidates.size()) <= count
                        ? candidates
                        : chosen_rows(std::move(candidates), rows_.texts("identity"), count);
  for (const std::int64_t row : rows) positions.push_back(listing_.position(row));
  return curves_json(rows_.stored(), rows, positions, arrays);
}

Json TaskPage::json(std::int64_t curve_budget, NumberArrays& arrays) const {
  Json columns = Json::array();
  for (const auto& c : rows_.table().columns)
    if (is_shown(c)) columns.push_back(column(c, arrays));
  std::vector<std::int64_t> counted;
  for (const std::int64_t row : listing_.rows) counted.push_back(rows_.counts(row));
  return {{"task", rows_.table().task},
          {"rows", rows_.rows()},
          {"listed", listing_.json(arrays)},
          {"sums", sums()},
          {"settings", listing_.whole ? Json(nullptr) : settings_.json(arrays)},
          {"counts", column_json(counted, arrays)},
          {"left_out", rows_.left_out()},
          {"curved", curved_.size()},
          {"columns", std::move(columns)},
          {"curves", curves(curve_budget, arrays)}};
}

}  // namespace icsweep::report
