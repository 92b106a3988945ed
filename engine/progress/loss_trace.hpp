// The losses of an experiment in flight as a person follows them: a few, at equal times.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace icsweep {

/// Keeps at most 16 of the losses that it is told at equal times: all, then every second, fourth and so on, and in any
/// case the last one.
class LossTrace {
 public:
  static constexpr std::size_t most = 16;

  /// One that is not finite is left out: the heartbeat is JSON, which has no NaN.
  void add(double loss) {
    if (!std::isfinite(loss)) return;
    last_ = loss;
    if (told_++ % spacing_ != 0) return;
    if (kept_.size() + 1 == most) halve();
    if ((told_ - 1) % spacing_ == 0) kept_.push_back(loss);
  }

  std::vector<double> losses() const {
    std::vector<double> all = kept_;
    if (told_ > 0 && (told_ - 1) % spacing_ != 0) all.push_back(last_);
    return all;
  }

 private:
  void halve() {
    for (std::size_t i = 0; 2 * i < kept_.size(); ++i) kept_[i] = kept_[2 * i];
    kept_.resize((kept_.size() + 1) / 2);
    spacing_ *= 2;
  }

  std::vector<double> kept_;
  double last_ = 0;
  std::size_t told_ = 0, spacing_ = 1;
};

}  // namespace icsweep
