#include "tasks/universality/descent_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

#include "tasks/task.hpp"

namespace icsweep {
namespace {

/// Position, from 1, of the first row that is not finite.
int first_overflow(const Tokens& u) {
  int t = 0;
  while (t + 1 < u.rows() && std::isfinite(u.row(t).squaredNorm())) ++t;
  return t + 1;
}

/// Checks u − u* after each step.
class Distance {
 public:
  Distance(const DescentSteps& s, int sequence, const CausalDescent& descent, const Tokens& limit)
      : s_(s), sequence_(sequence), limit_(limit), row_(descent.least_stable_row()) {
    if (!row_) return;
    largest_step_size_ = 2 / descent.matrix()(*row_, *row_) / s.unit;
    least_ = last_ = limit.row(*row_).norm();
  }

  void add(const Tokens& u, std::int64_t step) {
    if (!std::isfinite((u - limit_).squaredNorm()))
      throw Diverged(
          fmt::format("step_size = {}: u of sequence {} is not finite at position {} after descent step {}; "
                      "the limit is {:.6g}, use a smaller step_size or a shorter length",
                      s_.step_size, sequence_, first_overflow(u - limit_), step, largest_step_size_));
    if (!row_) return;
    last_ = (u - limit_).row(*row_).norm();
    if (last_ > least_) return;
    least_ = last_;
    least_step_ = step;
  }

  void judge() const {
    if (s_.steps == 0 || !(s_.step_size > largest_step_size_ * (1 + 1e-9))) return;
    const std::string how = last_ > least_
                                ? fmt::format("grew from descent step {} on, from {:.3g} to {:.3g} after step {}",
                                              least_step_ + 1, least_, last_, s_.steps)
                                : fmt::format("is {:.3g} after descent step {} and grows in the end", last_, s_.steps);
    throw Diverged(
        fmt::format("step_size = {} is above the limit {:.6g} of sequence {}: |u - u*| at position {} {}; use a "
                    "smaller one",
                    s_.step_size, largest_step_size_, sequence_, *row_ + 1, how));
  }

 private:
  const DescentSteps& s_;
  int sequence_;
  const Tokens& limit_;
  std::optional<int> row_;
  double largest_step_size_ = std::numeric_limits<double>::infinity(), least_ = 0, last_ = 0;
  std::int64_t least_step_ = 0;
};

}  // namespace

Tokens finite_limit(const CausalDescent& descent, int sequence) {
  Tokens limit = descent.limit();
  if (!std::isfinite((limit - descent.next()).squaredNorm()))
    throw Diverged(
        fmt::format("u* of sequence {} is not finite at position {}: the kernel of tokens as long as these "
                    "overflows, use a smaller noise or initial_norm",
                    sequence, first_overflow(limit - descent.next())));
  return limit;
}

Tokens checked_descent(const CausalDescent& descent, const Tokens& limit, const DescentSteps& s, int sequence,
                       const Poll& poll) {
  Tokens u = descent.zero();
  Distance distance(s, sequence, descent, limit);
  for (std::int64_t step = 1; step <= s.steps; ++step) {
    descent.step(s.step_size * s.unit, u);
    distance.add(u, step);
    if (poll) poll();
  }
  distance.judge();
  return u;
}

std::optional<double> late_slope(const std::vector<double>& errors, int block, double floor) {
  const auto end = std::find_if(errors.begin(), errors.end(), [&](double e) { return !(e > floor); });
  const long blocks = (end - errors.begin()) / block, fitted = blocks - blocks / 2;
  if (fitted < 3) return std::nullopt;
  double product = 0, square = 0;
  for (long i = 0; i < fitted; ++i) {
    const auto first = end - (fitted - i) * block;
    const double step = double(i) - double(fitted - 1) / 2;
    product += step * std::log(std::accumulate(first, first + block, 0.0) / block);
    square += step * step;
  }
  return product / square / block;
}

}  // namespace icsweep
