#include "io/base/fronts.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace icsweep {
namespace {

/// Crowding distance of each member of a front.
std::vector<double> crowding(const std::vector<Losses>& points, const std::vector<std::size_t>& front) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> distances(front.size(), 0);
  std::vector<std::size_t> order(front.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t k = 0; k < points[front[0]].size(); ++k) {
    const auto number = [&](std::size_t i) { return points[front[i]][k]; };
    std::ranges::stable_sort(order, {}, number);
    const double range = number(order.back()) - number(order.front());
    if (!(range > 0)) continue;
    distances[order.front()] = distances[order.back()] = infinity;
    for (std::size_t i = 1; i + 1 < order.size(); ++i)
      distances[order[i]] += (number(order[i + 1]) - number(order[i - 1])) / range;
  }
  return distances;
}

}  // namespace

bool dominates(const Losses& a, const Losses& b) {
  bool smaller = false;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k] > b[k]) return false;
    smaller |= a[k] < b[k];
  }
  return smaller;
}

std::vector<std::vector<std::size_t>> first_fronts(const std::vector<Losses>& points, std::size_t enough) {
  std::vector<std::size_t> left(points.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::ranges::stable_sort(left, {}, [&](std::size_t i) -> const Losses& { return points[i]; });
  std::vector<std::vector<std::size_t>> fronts;
  for (std::size_t found = 0; found < enough && !left.empty(); found += fronts.back().size()) {
    std::vector<std::size_t> front, dominated;
    for (const std::size_t i : left) {  // only an earlier one can dominate it, and then one of the front does
      const bool is_behind = std::ranges::any_of(front, [&](std::size_t j) { return dominates(points[j], points[i]); });
      (is_behind ? dominated : front).push_back(i);
    }
    fronts.push_back(std::move(front));
    left = std::move(dominated);
  }
  return fronts;
}

std::vector<std::size_t> front_of(const std::vector<Losses>& points) {
  if (points.empty()) return {};
  auto front = first_fronts(points, 1).front();
  const auto is_repeated = [&](std::size_t i, std::size_t j) { return points[i] == points[j]; };
  front.erase(std::unique(front.begin(), front.end(), is_repeated), front.end());
  return front;
}

std::vector<std::size_t> spread_first(const std::vector<Losses>& points, std::vector<std::size_t> front) {
  std::vector<std::size_t> order(front.size());
  while (!front.empty()) {
    const auto distances = crowding(points, front);
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < front.size(); ++i)
      if (distances[i] <= distances[nearest]) nearest = i;
    order[front.size() - 1] = front[nearest];
    front.erase(front.begin() + std::ptrdiff_t(nearest));
  }
  return order;
}

}  // namespace icsweep
