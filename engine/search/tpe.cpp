#include "engine/search/tpe.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/sweep/draws.hpp"

namespace icsweep {
namespace {

constexpr std::size_t attempts = 8, most_good = 25;

std::size_t good_count(std::size_t draws, bool is_first_version) {
  return std::min(most_good, is_first_version ? (draws + 9) / 10 : (3 * draws + 19) / 20);
}

bool is_absent(const Value& value) {
  return type_of(value) == ValueType::absent;
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

/// l, g and the random numbers of a block of axes.
struct BlockDensities {
  ParzenDensity good, rest;
  std::vector<RandomStream> by_axis;

  double gain(const std::vector<double>& places) const { return good.log_density(places) - rest.log_density(places); }
};

/// Judges candidates that have the same axes by their conditional ones only among each other. Otherwise those with the
/// most axes would win: a place far from all draws has a larger l/g, and more axes have more such places.
void judge_by_pattern(const BlockDensities& block, const std::vector<bool>& conditional,
                      std::vector<Candidate>& drawn) {
  std::map<std::vector<bool>, double> best;  // gain by conditional axes, of the best candidate with these axes
  std::vector<std::pair<double*, double>> of_pattern;
  for (Candidate& candidate : drawn) {
    std::vector<bool> has;
    std::vector<double> common = candidate.places;
    for (std::size_t a = 0; a < common.size(); ++a) {
      has.push_back(!std::isnan(common[a]));
      if (conditional[a]) common[a] = std::nan("");
    }
    const double on_common = block.gain(common), more = candidate.gain - on_common;
    double& most = best.try_emplace(has, more).first->second;
    most = std::max(most, more);
    of_pattern.emplace_back(&most, on_common);
  }
  for (std::size_t i = 0; i < drawn.size(); ++i) drawn[i].gain -= *of_pattern[i].first;
}

/// Candidates from l, that of the largest gain first. without: sets the places of axes that a candidate lacks to NaN.
/// conditional: by axis; empty: candidates are judged by all axes alike.
std::vector<Candidate> candidates_of(BlockDensities& block, std::size_t count, RandomStream& component,
                                     const std::function<void(std::vector<double>&)>& without,
                                     const std::vector<bool>& conditional) {
  std::vector<Candidate> drawn;
  for (std::size_t i = 0; i < count; ++i) {
    auto places = block.good.draw(component, block.by_axis);
    if (without) without(places);
    const double gain = block.gain(places);
    drawn.push_back({std::move(places), gain});
  }
  if (!conditional.empty()) judge_by_pattern(block, conditional, drawn);
  std::stable_sort(drawn.begin(), drawn.end(), [](const Candidate& a, const Candidate& b) { return a.gain > b.gain; });
  return drawn;
}

}  // namespace

std::vector<std::size_t> best_draws(const std::vector<JudgedDraw>& draws, std::size_t enough) {
  std::vector<Losses> losses;
  std::vector<std::size_t> finite, best;
  for (std::size_t i = 0; i < draws.size(); ++i)
    if (std::ranges::all_of(draws[i].losses, [](double loss) { return std::isfinite(loss); }))
      losses.push_back(draws[i].losses), finite.push_back(i);
  for (auto& front : first_fronts(losses, enough))
    for (const std::size_t i : spread_first(losses, std::move(front)))
      if (best.size() < enough) best.push_back(finite[i]);
  return best;
}

Tpe::Tpe(const std::vector<Axis>& axes, std::int64_t seed, std::vector<JudgedDraw> judged, std::int64_t version)
    : seed_(seed), is_first_version_(version == 1) {
  const bool has_conditions = std::ranges::any_of(axes, [](const Axis& axis) { return !axis.when.empty(); });
  if (version >= first_by_pattern && has_conditions)
    for (const Axis& axis : axes) conditional_.push_back(!axis.when.empty());
  const bool apart = !judged.empty() && judged[0].losses.size() > 1;
  spread_ = is_first_version_ ? Spread::equal : version < first_narrow || apart ? Spread::neighbours : Spread::narrow;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    names_.push_back(axes[a].name), axes_.emplace_back(*axes[a].draw);
    if (a == 0 || apart) blocks_.emplace_back();
    blocks_.back().places.push_back(a), blocks_.back().axes.push_back(axes_.back());
  }
  std::ranges::stable_sort(judged, {}, &JudgedDraw::losses);
  if (!judged.empty()) best_ = judged.front().values;
  const auto best = best_draws(judged, good_count(judged.size(), is_first_version_));
  for (const std::size_t i : best) good_.push_back(places(judged[i].values));
  for (std::size_t i = 0; i < judged.size(); ++i)
    if (std::ranges::find(best, i) == best.end()) rest_.push_back(places(judged[i].values));
}

Tpe::Places Tpe::places(const Values& values) const {
  Places places;
  for (std::size_t a = 0; a < axes_.size(); ++a)
    places.push_back(is_absent(values[a]) ? std::nan("") : axes_[a].place(values[a]));
  return places;
}

ParzenDensity Tpe::density(const Block& block, const std::vector<Places>& draws, std::vector<double> weights) const {
  std::vector<Places> on_block;
  for (const auto& draw : draws) {
    on_block.emplace_back();
    for (const std::size_t a : block.places) on_block.back().push_back(draw[a]);
  }
  return {block.axes, on_block, std::move(weights), spread_};
}

void Tpe::take_out(Values& values, const Active& active) {
  if (!active) return;
  const std::vector<bool> has = active(values);
  for (std::size_t a = 0; a < values.size(); ++a)
    if (!has[a]) values[a] = Absent{};
}

Tpe::Values Tpe::propose(std::int64_t index, const std::function<bool(const Values&)>& is_allowed,
                         const Active& active) {
  const auto stream = [&](const std::string& name) {
    return RandomStream(draw_seed(seed_, "proposal " + name), Purpose::sweep, std::uint64_t(index));
  };
  const auto equal = [](const std::vector<Places>& draws) { return std::vector<double>(draws.size(), 1); };
  const std::size_t candidates = is_first_version_ ? 24 : 128;
  RandomStream component = stream("");
  std::vector<BlockDensities> densities;
  for (const Block& block : blocks_) {
    auto weights = is_first_version_ ? equal(good_) : weights_by_rank(good_.size());
    densities.push_back({density(block, good_, std::move(weights)), density(block, rest_, equal(rest_)), {}});
    for (const std::size_t a : block.places) densities.back().by_axis.push_back(stream(names_[a]));
  }
  const auto lacking = [&](Places& candidate) {  // of all axes in one block
    Values values;
    for (std::size_t a = 0; a < axes_.size(); ++a) values.push_back(axes_[a].value(candidate[a]));
    take_out(values, active);
    for (std::size_t a = 0; a < axes_.size(); ++a)
      if (is_absent(values[a])) candidate[a] = std::nan("");
  };
  std::function<void(Places&)> without;
  if (active && blocks_.size() == 1) without = lacking;
  const std::vector<bool> judged_apart = without ? conditional_ : std::vector<bool>();
  for (std::size_t attempt = 0; attempt < attempts; ++attempt) {
    std::vector<std::vector<Candidate>> drawn;
    for (auto& block : densities) drawn.push_back(candidates_of(block, candidates, component, without, judged_apart));
    for (std::size_t i = 0; i < candidates; ++i) {
      Values values(axes_.size());
      for (std::size_t b = 0; b < blocks_.size(); ++b)
        for (std::size_t k = 0; k < blocks_[b].places.size(); ++k) {
          const double place = drawn[b][i].places[k];
          values[blocks_[b].places[k]] = std::isnan(place) ? Value(Absent{}) : blocks_[b].axes[k].value(place);
        }
      if (!without) take_out(values, active);
      if (!is_allowed(values)) continue;
      rest_.push_back(places(values));
      return values;
    }
  }
  return best_;
}

}  // namespace icsweep
