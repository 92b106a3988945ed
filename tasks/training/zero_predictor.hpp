// Compares the loss of training with that of predicting zero, which shows whether the model has learnt anything.
#pragma once

#include <vector>

#include "tasks/autoregressive/autoregressive.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// Results of every task that trains. A zero_ratio above largest_learnt_ratio (io/schema/schema.hpp) marks a run that
/// learnt nothing.
///   zero_ratio     final loss over the loss of predicting zero
///   steps_to_half  optimiser steps at the first checkpoint below half the loss of predicting zero; NaN if there is
///   none
void add_zero_outputs(std::vector<Output>& outputs);

/// A loss along training: optimiser steps and loss at each checkpoint, NaN if it was not reached.
struct LossAtSteps {
  std::vector<double> steps, losses;
};

/// Puts the results. `zero`: the loss of predicting zero, in the units of the curve and of the final loss.
void put_beside_zero(double zero, double final_loss, const LossAtSteps& curve, Context& context);

/// The curve that train_epochs() has put, by optimiser steps.
LossAtSteps curve_of_epochs(const Context& context, const std::string& losses, long batches);

/// Loss of predicting zero: mean square of the coordinates from position `first` on, counted from 0.
double zero_mse(const Sequences& sequences, int first);

}  // namespace icsweep
