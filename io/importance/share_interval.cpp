#include "io/importance/share_interval.hpp"

#include <algorithm>
#include <cmath>

#include "io/base/statistics.hpp"

namespace icsweep {
namespace {

constexpr double least_other = 0.05, least_left = 0.2;  // an interval never assumes that all other variance is zero

/// The variance of an effect and its interval.
struct VarianceInterval {
  double low, variance, high;
};

VarianceInterval variance_interval(const NoisyEffect& e, const CommonNoise& common) {
  const double own = e.freedom * (common.replicates - 1), freedom = own + common.freedom;
  const double noise = (own * e.noise / e.freedom + common.freedom * common.each) / freedom;
  const double student = student_quantile(freedom), none = e.freedom * fisher_quantile(e.freedom, freedom, 0.975);
  const double reach = student * std::sqrt(noise);
  const double below = std::sqrt(std::max(0.0, e.squared - noise * (none - student * student))) - reach;
  const double above = std::sqrt(std::max(0.0, e.squared - noise * (e.freedom - 1))) + reach;
  const double variance = std::max(0.0, e.squared - noise * e.freedom), low = std::max(0.0, below);
  return {std::min(low * low, variance), variance, std::max(above * above, variance)};
}

}  // namespace

std::vector<ShareInterval> share_intervals(const std::vector<NoisyEffect>& effects, const CommonNoise& common) {
  if (common.replicates < 2 && common.freedom < 1) return std::vector<ShareInterval>(effects.size());
  std::vector<VarianceInterval> variances;
  const double seeds = normal_quantile(0.975) * common.seeds_error;
  double lower = seeds * seeds, upper = lower;  // sums of squared distances over all effects
  for (const auto& e : effects) {
    const VarianceInterval& v = variances.emplace_back(variance_interval(e, common));
    lower += (v.variance - v.low) * (v.variance - v.low);
    upper += (v.high - v.variance) * (v.high - v.variance);
  }
  std::vector<ShareInterval> intervals;
  for (const auto& v : variances) {
    const double other = std::max(common.total - v.variance, least_other * common.total);
    const auto share = [&](double variance, double others) { return variance / (variance + others); };
    const double more = std::sqrt(std::max(0.0, upper - (v.high - v.variance) * (v.high - v.variance)));
    const double less = std::sqrt(std::max(0.0, lower - (v.variance - v.low) * (v.variance - v.low)));
    const double at = share(v.variance, other);
    const double down = std::hypot(at - share(v.low, other), at - share(v.variance, other + more));
    const double up =
        std::hypot(share(v.high, other) - at, share(v.variance, std::max(other - less, least_left * other)) - at);
    intervals.push_back({std::max(0.0, at - down), std::min(1.0, at + up)});
  }
  return intervals;
}

}  // namespace icsweep
