// Minibatch training of a Transformer on autoregressive sequences, and its evaluation.
#pragma once

#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "models/cpu/lane_batch.hpp"
#include "models/cpu/lane_team.hpp"
#include "models/transformer/transformer.hpp"
#include "tasks/autoregressive/autoregressive.hpp"
#include "tasks/random.hpp"
#include "tasks/training/optimiser.hpp"

namespace icsweep {

/// PyTorch's initialisation of the whole model: nn.Linear weights and biases uniform on ±1/√(inputs), norm weights 1,
/// norm biases 0; positions N(0, 1).
std::vector<double> initial_parameters(const TransformerShape& shape, std::int64_t seed);

/// Calls f(integral_constant<int, N>) with the number of lanes that this processor trains with.
template <class F>
decltype(auto) with_training_lanes(F&& f) {
  if (training_lanes() == 16) return f(std::integral_constant<int, 16>{});
  return f(std::integral_constant<int, 8>{});
}

/// A model and an optimiser, on one thread or several. Each thread has a block of lanes, which makes tokens and targets
/// of sequences. Real is float for training, double for reference.
template <class Real, int N, class Block = SequenceBlock<Real, N>>
class Trainer {
 public:
  /// A token holds as many states as fit into the model's features.
  Trainer(const TransformerShape& shape, const AdamSettings& adam, const std::vector<double>& initial)
      : Trainer(shape, adam, initial, Block(shape.tokens, shape.outputs, shape.features / shape.outputs)) {}

  Trainer(const TransformerShape& shape, const AdamSettings& adam, const std::vector<double>& initial, Block block)
      : team_(Worker{Transformer<Real, N>(shape), std::move(block), std::vector<double>(std::size_t(shape.tokens))},
              training_flop(shape) * N),
        optimiser_(adam, initial),
        scalars_(double(shape.tokens) * shape.outputs) {}

  /// The number of threads from now on; 1 at first.
  void set_threads(int threads) { team_.set_threads(threads); }

  /// One step on a batch of sequences: the gradient of the mean squared error over sequences, positions and
  /// coordinates, then Adam. Returns that error before the step. On one thread it allocates nothing at the papers'
  /// sizes (Eigen's products allocate from width 210 on and, with positions, from 190 tokens on).
  double step(const std::vector<Real>& sequences, std::span<const int> batch) {
    const double loss = gradient(sequences, batch);
    optimiser_.step();
    return loss;
  }

  /// Computes the gradient alone, for gradient(), and returns the loss.
  double gradient(const std::vector<Real>& sequences, std::span<const int> batch) {
    const double terms = scalars_ * double(batch.size());
    team_.train(blocks_of(batch), with_parameters(), [&](Worker& worker, int block) {
      worker.block.load(sequences, lanes_of(batch, block));
      worker.block.prefetch(sequences, lanes_of(batch, block + 1));
      worker.model.accumulate_gradient(worker.block.tokens(), worker.block.targets(), worker.block.active(),
                                       Real(1 / terms), worker.error.data());
    });
    team_.first().model.reduce_gradient(optimiser_.gradient());
    double sum = 0;
    for (const double e : team_.error()) sum += e;
    return sum / terms;
  }

  /// Mean squared error at each position, over sequences 0 … count−1 and coordinates.
  std::vector<double> position_mse(const std::vector<Real>& sequences, int count, const Poll& poll = {}) {
    std::vector<int> indices(count);
    std::iota(indices.begin(), indices.end(), 0);
    const std::span<const int> all(indices);
    std::vector<double> error(team_.error().size());
    for (int begin = 0; begin < count; begin += pause_every) {
      if (poll) poll();
      const auto some = all.subspan(std::size_t(begin), std::size_t(std::min(pause_every, count - begin)));
      team_.evaluate(blocks_of(some), with_parameters(), [&](Worker& worker, int block) {
        worker.block.load(sequences, lanes_of(some, block));
        worker.model.evaluate(worker.block.tokens(), worker.block.targets(), worker.block.active(),
                              worker.error.data());
      });
      for (std::size_t t = 0; t < error.size(); ++t) error[t] += team_.error()[t];
    }
    for (double& e : error) e /= scalars_ / double(error.size()) * count;
    return error;
  }

  std::span<const Real> parameters() const { return optimiser_.parameters(); }
  void set_parameters(std::span<const Real> theta) { optimiser_.set_parameters(theta); }
  std::span<const Real> gradient() const { return optimiser_.gradient(); }
  void state(Archive& archive) { optimiser_.state(archive); }

 private:
  struct Worker {
    Transformer<Real, N> model;
    Block block;
    std::vector<double> error;
  };
  static constexpr int pause_every = 1024;  // sequences evaluated between two polls

  static int blocks_of(std::span<const int> batch) { return int((batch.size() + N - 1) / N); }
  static std::span<const int> lanes_of(std::span<const int> batch, int block) {
    const std::size_t first = std::min(batch.size(), std::size_t(block) * N);
    return batch.subspan(first, std::min<std::size_t>(N, batch.size() - first));
  }
  auto with_parameters() {
    return [this](Worker& worker) { worker.model.set_parameters(parameters()); };
  }

  LaneTeam<Real, Worker> team_;
  Optimiser<Real> optimiser_;
  double scalars_;  // target scalars of one sequence
};

/// Distance of the single-precision gradient over these sequences from the double-precision one, relative to the
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
