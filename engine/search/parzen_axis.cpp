#include "engine/search/parzen_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <numeric>

namespace icsweep {
namespace {

using Law = Draw::Law;

constexpr double of_distance = 0.7;

double number(const Value& value) {
  return type_of(value) == ValueType::integer ? double(std::get<std::int64_t>(value)) : std::get<double>(value);
}

/// The mass of the standard normal distribution below z.
double normal_below(double z) {
  return std::erfc(-z / std::sqrt(2.0)) / 2;
}

}  // namespace

ParzenAxis::ParzenAxis(Draw draw) : draw_(std::move(draw)) {
  if (draw_.law == Law::choice) return;
  low_ = number(draw_.values[0]), high_ = number(draw_.values[1]);
  if (draw_.law == Law::integer) low_ -= 0.5, high_ += 0.5;
  if (draw_.law == Law::log_uniform) low_ = std::log(low_), high_ = std::log(high_);
}

double ParzenAxis::place(const Value& value) const {
  if (draw_.law == Law::choice)
    return double(std::find(draw_.values.begin(), draw_.values.end(), value) - draw_.values.begin());
  return draw_.law == Law::log_uniform ? std::log(number(value)) : number(value);
}

Value ParzenAxis::value(double place) const {
  if (draw_.law == Law::choice) return draw_.values[std::size_t(place)];
  if (draw_.law == Law::integer)
    return std::clamp(std::int64_t(std::llround(place)), std::get<std::int64_t>(draw_.values[0]),
                      std::get<std::int64_t>(draw_.values[1]));
  const double exact = draw_.law == Law::log_uniform ? std::exp(place) : place;
  const double rounded = std::strtod(fmt::format("{:.6g}", exact).c_str(), nullptr);
  return std::clamp(rounded, number(draw_.values[0]), number(draw_.values[1]));
}

Bump ParzenAxis::cut_off(double center, double spread) const {
  if (high_ <= low_) return {low_, 1};
  return {center, spread, normal_below((high_ - center) / spread) - normal_below((low_ - center) / spread)};
}

Bump ParzenAxis::prior() const {
  if (draw_.law == Law::choice) return {0, 1};
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
  if (spread == Spread::neighbours) {
    spreads = distances(draws);
    for (double& s : spreads) s = std::clamp(of_distance * s, range / std::min(100.0, n + 2), range);
  }
  for (std::size_t i = 0; i < draws.size(); ++i) bumps.push_back(cut_off(draws[i], spreads[i]));
  return bumps;
}

double ParzenAxis::density(const Bump& bump, double place) const {
  if (draw_.law == Law::choice)
    return bump.spread / double(draw_.values.size()) + (place == bump.center ? 1 - bump.spread : 0);
  if (high_ <= low_) return 1;
  const double z = (place - bump.center) / bump.spread, half = 0.5 / bump.spread;
  if (draw_.law == Law::integer) return (normal_below(z + half) - normal_below(z - half)) / bump.inside;
  return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi) / bump.spread / bump.inside;
}

double ParzenAxis::draw(const Bump& bump, RandomStream& random) const {
  if (draw_.law == Law::choice)
    return random.uniform() < bump.spread ? double(random.below(draw_.values.size())) : bump.center;
  if (high_ <= low_) return low_;
  double place = 0;
  do place = bump.center + bump.spread * random.normal();
  while (place < low_ || place > high_);
  return draw_.law == Law::integer ? std::round(place) : place;
}

}  // namespace icsweep
