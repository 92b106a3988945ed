#include "engine/search/parzen.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace icsweep {

ParzenDensity::ParzenDensity(const std::vector<ParzenAxis>& axes, const std::vector<std::vector<double>>& draws,
                             std::vector<double> weights, Spread spread)
    : axes_(axes), components_(draws.size() + 1), weights_(std::move(weights)) {
  weights_.push_back(1);
  total_ = std::accumulate(weights_.begin(), weights_.end(), 0.0);
  for (std::size_t a = 0; a < axes.size(); ++a) {
    std::vector<double> on_axis;
    for (const auto& draw : draws)
      if (!std::isnan(draw[a])) on_axis.push_back(draw[a]);
    const auto bumps = axes[a].around(on_axis, spread, axes.size());
    for (std::size_t i = 0, known = 0; i < draws.size(); ++i)
      components_[i].push_back(std::isnan(draws[i][a]) ? axes[a].prior() : bumps[known++]);
    components_.back().push_back(axes[a].prior());
  }
}

double ParzenDensity::log_density(const std::vector<double>& place) const {
  double sum = 0;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    double product = weights_[i];
    for (std::size_t a = 0; a < axes_.size(); ++a)
      if (!std::isnan(place[a])) product *= axes_[a].density(components_[i][a], place[a]);
    sum += product;
  }
  return std::log(std::max(sum / total_, 1e-300));
}

std::size_t ParzenDensity::chosen_by(RandomStream& random) const {
  if (std::ranges::count(weights_, 1.0) == std::ptrdiff_t(weights_.size())) return random.below(weights_.size());
  double left = total_ * random.uniform();
  std::size_t i = 0;
  while (i + 1 < components_.size() && (left -= weights_[i]) > 0) ++i;
  return i;
}

std::vector<double> ParzenDensity::draw(RandomStream& component, std::vector<RandomStream>& by_axis) const {
  const auto& chosen = components_[chosen_by(component)];
  std::vector<double> place;
  for (std::size_t a = 0; a < axes_.size(); ++a) place.push_back(axes_[a].draw(chosen[a], by_axis[a]));
  return place;
}

}  // namespace icsweep
