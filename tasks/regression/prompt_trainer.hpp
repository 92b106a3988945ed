// Trains a decoder on prompts that are drawn anew for every step, and evaluates it on stored prompts.
#pragma once

#include <memory>
#include <vector>

#include "models/cpu/lane_team.hpp"
#include "models/decoder/decoder.hpp"
#include "tasks/regression/error_curve.hpp"
#include "tasks/regression/tokens.hpp"
#include "tasks/training/optimiser.hpp"

namespace icsweep {

/// The training of a decoder. Prompt i of step s is drawn from stream (seed, Purpose::training_data, s·batch + i).
struct PromptTraining {
  PromptSettings prompts;
  TokenLayout layout;
  DecoderShape shape;
  AdamSettings adam;
  int batch;
  std::int64_t seed;
  /// Steps of a curriculum's stage [Garg et al. 2022]: prompts begin with 5 dimensions and 11 points; every stage adds
  /// one dimension and two points, up to all. 0: all from the start.
  std::int64_t stage = 0;
  /// The learning rate falls linearly to 0 over the last `decay` of `steps` steps.
  std::int64_t steps = 0, decay = 0;

  int active_dim(std::int64_t step) const { return int(limited(5, 1, step, prompts.dim)); }
  int active_points(std::int64_t step) const { return int(limited(11, 2, step, prompts.examples + 1)); }
  /// Factor of the learning rate at a step, counted from 0.
  double rate(std::int64_t step) const { return decay == 0 ? 1 : std::min(1.0, double(steps - step) / double(decay)); }

 private:
  std::int64_t limited(int first, int more, std::int64_t step, int all) const {
    return stage == 0 ? all : std::min<std::int64_t>(all, first + more * (step / stage));
  }
};

/// A decoder and an optimiser, on one thread or several, each thread with a block of lanes. Real is float for training,
/// double for reference.
template <class Real, int N>
class PromptTrainer {
 public:
  PromptTrainer(const PromptTraining& training, const std::vector<double>& initial);

  /// The number of threads from now on; 1 at first.
  void set_threads(int threads) { team_.set_threads(threads); }

  /// One step on a batch of fresh prompts: the gradient of the mean squared error over prompts and predicted points,
  /// then Adam. Returns that error before the step.
  double step();

  /// Computes the gradient of the next step() alone, for gradient_values(), and returns the loss.
  double gradient();
  std::span<const Real> gradient_values() const { return optimiser_.gradient(); }
  std::span<const Real> parameters() const { return optimiser_.parameters(); }

  /// Squared errors on these prompts at the points from `first` (counted from 0) on that the tokens can predict; NaN at
  /// others. Aligned tokens predict only a query: each point in turn is the query of the prompt cut there, with one
  /// pass for each. Takes any number of prompts; a prompt's errors do not depend on the others.
  SquaredErrors errors(const Prompts& prompts, int first, const Poll& poll);

  void state(Archive& archive) { archive(optimiser_, steps_); }

 private:
  struct Worker {
    explicit Worker(const PromptTraining& training);
    /// The last of `points` active points is the query of aligned tokens.
    void load(int lane, const Real* x, const Real* y, int points);
    void draw_block(std::int64_t begin, int lanes, int points);
    /// Adds the block's errors at the output tokens, and the gradient of factor times their sum.
    void add_gradient(int lanes, OutputTokens tokens, Real factor);

    const PromptTraining& training;
    Decoder<Real, N> model;
    PromptGenerator generator;
    PromptBlock<Real, N> block;
    AlignedVector<Real> targets, dpredictions;  // of the output tokens
    std::vector<Real> x, y;                     // one prompt
    std::vector<double> error;                  // by output token
  };
  void predict_block(const Prompts& prompts, int begin, int points, int first, SquaredErrors& errors);
  /// The output tokens, whose predictions count, for that many points; valid until the next call.
  const std::vector<int>& output_tokens(int points);

  std::unique_ptr<const PromptTraining> training_;  // its workers refer to it
  LaneTeam<Real, Worker> team_;
  std::vector<int> output_tokens_;
  Optimiser<Real> optimiser_;
  std::int64_t steps_ = 0;
};

#define ICSWEEP_EXTERN(Real, N) extern template class PromptTrainer<Real, N>;
ICSWEEP_FOR_EACH_LANE(ICSWEEP_EXTERN)
#undef ICSWEEP_EXTERN

}  // namespace icsweep
