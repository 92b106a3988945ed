#include "engine/search/parzen_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <numeric>

#include "engine/sweep/draws.hpp"

namespace icsweep {
namespace {

using Law = Draw::Law;

constexpr double of_distance = 0.7;

/// Standard deviations on each side of the mean that count as the range of a normal law.
constexpr double normal_range = 3;

bool is_log(const Draw& draw) {
  return draw.law == Law::log_uniform || draw.law == Law::log_integer;
}

/// The mass of the standard normal distribution below z.
double normal_below(double z) {
  return std::erfc(-z / std::sqrt(2.0)) / 2;
}

}  // namespace

ParzenAxis::ParzenAxis(Draw draw) : draw_(std::move(draw)) {
  if (draw_.law == Law::choice) return;
  low_ = as_number(draw_.values[0]), high_ = as_number(draw_.values[1]);
  if (draw_.law == Law::normal) low_ = low_ - normal_range * high_, high_ = low_ + 2 * normal_range * high_;
  else if (draw_.step) low_ = -0.5, high_ = step_count(draw_) - 0.5;
  else if (draw_.law == Law::integer || draw_.law == Law::log_integer) low_ -= 0.5, high_ += 0.5;
  if (is_log(draw_)) low_ = std::log(low_), high_ = std::log(high_);
}

/// True if only some places are those of values.
bool ParzenAxis::is_whole() const {
  return draw_.step || draw_.law == Law::integer || draw_.law == Law::log_integer;
}

double ParzenAxis::place(const Value& value) const {
  if (draw_.law == Law::choice)
    return double(std::find(draw_.values.begin(), draw_.values.end(), value) - draw_.values.begin());
  const double number = as_number(value);
  if (draw_.step) return std::round((number - as_number(draw_.values[0])) / as_number(*draw_.step));
  return is_log(draw_) ? std::log(number) : number;
}

Value ParzenAxis::value(double place) const {
  if (draw_.law == Law::choice)  // an unknown value, of another type, has the place behind the last
    return draw_.values[std::min(std::size_t(place), draw_.values.size() - 1)];
  if (draw_.step) return step_value(draw_, std::clamp(std::round(place), 0.0, step_count(draw_) - 1));
  const double exact = is_log(draw_) ? std::exp(place) : place;
  if (is_whole()) return nearest_integer(draw_, exact);
  const double rounded = std::strtod(fmt::format("{:.6g}", exact).c_str(), nullptr);
  if (draw_.law == Law::normal) return rounded;
  return std::clamp(rounded, as_number(draw_.values[0]), as_number(draw_.values[1]));
}

Bump ParzenAxis::cut_off(double center, double spread) const {
  if (draw_.law == Law::normal) return {center, spread};
  if (high_ <= low_) return {low_, 1};
  return {center, spread, normal_below((high_ - center) / spread) - normal_below((low_ - center) / spread)};
}

Bump ParzenAxis::prior() const {
  if (draw_.law == Law::choice) return {0, 1};
  if (draw_.law == Law::normal) return {as_number(draw_.values[0]), as_number(draw_.values[1])};
  return cut_off((low_ + high_) / 2, high_ - low_);
}

std::vector<double> ParzenAxis::distances(const std::vector<double>& draws) const {
  if (draws.size() == 1) return {std::max(draws[0] - low_, high_ - draws[0])};
  std::vector<std::size_t> order(draws.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return draws[i]; });
  std::vector<double> largest(draws.size());
  for (std::size_t i = 1; i < order.size(); ++i) {
    const double distance = draws[order[i]] - draws[order[i - 1]];
    for (const auto draw : {order[i - 1], order[i]}) largest[draw] = std::max(largest[draw], distance);
  }
  return largest;
}

std::vector<Bump> ParzenAxis::around(const std::vector<double>& draws, Spread spread, std::size_t axes) const {
  const double n = double(draws.size()), range = high_ - low_;
  std::vector<Bump> bumps;
  if (draw_.law == Law::choice) {
    const double equal = double(draw_.values.size()) * (spread == Spread::equal ? 1 : 2);
    for (const double place : draws) bumps.push_back({place, equal / (n + 1 + equal)});
    return bumps;
  }
  std::vector<double> spreads(draws.size(), 0.2 * std::pow(n + 1, -1 / (double(axes) + 4)) * range);
  if (spread != Spread::equal) {
    spreads = distances(draws);
    const double narrower = spread == Spread::narrow ? std::sqrt(std::min(1.0, double(axes) / double(many_axes))) : 1,
                 least = narrower * range / std::min(100.0, n + 2);
    for (double& s : spreads) s = std::clamp(of_distance * s, least, range);
  }
  for (std::size_t i = 0; i < draws.size(); ++i) bumps.push_back(cut_off(draws[i], spreads[i]));
  return bumps;
}

double ParzenAxis::weight(double place) const {
  if (draw_.weights.empty()) return 1 / double(draw_.values.size());
  return draw_.weights[std::min(std::size_t(place), draw_.weights.size() - 1)];
}

/// The mass of all numbers that round to a place.
double ParzenAxis::mass(const Bump& bump, double place) const {
  const auto below = [&](double at) { return normal_below((at - bump.center) / bump.spread); };
  if (draw_.law != Law::log_integer) return below(place + 0.5) - below(place - 0.5);
  const double number = std::round(std::exp(place));
  return below(std::log(number + 0.5)) - below(std::log(number - 0.5));
}

double ParzenAxis::density(const Bump& bump, double place) const {
  if (draw_.law == Law::choice) return bump.spread * weight(place) + (place == bump.center ? 1 - bump.spread : 0);
  if (high_ <= low_) return 1;
  if (is_whole()) return mass(bump, place) / bump.inside;
  const double z = (place - bump.center) / bump.spread;
  return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi) / bump.spread / bump.inside;
}

double ParzenAxis::rounded(double place) const {
  return draw_.law == Law::log_integer ? std::log(std::round(std::exp(place))) : std::round(place);
}

double ParzenAxis::draw(const Bump& bump, RandomStream& random) const {
  if (draw_.law == Law::choice) {
    if (!(random.uniform() < bump.spread)) return bump.center;
    return draw_.weights.empty() ? double(random.below(draw_.values.size())) : place(drawn_at(draw_, random.uniform()));
  }
  if (high_ <= low_) return low_;
  double place = 0;
  do place = bump.center + bump.spread * random.normal();
  while (draw_.law != Law::normal && (place < low_ || place > high_));
  return is_whole() ? rounded(place) : place;
}

}  // namespace icsweep
