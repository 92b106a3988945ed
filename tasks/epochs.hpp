// Passes over a training set in minibatches, in a new random order each time.
#pragma once

#include <functional>
#include <span>

#include "tasks/task.hpp"

namespace icsweep {

struct Epochs {
  int sequences, epochs, batch;
  std::int64_t seed;

  long steps() const { return long(epochs) * ((sequences + batch - 1) / batch); }
};

/// Called after every epoch, counted from 1; whether to go on.
using AfterEpoch = std::function<bool(int epoch)>;

/// Calls step(batch) for every minibatch of every epoch; it trains on the sequences of these indices and returns their
/// mean loss before the step. Ticks before the first step and after each; puts the results of epoch_outputs().
/// Throws Diverged, with the step, when a loss is not finite.
void train_epochs(const Epochs& epochs, const std::function<double(std::span<const int>)>& step, Context& context);

/// The same, but may stop early: its curve is then an open one.
void train_epochs(const Epochs& epochs, const std::function<double(std::span<const int>)>& step,
                  const AfterEpoch& after_epoch, Context& context);

/// train_mse, initial_loss, epochs_run, and the curves epoch and loss, for a task with a parameter "epochs".
std::vector<Output> epoch_outputs();

/// Throws Error(config) for a batch of more sequences than there are.
void validate_batch(const Config& config);

}  // namespace icsweep
