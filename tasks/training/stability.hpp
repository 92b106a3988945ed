// Measures how smoothly training ran: the gradient's norm along the way, and the number of jumps of the loss.
#pragma once

#include <algorithm>
#include <vector>

#include "tasks/training/zero_predictor.hpp"

namespace icsweep {

/// Counts jumps. A jump is a loss at least ten times the smallest one of the previous 50 steps, or of the steps since
/// the last jump if these are fewer.
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
  std::vector<double> losses_;  // the latest losses; next_ is the place of the oldest once there are `window`
  std::size_t next_ = 0;
  double count_ = 0;
};

/// Results of every task that trains in minibatches, beside those of add_zero_outputs():
///   grad_norm  mean norm of the gradient, before clipping, over the steps of the training loss beside it
///   jumps      see Jumps
inline void add_trained_outputs(std::vector<Output>& outputs, const Dimension& checkpoint) {
  add_zero_outputs(outputs);
  outputs.push_back(Output{"grad_norm", "gradient's mean norm over the same steps", {checkpoint}}.added());
  outputs.push_back(Output{"jumps", "times the loss rose tenfold within 50 steps", {}}.added());
}

}  // namespace icsweep
