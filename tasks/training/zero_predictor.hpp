// Whether training has learnt anything: its loss beside that of predicting zero.
#pragma once

#include <vector>

#include "tasks/autoregressive/autoregressive.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// Every trained task has these results; a ratio above largest_learnt_ratio (io/learnt.hpp) marks a run that learnt
/// nothing.
///   zero_ratio     final loss over that of predicting zero
///   steps_to_half  optimiser steps of the first checkpoint below half of the latter; NaN: none is
void add_zero_outputs(std::vector<Output>& outputs);

/// A loss along training: optimiser steps of each checkpoint and the loss there; what was not reached is NaN.
struct LossAtSteps {
  std::vector<double> steps, losses;
};

/// `zero`: the loss of predicting zero, in the units of the curve and of the final loss.
void put_beside_zero(double zero, double final_loss, const LossAtSteps& curve, Context& context);

/// The curve that train_epochs has put, by optimiser steps.
LossAtSteps curve_of_epochs(const Context& context, const std::string& losses, long batches);

/// Mean square of the coordinates from position `first` on, counted from 0: what predicting zero scores there.
double zero_mse(const Sequences& sequences, int first);

}  // namespace icsweep
