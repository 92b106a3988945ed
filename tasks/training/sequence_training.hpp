// Settings, training loop and checks shared by the tasks that train a Transformer on autoregressive sequences.
#pragma once

#include "tasks/autoregressive/autoregressive.hpp"
#include "tasks/example_source.hpp"
#include "tasks/fed_task.hpp"
#include "tasks/training/epochs.hpp"
#include "tasks/training/training.hpp"

namespace icsweep {

/// Training of one experiment. Loss: mean squared error over sequences, positions 1 … T and coordinates.
struct SequenceTraining {
  /// Reads the parameters of sequence_parameters(); the task gives the shape.
  SequenceTraining(const Config& config, const TransformerShape& shape);

  /// PyTorch's initialisation, scaled.
  std::vector<double> first_weights() const;
  Sequences draw(int count, Purpose purpose, const Poll& poll = {}) const;
  ExampleShape example_shape() const { return {shape.tokens + 1, shape.outputs, false}; }

  TransformerShape shape;
  ContextDistribution contexts;
  Epochs epochs;
  int test_sequences;
  double start;
  OptimiserSettings optimiser;
  ExampleSource* source = nullptr;  ///< source of sequences instead of `contexts`
};

/// Parameters and results that belong to `contexts`. Least squares and gradient descent assume an orthogonal W.
std::vector<std::string> context_parameters();
std::vector<std::string> floor_outputs();

/// Contexts that a configuration names; their real dimension is the model's number of outputs.
ContextDistribution contexts_of(const Config& config);

/// A trained model and the sequences on which it was tested.
struct TrainedModel {
  std::vector<double> parameters;
  Sequences test;
};

/// Trains from the initial parameters. Puts the weights and the results of sequence_outputs(), those of floor_outputs()
/// only for sequences of `contexts`. Throws Diverged.
TrainedModel train_and_test(const SequenceTraining& training, const std::vector<double>& initial, Context& context);

/// Relative distance of the single-precision gradient from the double-precision one, on a few sequences.
double single_precision_error(const SequenceTraining& training, const std::vector<double>& initial);

Cost training_cost(const SequenceTraining& training);

/// Throws Error(config) for a batch larger than the training set, an odd dimension of paired contexts, an unused μ, and
/// sizes too large for the kernels, which count the scalars of a block in 32 bits.
void validate_training(const Config& config, const SequenceTraining& training);

/// Parameters "context" to "seed" with the paper's values, and the results that train_and_test() puts besides those of
/// add_zero_outputs().
std::vector<Parameter> sequence_parameters(std::int64_t dim, std::int64_t epochs, double learning_rate);
std::vector<Output> sequence_outputs();
/// An axis of T positions.
Dimension position_dimension();

class SequenceTask : public FedTask {
 public:
  std::string batch_parameter() const override { return "batch"; }
  std::string test_parameter() const override { return "test_sequences"; }
  std::string error_output() const override { return "position_mse"; }
  std::vector<std::string> own_parameters() const override { return context_parameters(); }
};

}  // namespace icsweep
