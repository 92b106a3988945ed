// Epochs: passes over a training set in minibatches, each in a new random order.
#pragma once

#include <functional>
#include <span>

#include "tasks/task.hpp"

namespace icsweep {

struct Epochs {
  int sequences, epochs, batch;
  std::int64_t seed;

  long batches() const { return (sequences + batch - 1) / batch; }  ///< batches of an epoch
  long steps() const { return epochs * batches(); }
};

/// A model in training.
struct Trainee {
  /// Trains on the sequences of these indices and returns their mean loss before the step.
  std::function<double(std::span<const int>)> step;
  /// Lists its variables, including those of after_epoch.
  State state;
  /// Called after every epoch, counted from 1; returns whether to go on. Empty: always go on.
  std::function<bool(int epoch)> after_epoch{};
  /// Its results along training, beside those of epoch_outputs(). Empty: none.
  SoFar so_far{};
  /// The norm of the last step's gradient.
  std::function<double()> gradient_norm{};
};

/// Trains on every minibatch of every epoch, each epoch in a new order; goes on where another process left off. Ticks
/// before the first step and after each step; the tick after an epoch's last step follows after_epoch. Puts the results
/// of epoch_outputs() and add_trained_outputs(), with an OpenLossCurve if training may stop early. Throws Diverged,
/// with the step, if a loss is not finite.
void train_epochs(const Epochs& epochs, const Trainee& trainee, Context& context);

/// train_mse, initial_loss, epochs_run, and the curves epoch and loss, for a task with a parameter "epochs".
std::vector<Output> epoch_outputs();

/// The checkpoints of its curves.
Dimension epoch_dimension();

/// Throws Error(config) for a batch of more sequences than there are.
void validate_batch(const Config& config);

}  // namespace icsweep
