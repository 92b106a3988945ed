// Minibatch training of a Transformer on autoregressive sequences, and its evaluation.
#pragma once

#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "models/batch_gradient.hpp"
#include "models/transformer/transformer_shape.hpp"
#include "tasks/autoregressive/autoregressive.hpp"
#include "tasks/random.hpp"
#include "tasks/training/optimiser.hpp"
#include "tasks/training/sequence_examples.hpp"

namespace icsweep {

/// A model and its optimiser. Real is float for training, double for reference.
template <class Real>
class Trainer {
 public:
  /// A token holds all states that fit into the model's features.
  Trainer(const TransformerShape& shape, const OptimiserSettings& optimiser, const std::vector<double>& initial)
      : Trainer(shape, sequence_tokens(shape.tokens, shape.outputs, shape.features / shape.outputs), optimiser,
                initial) {}

  Trainer(const TransformerShape& shape, const TokenMap& map, const OptimiserSettings& optimiser,
          const std::vector<double>& initial)
      : Trainer(gradient_in<Real>(shape, map), map, optimiser, initial) {}

  Trainer(std::unique_ptr<BatchGradient<Real>> model, const TokenMap& map, const OptimiserSettings& optimiser,
          const std::vector<double>& initial)
      : model_(std::move(model)), optimiser_(optimiser, initial), size_(map.example), scalars_(map.target_scalars()) {}

  /// One step on a batch of sequences: the gradient of the mean squared error over sequences, positions and
  /// coordinates, then the optimiser's step. Returns the error before the step. Sets the number of threads of later
  /// calls of every function. Members share the batch. On one thread it allocates nothing at the papers' sizes (Eigen's
  /// products allocate from width 210 on and, with positions, from 190 tokens on).
  double step(const std::vector<Real>& sequences, std::span<const int> batch, int threads = 1,
              Members* members = nullptr) {
    model_->set_threads(threads);
    model_->set_members(members);
    const double loss = gradient(sequences, batch);
    gradient_norm_ = optimiser_.step();
    return loss;
  }

  /// Computes the gradient alone, for gradient(). Returns the loss.
  double gradient(const std::vector<Real>& sequences, std::span<const int> batch) {
    const double terms = scalars_ * double(batch.size());
    SequenceExamples<Real> examples(sequences, size_, batch);
    double sum = 0;
    for (const double e : model_->gradient(parameters(), examples, Real(1 / terms), optimiser_.gradient())) sum += e;
    return sum / terms;
  }

  /// Mean squared error at each position, over sequences 0 … count−1 and coordinates.
  std::vector<double> position_mse(const std::vector<Real>& sequences, int count, const Poll& poll = {}) {
    std::vector<int> indices(count);
    std::iota(indices.begin(), indices.end(), 0);
    const std::span<const int> all(indices);
    std::vector<double> error;
    for (int begin = 0; begin < count; begin += poll_every) {
      if (poll) poll();
      SequenceExamples<Real> some(sequences, size_, all.subspan(begin, std::min(poll_every, count - begin)));
      const auto sums = model_->evaluate(tested(), some);
      error.resize(sums.size());
      for (std::size_t t = 0; t < error.size(); ++t) error[t] += sums[t];
    }
    for (double& e : error) e /= scalars_ / double(error.size()) * count;
    return error;
  }

  std::span<const Real> parameters() const { return optimiser_.parameters(); }
  /// Parameters that position_mse() tests: the average of the parameters if one is kept.
  std::span<const Real> tested() const { return optimiser_.tested(); }
  void set_parameters(std::span<const Real> theta) { optimiser_.set_parameters(theta); }
  std::span<const Real> gradient() const { return optimiser_.gradient(); }
  /// Norm of the last step's gradient before clipping.
  double gradient_norm() const { return gradient_norm_; }
  void state(Archive& archive) { optimiser_.state(archive); }

 private:
  static constexpr int poll_every = 1024;  // sequences per piece of an evaluation

  std::unique_ptr<BatchGradient<Real>> model_;
  Optimiser<Real> optimiser_;
  double gradient_norm_ = 0;
  std::size_t size_;  // scalars of one sequence
  double scalars_;    // target scalars of one sequence
};

/// Distance of the single-precision gradient from the double-precision one over these sequences, relative to the
/// latter's norm.
template <class Fast, class Reference>
double single_precision_error(Fast&& fast, Reference&& reference, const std::vector<double>& data, int sequences) {
  std::vector<int> all(sequences);
  std::iota(all.begin(), all.end(), 0);
  fast.gradient({data.begin(), data.end()}, all);
  reference.gradient(data, all);
  return relative_error(fast.gradient(), reference.gradient());
}

}  // namespace icsweep
