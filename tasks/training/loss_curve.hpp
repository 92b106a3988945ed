// The loss of a training run at a few of its steps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "tasks/task.hpp"

namespace icsweep {

/// Keeps (step, loss) of a run of `steps` steps at up to 200 evenly spread steps, including the last one.
class LossCurve {
 public:
  /// Allocates all memory, so that training steps allocate none.
  explicit LossCurve(std::int64_t steps) : total_(steps) {
    for (auto* values : {&steps_, &losses_}) values->reserve(std::size_t(size(steps)) + 1);
  }

  /// Number of checkpoints of a run of `steps` steps.
  static std::int64_t size(std::int64_t steps) { return std::min<std::int64_t>(steps, 200); }

  /// Adds a loss; called after each step, counted from 1.
  void add(std::int64_t step, double loss) {
    if (step != (std::int64_t(steps_.size()) + 1) * total_ / size(total_)) return;
    keep(step, loss);
  }

  /// The two curves so far. Checkpoints that are not reached yet are NaN.
  Results so_far(const std::string& step_name, const std::string& loss_name) const {
    return {{step_name, padded(steps_)}, {loss_name, padded(losses_)}};
  }

  /// Puts the two curves.
  void put(Context& context, const std::string& step_name, const std::string& loss_name) const {
    for (auto& [name, values] : so_far(step_name, loss_name)) context.put(name, values);
  }

  void state(Archive& archive) { archive(steps_, losses_); }

 protected:
  void keep(std::int64_t step, double loss) {
    steps_.push_back(double(step));
    losses_.push_back(loss);
  }

  std::vector<double> padded(std::vector<double> values) const {
    values.resize(std::size_t(size(total_)), std::numeric_limits<double>::quiet_NaN());
    return values;
  }

  std::int64_t total_;
  std::vector<double> steps_, losses_;
};

/// The same for a run of at most `steps` steps that may stop early. Keeps every step until the curve is full, then
/// every second, fourth, … step, and always the last. Keeps at least 100 of 200 or more steps.
class OpenLossCurve : private LossCurve {
 public:
  using LossCurve::LossCurve;
  using LossCurve::size;

  void add(std::int64_t step, double loss) {
    if (std::int64_t(steps_.size()) == size(total_)) halve();
    if (step % spacing_ == 0) keep(step, loss);
    last_ = step;
    last_loss_ = loss;
  }

  /// The curves with the last step, for which there is always room: a full curve ends with it.
  Results so_far(const std::string& step_name, const std::string& loss_name) const {
    OpenLossCurve whole = *this;
    if (last_ % spacing_ != 0) whole.keep(last_, last_loss_);
    return whole.LossCurve::so_far(step_name, loss_name);
  }
  void put(Context& context, const std::string& step_name, const std::string& loss_name) const {
    for (auto& [name, values] : so_far(step_name, loss_name)) context.put(name, values);
  }

  void state(Archive& archive) {
    LossCurve::state(archive);
    archive(spacing_, last_, last_loss_);
  }

 private:
  void halve() {
    for (auto* values : {&steps_, &losses_}) {
      for (std::size_t i = 0; i < values->size() / 2; ++i) (*values)[i] = (*values)[2 * i + 1];
      values->resize(values->size() / 2);
    }
    spacing_ *= 2;
  }

  std::int64_t spacing_ = 1, last_ = 0;
  double last_loss_ = 0;
};

}  // namespace icsweep
