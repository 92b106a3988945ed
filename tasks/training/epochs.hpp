// Passes over a training set in minibatches, in a new random order each time.
#pragma once

#include <functional>
#include <span>

#include "tasks/task.hpp"

namespace icsweep {

struct Epochs {
  int sequences, epochs, batch;
  std::int64_t seed;

  long batches() const { return (sequences + batch - 1) / batch; }  ///< of an epoch
  long steps() const { return epochs * batches(); }
};

/// What is trained.
struct Trainee {
  /// Trains on the sequences of these indices and returns their mean loss before the step.
  std::function<double(std::span<const int>)> step;
  /// Its variables, those of after_epoch among them.
  State state;
  /// Called after every epoch, counted from 1; whether to go on. Empty: always.
  std::function<bool(int epoch)> after_epoch{};
  /// Its results along training; empty: none but those of epoch_outputs().
  SoFar so_far{};
};

/// Trains on every minibatch of every epoch, each epoch in a new order; goes on where another process left it. Ticks
/// before the first step and after each, the last of an epoch after after_epoch; puts the results of epoch_outputs(),
/// an open curve where training may stop early. Throws Diverged, with the step, when a loss is not finite.
void train_epochs(const Epochs& epochs, const Trainee& trainee, Context& context);

/// train_mse, initial_loss, epochs_run, and the curves epoch and loss, for a task with a parameter "epochs".
std::vector<Output> epoch_outputs();

/// Throws Error(config) for a batch of more sequences than there are.
void validate_batch(const Config& config);

}  // namespace icsweep
