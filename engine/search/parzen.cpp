#include "engine/search/parzen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace icsweep {
namespace {

using Law = Draw::Law;

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

Bump ParzenAxis::around(double place, std::size_t components, std::size_t axes) const {
  const double n = double(components);
  if (draw_.law == Law::choice) return {place, double(draw_.values.size()) / (n + double(draw_.values.size()))};
  return cut_off(place, 0.2 * std::pow(n, -1 / (double(axes) + 4)) * (high_ - low_));
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

ParzenDensity::ParzenDensity(const std::vector<ParzenAxis>& axes, const std::vector<std::vector<double>>& draws)
    : axes_(axes) {
  for (const auto& draw : draws) {
    auto& component = components_.emplace_back();
    for (std::size_t a = 0; a < axes.size(); ++a)
      component.push_back(axes[a].around(draw[a], draws.size() + 1, axes.size()));
  }
  auto& prior = components_.emplace_back();
  for (const auto& axis : axes) prior.push_back(axis.prior());
}

double ParzenDensity::log_density(const std::vector<double>& place) const {
  double sum = 0;
  for (const auto& component : components_) {
    double product = 1;
    for (std::size_t a = 0; a < axes_.size(); ++a) product *= axes_[a].density(component[a], place[a]);
    sum += product;
  }
  return std::log(std::max(sum / double(components_.size()), 1e-300));
}

std::vector<double> ParzenDensity::draw(RandomStream& component, std::vector<RandomStream>& by_axis) const {
  const auto& chosen = components_[component.below(components_.size())];
  std::vector<double> place;
  for (std::size_t a = 0; a < axes_.size(); ++a) place.push_back(axes_[a].draw(chosen[a], by_axis[a]));
  return place;
}

}  // namespace icsweep
