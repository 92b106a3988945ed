#include "engine/search/tpe.hpp"

#include <algorithm>
#include <cmath>

#include "engine/sweep/draws.hpp"

namespace icsweep {
namespace {

constexpr std::size_t attempts = 8, most_good = 25;

std::size_t good_count(std::size_t draws, bool is_first_version) {
  return std::min(most_good, is_first_version ? (draws + 9) / 10 : (3 * draws + 19) / 20);
}

/// The weights of good draws, the best first.
std::vector<double> weights_by_rank(std::size_t draws) {
  std::vector<double> weights;
  for (std::size_t i = 0; i < draws; ++i) weights.push_back(2 * double(draws - i) / double(draws + 1));
  return weights;
}

/// A candidate and the logarithm of its l/g.
struct Candidate {
  std::vector<double> places;
  double gain;
};

/// Candidates from `good`, that of the largest gain first.
std::vector<Candidate> candidates_of(const ParzenDensity& good, const ParzenDensity& rest, std::size_t count,
                                     RandomStream& component, std::vector<RandomStream>& by_axis) {
  std::vector<Candidate> drawn;
  for (std::size_t i = 0; i < count; ++i) {
    auto places = good.draw(component, by_axis);
    const double gain = good.log_density(places) - rest.log_density(places);
    drawn.push_back({std::move(places), gain});
  }
  std::stable_sort(drawn.begin(), drawn.end(), [](const Candidate& a, const Candidate& b) { return a.gain > b.gain; });
  return drawn;
}

}  // namespace

Tpe::Tpe(const std::vector<Axis>& axes, std::int64_t seed, std::vector<JudgedDraw> judged, std::int64_t version)
    : seed_(seed), is_first_version_(version == 1) {
  for (const auto& axis : axes) names_.push_back(axis.name), axes_.emplace_back(*axis.draw);
  std::stable_sort(judged.begin(), judged.end(),
                   [](const JudgedDraw& a, const JudgedDraw& b) { return a.loss < b.loss; });
  if (!judged.empty()) best_ = judged.front().values;
  const std::size_t most = good_count(judged.size(), is_first_version_);
  for (const auto& draw : judged)
    (good_.size() < most && std::isfinite(draw.loss) ? good_ : rest_).push_back(places(draw.values));
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
  const std::size_t candidates = is_first_version_ ? 24 : 128;
  const Spread spread = is_first_version_ ? Spread::equal : Spread::neighbours;
  const std::vector<double> equal(good_.size(), 1);
  const ParzenDensity good(axes_, good_, is_first_version_ ? equal : weights_by_rank(good_.size()), spread),
      rest(axes_, rest_, std::vector<double>(rest_.size(), 1), spread);
  for (std::size_t attempt = 0; attempt < attempts; ++attempt) {
    for (const auto& candidate : candidates_of(good, rest, candidates, component, by_axis)) {
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
