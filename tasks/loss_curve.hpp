// The loss of a training run at a few evenly spread steps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "tasks/task.hpp"

namespace icsweep {

/// Keeps (step, loss) at no more than 200 checkpoints of `steps` steps, the last one at the end.
class LossCurve {
 public:
  explicit LossCurve(std::int64_t steps) : total_(steps) {}

  /// Checkpoints of a run of that many steps.
  static std::int64_t size(std::int64_t steps) { return std::min<std::int64_t>(steps, 200); }

  /// To be told the loss after each step, counted from 1.
  void add(std::int64_t step, double loss) {
    if (step != (std::int64_t(steps_.size()) + 1) * total_ / size(total_)) return;
    steps_.push_back(double(step));
    losses_.push_back(loss);
  }

  /// Puts the two curves; the checkpoints of a run that stopped early are NaN.
  void put(Context& context, const std::string& step_name, const std::string& loss_name) {
    for (auto* values : {&steps_, &losses_})
      values->resize(std::size_t(size(total_)), std::numeric_limits<double>::quiet_NaN());
    context.put(step_name, std::move(steps_));
    context.put(loss_name, std::move(losses_));
  }

 private:
  std::int64_t total_;
  std::vector<double> steps_, losses_;
};

}  // namespace icsweep
