// The loss of a training run at a few evenly spread steps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace icsweep {

/// Keeps (step, loss) at no more than 200 checkpoints of `steps` steps, the last one at the end.
class LossCurve {
 public:
  explicit LossCurve(std::int64_t steps) : steps_(steps) {}

  /// Checkpoints of a run of that many steps.
  static std::int64_t size(std::int64_t steps) { return std::min<std::int64_t>(steps, 200); }

  /// To be told the loss after each step, counted from 1.
  void add(std::int64_t step, double loss) {
    if (step != (std::int64_t(steps.size()) + 1) * steps_ / size(steps_)) return;
    steps.push_back(double(step));
    losses.push_back(loss);
  }

  std::vector<double> steps, losses;

 private:
  std::int64_t steps_;
};

}  // namespace icsweep
