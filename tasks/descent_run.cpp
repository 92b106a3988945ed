#include "tasks/descent_run.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tasks/task.hpp"

namespace icsweep {
namespace {

/// u − u* after each step, and what is wrong with it.
class Distance {
 public:
  Distance(const DescentSteps& s, int sequence, double largest_step, const Tokens& limit)
      : s_(s),
        sequence_(sequence),
        largest_step_size_(largest_step / s.unit),
        limit_(limit),
        first_(limit.norm()),
        least_(first_),
        last_(first_) {}

  void add(const Tokens& u, std::int64_t step) {
    last_ = (u - limit_).norm();
    if (!std::isfinite(last_ * last_))
      throw Diverged(
          fmt::format("step_size = {}: u of sequence {} is not finite at position {} after descent step {}; "
                      "the limit is {:.6g}, use a smaller step_size or a shorter length",
                      s_.step_size, sequence_, first_overflow(u - limit_), step, largest_step_size_));
    if (last_ <= least_) {
      least_ = last_;
      least_step_ = step;
    }
  }

  void judge() const {
    if (s_.step_size > largest_step_size_ * (1 + 1e-9) && last_ > first_)
      throw Diverged(
          fmt::format("step_size = {} is above the limit {:.6g} of sequence {}: |u - u*| grew from descent step {} on, "
                      "from {:.3g} to {:.3g} after step {}; use a smaller one",
                      s_.step_size, largest_step_size_, sequence_, least_step_ + 1, least_, last_, s_.steps));
  }

 private:
  const DescentSteps& s_;
  int sequence_;
  double largest_step_size_;
  const Tokens& limit_;
  double first_, least_, last_;
  std::int64_t least_step_ = 0;
};

}  // namespace

int first_overflow(const Tokens& u) {
  int t = 0;
  while (t + 1 < u.rows() && std::isfinite(u.row(t).squaredNorm())) ++t;
  return t + 1;
}

Tokens descended(const CausalDescent& descent, const Tokens& limit, const DescentSteps& s, int sequence,
                 const Pause& pause) {
  Tokens u = Tokens::Zero(limit.rows(), limit.cols());
  Distance distance(s, sequence, descent.largest_step(), limit);
  for (std::int64_t step = 1; step <= s.steps; ++step) {
    descent.step(s.step_size * s.unit, u);
    distance.add(u, step);
    if (pause) pause();
  }
  distance.judge();
  return u;
}

}  // namespace icsweep
