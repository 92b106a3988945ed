#include "io/sweep_file/sweep_draws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "io/base/decimal.hpp"

namespace icsweep::sweep_values {
namespace {

using Law = Draw::Law;

bool is_integer(const Value& value) {
  return std::holds_alternative<std::int64_t>(value);
}

bool is_finite_number(const Value& value) {
  return is_number(value) && std::isfinite(as_number(value));
}

/// The key beside the law that goes with it; nullptr: none does.
const char* companion_of(Law law) {
  return law == Law::choice ? "weights" : law == Law::uniform || law == Law::integer ? "step" : nullptr;
}

void expect_companions(const Reader& read, std::string_view name, const toml::table& table, Law law) {
  const char* companion = companion_of(law);
  for (const auto& [key, node] : table)
    if (key.str() != name_of(law) && key != "when" && !(companion && key.str() == companion))
      read.fail(read.place(node).line,
                fmt::format("{} in {} does not go with {}, remove it", key.str(), name, name_of(law)));
}

/// Why the two values are no bounds of the law, or no mean and deviation; empty if they are.
std::string wrong_pair(Law law, const std::vector<Value>& values) {
  const bool two = values.size() == 2 && std::ranges::all_of(values, is_finite_number);
  const double a = two ? as_number(values[0]) : 0, b = two ? as_number(values[1]) : 0;
  const bool integers = two && is_integer(values[0]) && is_integer(values[1]);
  switch (law) {
    case Law::normal:
      return two && b > 0 ? "" : "[mean, standard deviation], the deviation above 0";
    case Law::integer:
      return integers && a < b ? "" : "[low, high], both integers, low below high";
    case Law::log_integer:
      return integers && a < b && a > 0 ? "" : "[low, high], both positive integers, low below high";
    case Law::log_uniform:
      return two && a < b && a > 0 ? "" : "[low, high], both positive, low below high";
    default:
      return two && a < b ? "" : "[low, high], low below high";
  }
}

void read_step(const Reader& read, std::string_view name, const toml::node& node, Draw& draw) {
  const Value step = read.value(fmt::format("step of {}", name), node);
  const bool kind = is_finite_number(step) && as_number(step) > 0 && (draw.law != Law::integer || is_integer(step));
  if (!kind)
    read.fail(read.place(node).line,
              fmt::format("step of {} must be a positive {}", name, draw.law == Law::integer ? "integer" : "number"));
  const double low = as_number(draw.values[0]), high = as_number(draw.values[1]);
  const double steps = (high - low) / as_number(step), whole = std::round(steps),
               fit = std::max(1.0, std::floor(steps));
  if (whole < 1 || std::abs(steps - whole) > 1e-9 * whole)
    read.fail(read.place(node).line,
              fmt::format("step {} of {} does not lead from {} to {}: end at {} or {}", to_text(step), name,
                          to_text(draw.values[0]), to_text(draw.values[1]), decimal(low + fit * as_number(step)),
                          decimal(low + (fit + 1) * as_number(step))));
  draw.step = draw.law == Law::uniform ? Value(as_number(step)) : step;
}

void read_weights(const Reader& read, std::string_view name, const toml::node& node, Draw& draw) {
  const auto* list = node.as_array();
  if (!list) read.fail(read.place(node).line, fmt::format("weights of {} must be a list", name));
  const std::vector<Value> values = read.list(fmt::format("weights of {}", name), *list);
  const auto is_weight = [](const Value& v) { return is_finite_number(v) && as_number(v) >= 0; };
  if (values.size() != draw.values.size() || !std::ranges::all_of(values, is_weight))
    read.fail(read.place(node).line, fmt::format("weights of {} must be {} numbers, one per choice and none below 0",
                                                 name, draw.values.size()));
  for (const Value& value : values) draw.weights.push_back(as_number(value));
  const double sum = std::accumulate(draw.weights.begin(), draw.weights.end(), 0.0);
  const bool whole = std::ranges::all_of(values, is_integer) && sum > 0;
  if (!whole && std::abs(sum - 1) > 1e-6)
    read.fail(read.place(node).line,
              fmt::format("weights of {} have the sum {:g}: write whole numbers, or shares with the sum 1", name, sum));
  for (double& weight : draw.weights) weight /= sum;
}

}  // namespace

std::optional<Draw> read_draw(const Reader& read, std::string_view name, const toml::table& table) {
  const auto law = std::ranges::find_if(draw_laws, [&](Law l) { return table.contains(name_of(l)); });
  if (law == std::end(draw_laws)) return std::nullopt;
  expect_companions(read, name, table, *law);
  const toml::node& node = *table.get(name_of(*law));
  const int line = read.place(node).line;
  if (!node.is_array()) read.fail(line, fmt::format("{} of {} must be a list", name_of(*law), name));
  Draw draw{*law, read.list(name, *node.as_array())};
  if (draw.law == Law::choice) {
    if (const auto* weights = table.get("weights")) read_weights(read, name, *weights, draw);
    return draw;
  }
  if (const std::string form = wrong_pair(*law, draw.values); !form.empty())
    read.fail(line, fmt::format("{} of {} must be {}", name_of(*law), name, form));
  if (!std::isfinite(as_number(draw.values[1]) - as_number(draw.values[0])))
    read.fail(line, fmt::format("{} of {} is wider than the largest number, draw from less", name_of(*law), name));
  if (*law != Law::integer && *law != Law::log_integer)
    for (auto& bound : draw.values) bound = as_number(bound);
  if (const auto* step = table.get("step")) read_step(read, name, *step, draw);
  return draw;
}

}  // namespace icsweep::sweep_values
