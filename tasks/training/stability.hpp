// How smoothly a training ran: the norm of its gradient along the way, and how often its loss jumped.
#pragma once

#include <algorithm>
#include <vector>

#include "tasks/training/zero_predictor.hpp"

namespace icsweep {

/// Counts jumps: a loss at least ten times the least one of the 50 steps before it, or of the steps since the last jump
/// if these are fewer.
class Jumps {
 public:
  static constexpr std::size_t window = 50;
  static constexpr double rise = 10;

  Jumps() { losses_.reserve(window); }

  void add(double loss) {
    if (!losses_.empty() && loss >= rise * *std::ranges::min_element(losses_)) {
      ++count_;
      losses_.clear();
    }
    if (losses_.size() < window) {
      losses_.push_back(loss);
      next_ = 0;
    } else {
      losses_[next_] = loss;
      next_ = (next_ + 1) % window;
    }
  }
  double count() const { return count_; }
  void state(Archive& archive) { archive(losses_, next_, count_); }

 private:
  std::vector<double> losses_;  // the latest ones; next_ is the place of the oldest once they are `window`
  std::size_t next_ = 0;
  double count_ = 0;
};

/// Every task that trains in minibatches has these results beside those of add_zero_outputs():
///   grad_norm  mean norm of the gradient, before it is clipped, over the steps of the training loss beside it
///   jumps      see Jumps
inline void add_trained_outputs(std::vector<Output>& outputs, const Dimension& checkpoint) {
  add_zero_outputs(outputs);
  outputs.push_back(Output{"grad_norm", "gradient's mean norm over the same steps", {checkpoint}}.added());
  outputs.push_back(Output{"jumps", "times the loss rose tenfold within 50 steps", {}}.added());
}

}  // namespace icsweep
