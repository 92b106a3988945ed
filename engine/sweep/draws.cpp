#include "engine/sweep/draws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/sobol.hpp>
#include <cmath>

#include "io/base/decimal.hpp"
#include "io/base/statistics.hpp"
#include "tasks/random.hpp"

namespace icsweep {
namespace {

using Law = Draw::Law;

/// The place of u among `count` equal parts.
std::uint64_t part(double u, double count) {
  return std::uint64_t(std::min(std::floor(u * count), count - 1));
}

Value choice_at(const Draw& draw, double u) {
  if (draw.weights.empty()) return draw.values[part(u, double(draw.values.size()))];
  std::size_t place = 0;
  for (double below = draw.weights[0]; u >= below && place + 1 < draw.values.size(); below += draw.weights[place])
    ++place;
  while (place > 0 && draw.weights[place] == 0) --place;  // a sum of weights may round to less than 1
  return draw.values[place];
}

/// Laws whose random draws are not drawn_at() of one uniform number, since sweeps of earlier versions drew them so.
Value drawn_at_random(const Draw& draw, RandomStream& random) {
  const auto real = [&](int i) { return std::get<double>(draw.values[std::size_t(i)]); };
  if (draw.step || !draw.weights.empty()) return drawn_at(draw, random.uniform());
  switch (draw.law) {
    case Law::uniform:
      return random.uniform(real(0), real(1));
    case Law::log_uniform:
      return std::exp(random.uniform(std::log(real(0)), std::log(real(1))));
    case Law::integer: {
      const auto low = std::get<std::int64_t>(draw.values[0]), high = std::get<std::int64_t>(draw.values[1]);
      return low + std::int64_t(random.below(std::uint64_t(high - low) + 1));
    }
    case Law::choice:
      return draw.values[random.below(draw.values.size())];
    default:
      return drawn_at(draw, random.uniform());
  }
}

/// A number in (0, 1) from 64 digits.
double unit(std::uint64_t digits) {
  return (double(digits >> 11) + 0.5) * 0x1p-53;
}

void draw_sobol(const std::vector<Axis*>& drawn, const Schema& schema, const Sample& sample) {
  boost::random::sobol sequence(drawn.size());
  std::vector<std::uint64_t> shifts;
  for (const Axis* axis : drawn)
    shifts.push_back(RandomStream(draw_seed(sample.seed, axis->name), Purpose::sweep, 0).bits());
  for (std::int64_t i = 0; i < sample.count; ++i)
    for (std::size_t a = 0; a < drawn.size(); ++a) {
      const std::uint64_t digits = i == 0 ? 0 : sequence();  // Boost's begins with the second point
      drawn[a]->values.push_back(
          checked(*schema.find(drawn[a]->name), drawn_at(*drawn[a]->draw, unit(digits ^ shifts[a]))));
    }
}

}  // namespace

std::int64_t draw_seed(std::int64_t seed, const std::string& name) {
  std::uint64_t hash = 14695981039346656037u + std::uint64_t(seed);  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return std::int64_t(hash);
}

std::int64_t nearest_integer(const Draw& draw, double number) {
  return std::clamp(std::int64_t(std::llround(number)), std::get<std::int64_t>(draw.values[0]),
                    std::get<std::int64_t>(draw.values[1]));
}

double step_count(const Draw& draw) {
  return std::round((as_number(draw.values[1]) - as_number(draw.values[0])) / as_number(*draw.step)) + 1;
}

bool can_draw(const Draw& draw, const Value& value) {
  if (draw.law == Law::choice) return std::ranges::find(draw.values, value) != draw.values.end();
  if (!is_number(value) || !std::isfinite(as_number(value))) return false;
  if (draw.law == Law::normal) return true;
  const double number = as_number(value), low = as_number(draw.values[0]);
  const double place = draw.step ? (number - low) / as_number(*draw.step) : 0;
  return number >= low && number <= as_number(draw.values[1]) && std::abs(place - std::round(place)) <= 1e-9;
}

Value step_value(const Draw& draw, double place) {
  if (draw.law == Law::integer)
    return std::get<std::int64_t>(draw.values[0]) + std::int64_t(place) * std::get<std::int64_t>(*draw.step);
  return decimal(as_number(draw.values[0]) + place * as_number(*draw.step));
}

Value drawn_at(const Draw& draw, double u) {
  if (draw.law == Law::choice) return choice_at(draw, u);
  if (draw.step) return step_value(draw, double(part(u, step_count(draw))));
  const double a = as_number(draw.values[0]), b = as_number(draw.values[1]);
  switch (draw.law) {
    case Law::integer:
      return std::get<std::int64_t>(draw.values[0]) + std::int64_t(part(u, b - a + 1));
    case Law::log_integer: {
      const double low = std::log(a - 0.5), high = std::log(b + 0.5);
      return nearest_integer(draw, std::exp(low + u * (high - low)));
    }
    case Law::log_uniform:
      return std::clamp(std::exp(std::log(a) + u * (std::log(b) - std::log(a))), a, b);
    case Law::normal:
      return a + b * normal_quantile(u);
    default:
      return a + u * (b - a);
  }
}

void draw_values(Axis& axis, const Parameter& parameter, const Sample& sample) {
  const std::int64_t seed = draw_seed(sample.seed, axis.name);
  for (std::int64_t i = 0; i < sample.count; ++i) {
    RandomStream random(seed, Purpose::sweep, std::uint64_t(i));
    axis.values.push_back(checked(parameter, drawn_at_random(*axis.draw, random)));
  }
  for (const auto& value : axis.proposed) axis.values.push_back(checked(parameter, value));
}

void draw_values(std::vector<Axis>& axes, const Schema& schema, const Sample& sample) {
  std::vector<Axis*> drawn;
  for (Axis& axis : axes)
    if (axis.draw) drawn.push_back(&axis);
  if (sample.sobol && !drawn.empty()) located(sample.place, "", [&] { draw_sobol(drawn, schema, sample); });
  for (Axis* axis : drawn)
    located(axis->place, "", [&] {
      const Parameter& parameter = *schema.find(axis->name);
      if (!sample.sobol) return draw_values(*axis, parameter, sample);
      for (const auto& value : axis->proposed) axis->values.push_back(checked(parameter, value));
    });
}

void check_draw(const Parameter& parameter, const Axis& axis) {
  const Draw& draw = *axis.draw;
  const bool real = draw.law == Law::uniform || draw.law == Law::log_uniform || draw.law == Law::normal;
  if (real && parameter.type() == ValueType::integer)
    throw sweep_error(axis.place, fmt::format("{0} is an integer, draw it with {{integer = [low, high]}} or "
                                              "{{log_integer = [low, high]}}",
                                              axis.name));
  const bool all = draw.law != Law::normal || parameter.type() == ValueType::text;  // a deviation is no value
  for (const auto& value : draw.values)
    if (all) located(axis.place, "", [&] { return checked(parameter, value); });
}

}  // namespace icsweep
