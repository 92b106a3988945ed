// Some losses of an experiment in flight, at equal times, for a small curve.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace icsweep {

/// Keeps at most 16 of the losses added at equal times: all at first, then every second, fourth and so on, and always
/// the latest.
class LossTrace {
 public:
  static constexpr std::size_t most = 16;

  /// Ignores a loss that is not finite: the heartbeat is JSON, which has no NaN.
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
