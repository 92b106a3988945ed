#include "engine/verify/compared_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "io/base/decimal.hpp"
#include "io/store/parameter_cell.hpp"
#include "io/base/statistics.hpp"

namespace icsweep {
namespace {

using Sides = std::array<const ComparedTable*, 2>;

/// Values of a parameter, in their usual decimal form.
std::vector<std::string> parameter_texts(const ComparedTable& side, const Column& column) {
  const StoredTable& stored = side.stored();
  const Column* own = stored.table().find(column.name);
  if (!own || own->role != Role::parameter)
    return std::vector<std::string>(side.keys.size(), column.neutral.value_or("?"));
  std::vector<std::string> texts;
  const auto add = [&](const auto& cells, auto written) {
    for (const auto& cell : cells) {
      const Value value = parameter_value(cell, own->type(), own->optional || own->nullable);
      texts.push_back(is_missing(value) ? to_text(value) : written(value));
    }
  };
  const auto text = [](const Value& value) { return to_text(value); };
  if (own->kind == ValueType::text) add(stored.texts(column.name), text);
  else if (own->kind == ValueType::integer) add(stored.integers(column.name), text);
  else add(stored.reals(column.name), [](const Value& value) { return to_text(decimal(as_number(value))); });
  return texts;
}

/// Parameters of either table, except seeds.
std::vector<Column> setting_parameters(const Sides& sides) {
  std::vector<Column> all;
  for (const auto* side : sides)
    for (const auto& c : side->stored().table().columns)
      if (c.role == Role::parameter && !c.repeats &&
          std::none_of(all.begin(), all.end(), [&](const Column& o) { return o.name == c.name; }))
        all.push_back(c);
  return all;
}

/// True if the compared rows of both sides have more than one text.
bool varies(const Sides& sides, const std::array<std::vector<std::string>, 2>& texts) {
  std::set<std::string> seen;
  for (std::size_t side : {0u, 1u})
    for (const std::size_t row : sides[side]->rows) seen.insert(texts[side][row]);
  return seen.size() > 1;
}

/// Rows of a setting in each store.
struct SettingRows {
  std::array<std::vector<std::size_t>, 2> rows;
  bool changed = false;
};

/// Settings by text, "depth = 3, learning_rate = 0.1": the parameters that vary within the stores or between them.
std::map<std::string, SettingRows> settings_of(const Sides& sides,
                                               const std::array<const std::vector<bool>*, 2>& changed) {
  std::array<std::vector<std::string>, 2> names;
  for (std::size_t side : {0u, 1u}) names[side].resize(sides[side]->keys.size());
  for (const Column& column : setting_parameters(sides)) {
    const std::array<std::vector<std::string>, 2> texts{parameter_texts(*sides[0], column),
                                                        parameter_texts(*sides[1], column)};
    if (!varies(sides, texts)) continue;
    for (std::size_t side : {0u, 1u})
      for (const std::size_t row : sides[side]->rows)
        names[side][row] +=
            fmt::format("{}{} = {}", names[side][row].empty() ? "" : ", ", column.name, texts[side][row]);
  }
  std::map<std::string, SettingRows> settings;
  for (std::size_t side : {0u, 1u})
    for (const std::size_t row : sides[side]->rows) {
      SettingRows& setting = settings[names[side][row]];
      setting.rows[side].push_back(row);
      setting.changed |= (*changed[side])[row];
    }
  return settings;
}

/// Half-width of Welch's interval for the difference of two means; NaN if a side has one value.
double welch(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() < 2 || b.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  const double sa = stddev(a), sb = stddev(b), va = sa * sa / double(a.size()), vb = sb * sb / double(b.size());
  if (va + vb == 0) return 0;
  const double freedom = (va + vb) * (va + vb) / (va * va / double(a.size() - 1) + vb * vb / double(b.size() - 1));
  return student_quantile(freedom) * std::sqrt(va + vb);
}

/// Values of a result in the done rows of a setting, by key, without NaN.
std::map<std::string, double> values_of(const ComparedTable& side, const std::vector<std::size_t>& rows,
                                        const std::vector<double>& column) {
  std::map<std::string, double> values;
  for (const std::size_t row : rows)
    if (side.outcome(row) == Outcome::done && !std::isnan(column[row])) values[side.keys[row]] = column[row];
  return values;
}

using ByKey = std::map<std::string, double>;

std::vector<double> numbers_of(const ByKey& values) {
  std::vector<double> numbers;
  for (const auto& [key, value] : values) numbers.push_back(value);
  return numbers;
}

/// Values whose keys are in both.
ByKey shared(const ByKey& values, const ByKey& other) {
  ByKey both;
  for (const auto& [key, value] : values)
    if (other.contains(key)) both.emplace(key, value);
  return both;
}

/// Difference of the means, if there are values to compare and not all are equal.
std::optional<MeanDifference> difference_of(const ByKey& all_a, const ByKey& all_b) {
  ByKey a = shared(all_a, all_b), b = shared(all_b, all_a);
  const bool paired = !a.empty();
  if (!paired) a = all_a, b = all_b;
  if (a.empty() || b.empty() || a == b) return std::nullopt;
  const std::array<std::vector<double>, 2> values{numbers_of(a), numbers_of(b)};
  MeanDifference d;
  d.seeds = {a.size(), b.size()};
  d.mean = {mean(values[0]), mean(values[1])};
  d.difference = d.mean[1] - d.mean[0];
  d.paired = paired;
  std::vector<double> steps;
  for (std::size_t i = 0; paired && i < values[0].size(); ++i) steps.push_back(values[1][i] - values[0][i]);
  d.half_width = paired ? ci95(steps) : welch(values[0], values[1]);
  return d;
}

/// Size of the difference in half-widths; without an interval, below all others.
double clearness(const MeanDifference& d) {
  return std::isnan(d.half_width) ? -1 : std::abs(d.difference) / d.half_width;
}

}  // namespace

void compare_settings(const ComparedTable& a, const ComparedTable& b, const std::vector<bool>& changed_a,
                      const std::vector<bool>& changed_b, TaskDifference& answer) {
  const Sides sides{&a, &b};
  const auto settings = settings_of(sides, {&changed_a, &changed_b});
  std::vector<std::string> results;
  for (const auto& c : a.stored().table().columns)
    if (const Column* other = b.stored().table().find(c.name);
        c.role == Role::result && c.dimensions.empty() && other && other->dimensions.empty())
      results.push_back(c.name);
  for (const auto& [name, setting] : settings) {
    const bool in_a = !setting.rows[0].empty(), in_b = !setting.rows[1].empty();
    if (in_a && in_b) ++answer.settings;
    else answer.settings_alone[in_b].push_back(name);
  }
  for (const auto& result : results) {
    const std::array<std::vector<double>, 2> columns{a.stored().reals(result), b.stored().reals(result)};
    for (const auto& [name, setting] : settings) {
      if (!setting.changed) continue;
      auto d = difference_of(values_of(a, setting.rows[0], columns[0]), values_of(b, setting.rows[1], columns[1]));
      if (!d) continue;
      d->setting = name;
      d->result = result;
      answer.means.push_back(*std::move(d));
    }
  }
  std::stable_sort(answer.means.begin(), answer.means.end(),
                   [](const auto& x, const auto& y) { return clearness(x) > clearness(y); });
}

}  // namespace icsweep
