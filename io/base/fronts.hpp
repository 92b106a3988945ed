// Non-dominated sorting of points, of which less is better in each number.
//
// A point dominates another if it is larger in no number and smaller in at least one. The first front has the points
// that none dominates, the second those that only points of the first dominate, and so on.
// [Deb, Pratap, Agarwal and Meyarivan 2002, Sections III-A and III-B.]
#pragma once

#include <cstddef>
#include <vector>

namespace icsweep {

/// The numbers of a point, none of them NaN. All points have the same count of them.
using Losses = std::vector<double>;

bool dominates(const Losses& a, const Losses& b);

/// Indices of the points of the first fronts, until these have `enough` points. A front is in ascending order of the
/// numbers, the first number before the second; equal points are in their own order.
std::vector<std::vector<std::size_t>> first_fronts(const std::vector<Losses>& points, std::size_t enough);

/// The first front with one of equal points, the earliest.
std::vector<std::size_t> front_of(const std::vector<Losses>& points);

/// Orders a front so that each beginning of it is spread out. From the end, each is the one with the least crowding
/// distance among those before it, of equal ones the last of the front. The distance of a point is the sum over the
/// numbers of the gap between its two neighbours, over the range of the front. The ends of a range have infinity.
std::vector<std::size_t> spread_first(const std::vector<Losses>& points, std::vector<std::size_t> front);

}  // namespace icsweep
