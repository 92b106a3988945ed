// What the tasks that train a Transformer on autoregressive sequences share: settings, the training loop, the checks.
#pragma once

#include "tasks/autoregressive/autoregressive.hpp"
#include "tasks/training/epochs.hpp"
#include "tasks/training/training.hpp"

namespace icsweep {

/// One experiment's training. Loss: mean squared error over sequences, positions 1 … T and coordinates; Adam.
struct SequenceTraining {
  /// From the parameters of sequence_parameters(); the shape is the task's.
  SequenceTraining(const Config& config, const TransformerShape& shape);

  Sequences draw(int count, Purpose purpose, const Poll& poll = {}) const;

  TransformerShape shape;
  ContextDistribution contexts;
  Epochs epochs;
  int test_sequences;
  double start;
  AdamSettings adam;
};

/// The contexts that a configuration names; their real dimension is the model's number of outputs.
ContextDistribution contexts_of(const Config& config);

/// A trained model and what it was tested on.
struct TrainedModel {
  std::vector<double> parameters;
  Sequences test;
};

/// Trains from the initial parameters and puts the weights and the results of sequence_outputs(). Throws Diverged.
TrainedModel train_and_test(const SequenceTraining& training, const std::vector<double>& initial, Context& context);

/// Single-precision against double-precision gradient on a few sequences, relative to its norm.
double single_precision_error(const SequenceTraining& training, const std::vector<double>& initial);

Cost training_cost(const SequenceTraining& training);

/// Throws Error(config) for a batch above the training set, an odd dimension of paired contexts, a μ that is not used,
/// and sizes that the kernels, which count the scalars of a block in 32 bits, cannot take.
void validate_training(const Config& config, const SequenceTraining& training);

/// Parameters "context" to "seed" with the paper's values, and the results that train_and_test puts beside those of
/// add_zero_outputs().
std::vector<Parameter> sequence_parameters(std::int64_t dim, std::int64_t epochs, double learning_rate);
std::vector<Output> sequence_outputs();
/// An axis of T positions.
Dimension position_dimension();

}  // namespace icsweep
