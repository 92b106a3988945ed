// Epochs: passes over a training set in minibatches, each in a new random order.
#pragma once

#include <functional>
#include <span>

#include "tasks/task.hpp"

namespace icsweep {

struct Epochs {
  int sequences, epochs, batch;
  std::int64_t seed;

  long batches() const { return (sequences + batch - 1) / batch; }  ///< batches per epoch
  long steps() const { return epochs * batches(); }
};

/// A model in training.
struct Trainee {
  /// Trains on the sequences of these indices. Returns their mean loss before the step.
  std::function<double(std::span<const int>)> step;
  /// Lists its variables, including those of after_epoch.
  State state;
  /// Called after every epoch, counted from 1. Returns true to continue. Empty: always continues.
  std::function<bool(int epoch)> after_epoch{};
  /// Its results along training, beside those of epoch_outputs(). Empty: none.
  SoFar so_far{};
  /// Norm of the last step's gradient.
  std::function<double()> gradient_norm{};
};

/// Trains on every minibatch of every epoch, each epoch in a new order; resumes where another process stopped. Ticks
/// before the first step and after each step; the tick after an epoch's last step follows after_epoch. Puts the results
/// of epoch_outputs() and add_trained_outputs(), with an OpenLossCurve if training may stop early. If a loss is not
/// finite, throws Diverged that names the step.
void train_epochs(const Epochs& epochs, const Trainee& trainee, Context& context);

/// Outputs train_mse, initial_loss, epochs_run, and the curves epoch and loss, for a task with a parameter "epochs".
std::vector<Output> epoch_outputs();

/// Checkpoints of its curves.
Dimension epoch_dimension();

/// Throws Error(config) for a batch larger than the training set.
void validate_batch(const Config& config);

}  // namespace icsweep
