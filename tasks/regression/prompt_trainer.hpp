// Trains a decoder on prompts that are drawn anew for every step, and evaluates it on stored prompts.
#pragma once

#include <memory>
#include <vector>

#include "models/batch_gradient.hpp"
#include "models/decoder/decoder_shape.hpp"
#include "tasks/regression/error_curve.hpp"
#include "tasks/regression/tokens.hpp"
#include "tasks/training/optimiser.hpp"

namespace icsweep {

/// Settings of a decoder's training. Prompt i of step s is drawn from stream (seed, Purpose::training_data, s·batch +
/// i).
struct PromptTraining {
  PromptSettings prompts;
  TokenLayout layout;
  DecoderShape shape;
  OptimiserSettings optimiser;
  int batch;
  std::int64_t seed;
  /// Steps per stage of a curriculum [Garg et al. 2022]. Prompts begin with 5 dimensions and 11 points; every stage
  /// adds one dimension and two points, up to all. 0: all from the start.
  std::int64_t stage = 0;
  std::int64_t steps = 0;

  int active_dim(std::int64_t step) const { return int(limited(5, 1, step, prompts.dim)); }
  int active_points(std::int64_t step) const { return int(limited(11, 2, step, prompts.examples + 1)); }

 private:
  std::int64_t limited(int first, int more, std::int64_t step, int all) const {
    return stage == 0 ? all : std::min<std::int64_t>(all, first + more * (step / stage));
  }
};

/// Fresh prompts as a batch. Prompt i is drawn from stream (seed, Purpose::training_data, first + i), or by the
/// prompts' own source.
template <class Real>
class DrawnPrompts final : public Examples<Real> {
 public:
  explicit DrawnPrompts(const PromptTraining& training);
  void set_readers(int readers) { generators_.resize(std::size_t(readers), generators_.front()); }
  /// Makes this the batch of a step.
  void begin_step(std::int64_t step);

  int count() const override { return batch_; }
  const Real* read(int index, int reader, Real* buffer) override;

 private:
  const PromptTraining& training_;
  int batch_;
  std::int64_t first_ = 0;
  std::vector<PromptGenerator> generators_;  // one per reader
  ExampleSource* source_;
};

/// Calls f(query) for each pass of PromptTrainer::errors(), over the first query + 1 points of a prompt.
template <class F>
void for_each_pass(const TokenLayout& layout, int first, F&& f) {
  const bool aligned = layout.tokenization == Tokenization::aligned;
  const int lowest = aligned ? (first + layout.patch - 1) / layout.patch * layout.patch : layout.examples;
  for (int query = lowest; query <= layout.examples; query += layout.patch) f(query);
}

/// A decoder and its optimiser. Real is float for training, double for reference.
template <class Real>
class PromptTrainer {
 public:
  PromptTrainer(const PromptTraining& training, const std::vector<double>& initial);
  PromptTrainer(const PromptTraining& training, std::unique_ptr<BatchGradient<Real>> model,
                const std::vector<double>& initial);

  /// Sets the number of threads for later calls; 1 at first.
  void set_threads(int threads) { prompts_.set_readers(model_->set_threads(threads)); }
  /// Sets the processes that share the batches of later calls; nullptr at first.
  void set_members(Members* members) { model_->set_members(members); }

  /// One step on a batch of fresh prompts: the gradient of the mean squared error over prompts and predicted points,
  /// then the optimiser's step. Returns the error before the step.
  double step();

  /// Computes the gradient of the next step() alone, for gradient_values(). Returns the loss.
  double gradient();
  std::span<const Real> gradient_values() const { return optimiser_.gradient(); }
  std::span<const Real> parameters() const { return optimiser_.parameters(); }
  /// Parameters that errors() tests: the average of the parameters if one is kept.
  std::span<const Real> tested() const { return optimiser_.tested(); }
  /// Norm of the last step's gradient before clipping.
  double gradient_norm() const { return gradient_norm_; }

  /// Squared errors on these prompts at the points that the tokens can predict, from `first` on (counted from 0); NaN
  /// at other points. Aligned tokens predict only a query: each point in turn is the query of the prompt cut there,
  /// with one pass for each. Accepts any number of prompts; a prompt's errors do not depend on the others.
  SquaredErrors errors(const Prompts& prompts, int first, const Poll& poll);

  void state(Archive& archive) { archive(optimiser_, steps_); }

 private:
  void predict(const Prompts& prompts, int points, int first, const Poll& poll, SquaredErrors& errors);
  /// Changes the map to prompts of this number of points.
  const TokenMap& use_points(int points);

  std::unique_ptr<const PromptTraining> training_;  // used by the prompts
  TokenMap map_;
  int points_;  // of the map
  std::unique_ptr<BatchGradient<Real>> model_;
  DrawnPrompts<Real> prompts_;
  Optimiser<Real> optimiser_;
  std::int64_t steps_ = 0;
  double gradient_norm_ = 0;
};

extern template class PromptTrainer<float>;
extern template class PromptTrainer<double>;

}  // namespace icsweep
