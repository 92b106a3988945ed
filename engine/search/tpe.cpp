#include "engine/search/tpe.hpp"

#include <algorithm>
#include <cmath>

#include "engine/sweep/draws.hpp"

namespace icsweep {
namespace {

constexpr std::size_t candidates = 24, attempts = 8, most_good = 25;

std::size_t good_count(std::size_t draws) {
  return std::min(most_good, (draws + 9) / 10);
}

/// A candidate and the logarithm of its l/g.
struct Candidate {
  std::vector<double> places;
  double gain;
};

}  // namespace

Tpe::Tpe(const std::vector<Axis>& axes, std::int64_t seed, std::vector<JudgedDraw> judged) : seed_(seed) {
  for (const auto& axis : axes) names_.push_back(axis.name), axes_.emplace_back(*axis.draw);
  std::stable_sort(judged.begin(), judged.end(),
                   [](const JudgedDraw& a, const JudgedDraw& b) { return a.loss < b.loss; });
  if (!judged.empty()) best_ = judged.front().values;
  for (const auto& draw : judged)
    (good_.size() < good_count(judged.size()) && std::isfinite(draw.loss) ? good_ : rest_)
        .push_back(places(draw.values));
}

Tpe::Places Tpe::places(const Values& values) const {
  Places places;
  for (std::size_t a = 0; a < axes_.size(); ++a) places.push_back(axes_[a].place(values[a]));
  return places;
}

Tpe::Values Tpe::propose(std::int64_t index, const std::function<bool(const Values&)>& is_allowed) {
  const auto stream = [&](const std::string& name) {
    return RandomStream(draw_seed(seed_, "proposal " + name), Purpose::sweep, std::uint64_t(index));
  };
  RandomStream component = stream("");
  std::vector<RandomStream> by_axis;
  for (const auto& name : names_) by_axis.push_back(stream(name));
  const ParzenDensity good(axes_, good_), rest(axes_, rest_);
  for (std::size_t attempt = 0; attempt < attempts; ++attempt) {
    std::vector<Candidate> drawn;
    for (std::size_t i = 0; i < candidates; ++i) {
      Places places = good.draw(component, by_axis);
      const double gain = good.log_density(places) - rest.log_density(places);
      drawn.push_back({std::move(places), gain});
    }
    std::stable_sort(drawn.begin(), drawn.end(),
                     [](const Candidate& a, const Candidate& b) { return a.gain > b.gain; });
    for (const auto& candidate : drawn) {
      Values values;
      for (std::size_t a = 0; a < axes_.size(); ++a) values.push_back(axes_[a].value(candidate.places[a]));
      if (!is_allowed(values)) continue;
      rest_.push_back(places(values));
      return values;
    }
  }
  return best_;
}

}  // namespace icsweep
