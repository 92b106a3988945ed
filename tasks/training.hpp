// Minibatch training of a Transformer on autoregressive sequences, and its evaluation.
#pragma once

#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "models/transformer.hpp"
#include "tasks/lane_batch.hpp"
#include "tasks/optimiser.hpp"
#include "tasks/random.hpp"

namespace icsweep {

/// PyTorch's initialisation of the whole model: nn.Linear weights and biases uniform on ±1/√(inputs), norm weights 1,
/// norm biases 0; positions N(0, 1).
std::vector<double> initial_parameters(const TransformerShape& shape, std::int64_t seed);

/// f(integral_constant<int, N>) for the number of lanes that this processor trains with.
template <class F>
decltype(auto) with_training_lanes(F&& f) {
  if (training_lanes() == 16) return f(std::integral_constant<int, 16>{});
  return f(std::integral_constant<int, 8>{});
}

/// One model, its optimiser and one block of lanes, which makes tokens and targets of sequences. Real is float for
/// training, double for reference.
template <class Real, int N, class Block = SequenceBlock<Real, N>>
class Trainer {
 public:
  /// A token holds as many states as fit into the model's features.
  Trainer(const TransformerShape& shape, const AdamSettings& adam, const std::vector<double>& initial)
      : Trainer(shape, adam, initial, Block(shape.tokens, shape.outputs, shape.features / shape.outputs)) {}

  Trainer(const TransformerShape& shape, const AdamSettings& adam, const std::vector<double>& initial, Block block)
      : model_(shape),
        block_(std::move(block)),
        optimiser_(adam, initial),
        error_(shape.tokens),
        scalars_(double(shape.tokens) * shape.outputs) {}

  /// One step on a batch of sequences: gradient of the mean squared error over sequences, positions and coordinates,
  /// then Adam. Returns that mean squared error before the step. Allocates nothing at the papers' sizes (Eigen's
  /// products take memory from width 210 and, with positions, from 190 tokens on).
  double step(const std::vector<Real>& sequences, std::span<const int> batch) {
    const double loss = gradient(sequences, batch);
    optimiser_.step();
    return loss;
  }

  /// The gradient alone, left in gradient().
  double gradient(const std::vector<Real>& sequences, std::span<const int> batch) {
    std::fill(error_.begin(), error_.end(), 0.0);
    model_.set_parameters(parameters());
    const double terms = scalars_ * double(batch.size());
    for (std::size_t i = 0; i < batch.size(); i += N) {
      block_.load(sequences, batch.subspan(i, std::min<std::size_t>(N, batch.size() - i)));
      model_.accumulate_gradient(block_.tokens(), block_.targets(), block_.active(), Real(1 / terms), error_.data());
    }
    model_.take_gradient(optimiser_.gradient());
    double sum = 0;
    for (const double e : error_) sum += e;
    return sum / terms;
  }

  /// Mean squared error at each position over sequences 0 … count−1 and coordinates.
  std::vector<double> position_mse(const std::vector<Real>& sequences, int count, const Pause& pause = {}) {
    std::vector<double> error(error_.size());
    std::vector<int> indices(count);
    for (int i = 0; i < count; ++i) indices[i] = i;
    model_.set_parameters(parameters());
    for (int i = 0; i < count; i += N) {
      pause_at(i + N - 1, pause);
      block_.load(sequences, std::span<const int>(indices).subspan(i, std::min(N, count - i)));
      model_.evaluate(block_.tokens(), block_.targets(), block_.active(), error.data());
    }
    for (double& e : error) e /= scalars_ / double(error.size()) * count;
    return error;
  }

  std::span<const Real> parameters() const { return optimiser_.parameters(); }
  void set_parameters(std::span<const Real> theta) { optimiser_.set_parameters(theta); }
  std::span<const Real> gradient() const { return optimiser_.gradient(); }
  void state(Archive& archive) { optimiser_.state(archive); }

 private:
  Transformer<Real, N> model_;
  Block block_;
  Optimiser<Real> optimiser_;
  std::vector<double> error_;
  double scalars_;  // target scalars of one sequence
};

/// Distance of the single-precision gradient over all these sequences to the double-precision one, relative to its
/// norm.
template <class Fast, class Reference>
double single_precision_error(Fast&& fast, Reference&& reference, const std::vector<double>& data, int sequences) {
  std::vector<int> all(sequences);
  std::iota(all.begin(), all.end(), 0);
  fast.gradient({data.begin(), data.end()}, all);
  reference.gradient(data, all);
  return relative_error(fast.gradient(), reference.gradient());
}

}  // namespace icsweep
