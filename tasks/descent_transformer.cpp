// U10, "descent_transformer": the Transformer that runs causal kernel descent, trained from those weights
// [universality §5, "Training M^n", Fig 4].
//
// Data: x_{t+1} = f(x_t), one f per sequence. Three fifths of the sequences are for training, one fifth for validation,
// the rest for testing. Model: `depth` layers e ← e + Σ_h W_V^h Attn_h(e), two heads with square W_Q, W_K, W_V, which
// start as Theorem 1's and are then free; its output is the last d coordinates. Loss: mean squared error over
// sequences, positions and coordinates. Training stops when the validation loss has not improved for `patience` epochs,
// and the best weights are tested.
//
// Two baselines see the same test sequences. The untrained model is `depth` steps of eq 7 (with noise, for softmax,
// nearly so), and u* is infinitely many steps. Noise makes tokens longer: the step of id and exp, chosen for the first
// token, is then soon too large.

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "tasks/autoregressive/gradient_descent.hpp"
#include "tasks/training/epochs.hpp"
#include "tasks/training/loss_curve.hpp"
#include "tasks/training/precision.hpp"
#include "tasks/training/stability.hpp"
#include "tasks/training/training.hpp"
#include "tasks/training/weights.hpp"
#include "tasks/training/zero_predictor.hpp"
#include "tasks/universality/descent_token.hpp"
#include "tasks/universality/descent_run.hpp"
#include "tasks/universality/recursion.hpp"
#include "tasks/universality/theorem1.hpp"

namespace icsweep {
namespace descent_transformer {
namespace {

using Singles = std::vector<float>;

struct Settings {
  explicit Settings(const Config& c)
      : recursion(recursion_of(c)),
        kernel(kernel_of(c.text("kernel"))),
        shape(theorem1_shape(kernel, c.small_integer("length"), recursion.dim, c.small_integer("depth"),
                             c.text("layers") == "tied", precision_of(c))),
        sequences(c.small_integer("sequences")),
        patience(c.small_integer("patience")),
        epochs{3 * (sequences / 5), c.small_integer("epochs"), c.small_integer("batch"), c.integer("seed")},
        optimiser(optimiser_settings(c, epochs.steps())),
        descent{c.real("step_size"), step_unit(kernel, recursion.initial_norm), shape.depth} {}

  std::vector<double> initial() const {
    return scaled_initial(theorem1_parameters(shape, descent.step_size * descent.unit, recursion.initial_norm),
                          parameter_views(shape), optimiser.initial_scale);
  }
  template <class Real>
  Trainer<Real> trainer() const {
    return {shape, descent_tokens(shape.tokens, shape.outputs), optimiser, initial()};
  }
  int validation() const { return sequences / 5; }
  int test() const { return sequences - epochs.sequences - validation(); }

  Recursion recursion;
  Kernel kernel;
  TransformerShape shape;
  int sequences, patience;
  Epochs epochs;
  OptimiserSettings optimiser;
  DescentSteps descent;  // steps that the first weights make
};

std::vector<Parameter> parameters() {
  const double many = 1e9;
  std::vector<Parameter> all = recursion_parameters(2);
  const std::vector<Parameter> own{
      choice("kernel", "softmax", {"id", "exp", "softmax"}).says("attention of both heads"),
      integer("depth", 6).between(1, 1000).says("layers n, each a step of the descent"),
      choice("layers", "tied", {"tied", "untied"}).says("whether layers share their weights"),
      real("step_size", 1.0).between(0, 1e6).says("eta k(x_1,x_1), softmax: eta; 2: too large"),
      integer("length", 99).between(2, 1e4).says("tokens the model sees; the paper's T - 1"),
      integer("sequences", 4096).between(5, many).says("3/5 train, 1/5 validate, the rest test").in_batches_of("batch"),
      integer("epochs", 5000).between(1, many).says("most passes over the training sequences"),
      integer("patience", 200).between(1, many).says("epochs without a better validation loss"),
      integer("batch", 64).between(1, many).says("sequences in an optimiser step"),
      real("learning_rate", 1e-3).between(0, 1e3).says("learning rate of the optimiser"),
      seed("seed of data and order"),
      precision_parameter({"float32", "bfloat16"}),
  };
  all.insert(all.end(), own.begin(), own.end());
  add_optimiser_parameters(all);
  return all;
}

std::vector<Output> outputs() {
  const Dimension position{"position", [](const Config& c) { return c.integer("length"); }};
  const Dimension checkpoint{"checkpoint", [](const Config& c) { return OpenLossCurve::size(c.integer("epochs")); }};
  std::vector<Output> all = epoch_outputs();
  const std::vector<Output> own{
      {"test_mse", "of the best weights, positions 1..length", {}},
      {"untrained_mse", "of the first weights", {}},
      {"limit_mse", "of infinitely many steps", {}},
      {"validation_loss", "best validation loss", {}},
      {"best_epoch", "epoch of the best validation loss, 0 before any", {}},
      {"epoch_validation_loss", "validation loss after each checkpoint's epoch", {checkpoint}},
      {"position_mse", "test error of the best weights", {position}},
      {"untrained_position_mse", "test error of the first weights", {position}},
      {"limit_position_mse", "test error of infinitely many steps", {position}},
  };
  all.insert(all.end(), own.begin(), own.end());
  add_trained_outputs(all, checkpoint);
  return all;
}

/// Puts an error by position and its mean.
void put_error(const std::string& prefix, const std::string& mean, const std::vector<double>& error, Context& context) {
  for (std::size_t t = 0; t < error.size(); ++t)
    if (!std::isfinite(error[t]))
      throw Diverged(fmt::format("{}position_mse is {} at position {}", prefix, error[t], t + 1));
  context.put(mean, mean_over(error, {1, int(error.size())}));
  context.put(prefix + "position_mse", error);
}

/// Mean squared error of u* over these sequences and coordinates, at each position. Throws Diverged if the first
/// weights' step is too large for them.
std::vector<double> limit_error(const Settings& s, const Sequences& data, int begin, int count, const Poll& poll) {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(data.length - 1);
  for (int i = begin; i < begin + count; ++i) {
    poll_at(i, poll);
    const CausalDescent descent(s.kernel, Eigen::Map<const Tokens>(data.sequence(i), data.length, data.dim));
    const Tokens limit = finite_limit(descent, i);
    if (s.descent.step_size * s.descent.unit > descent.largest_step())
      checked_descent(descent, limit, s.descent, i, poll);
    sum += (limit - descent.next()).rowwise().squaredNorm() / (double(count) * data.dim);
  }
  return {sum.begin(), sum.end()};
}

/// Keeps the weights with the smallest validation loss.
class BestWeights {
 public:
  BestWeights(Trainer<float>& trainer, const Singles& validation, int count, Poll poll)
      : trainer_(trainer), data_(validation), count_(count), poll_(std::move(poll)) {
    judge(0);
  }

  /// Returns the validation loss after this epoch.
  double judge(int epoch) {
    const auto error = trainer_.position_mse(data_, count_, poll_);
    const double loss = mean_over(error, {1, int(error.size())});
    if (!std::isfinite(loss)) throw Diverged(fmt::format("validation loss is {} after epoch {}", loss, epoch));
    if (epoch == 0 || loss < loss_) {
      loss_ = loss;
      epoch_ = epoch;
      theta_.assign(trainer_.tested().begin(), trainer_.tested().end());
    }
    return loss;
  }
  double loss() const { return loss_; }
  int epoch() const { return epoch_; }
  std::span<const float> theta() const { return theta_; }
  void state(Archive& archive) { archive(theta_, epoch_, loss_); }

 private:
  Trainer<float>& trainer_;
  const Singles& data_;
  int count_, epoch_ = 0;
  Poll poll_;
  double loss_ = 0;
  Singles theta_;
};

/// Trains, and leaves the trainer with the best weights.
void train(const Settings& s, Trainer<float>& trainer, const Singles& training, const Singles& validation,
           const Poll& poll, Context& context) {
  BestWeights best(trainer, validation, s.validation(), poll);
  OpenLossCurve curve(s.epochs.epochs);
  train_epochs(s.epochs,
               {.step =
                    [&](std::span<const int> batch) {
                      return trainer.step(training, batch, context.threads(), context.members());
                    },
                .state = [&](Archive& archive) { archive(trainer, best, curve); },
                .after_epoch =
                    [&](int epoch) {
                      curve.add(epoch, best.judge(epoch));
                      return epoch - best.epoch() < s.patience;
                    },
                .so_far = [&] { return curve.so_far("epoch", "epoch_validation_loss"); },
                .gradient_norm = [&] { return trainer.gradient_norm(); }},
               context);
  curve.put(context, "epoch", "epoch_validation_loss");
  context.put("validation_loss", best.loss());
  context.put("best_epoch", best.epoch());
  trainer.set_parameters(best.theta());
}

void run_training(const Settings& s, Context& context) {
  const Poll poll = [&] { context.poll(); };
  const Sequences data =
      draw_sequences(s.recursion, s.sequences, s.shape.tokens + 1, s.epochs.seed, Purpose::training_data, poll);
  const auto part = [&](int begin, int count) { return Singles(data.sequence(begin), data.sequence(begin + count)); };
  const int test_begin = s.epochs.sequences + s.validation();
  const Singles test = part(test_begin, s.test());
  Trainer<float> trainer = s.trainer<float>();
  const Singles first(trainer.tested().begin(), trainer.tested().end());
  put_error("limit_", "limit_mse", limit_error(s, data, test_begin, s.test(), poll), context);
  train(s, trainer, part(0, s.epochs.sequences), part(s.epochs.sequences, s.validation()), poll, context);
  context.put_weights(trainer.tested());
  put_error("", "test_mse", trainer.position_mse(test, s.test(), poll), context);
  const Sequences tested{s.test(), data.length, data.dim, {test.begin(), test.end()}};
  put_beside_zero(zero_mse(tested, 1), context.results().at("test_mse")[0],
                  curve_of_epochs(context, "epoch_validation_loss", s.epochs.batches()), context);
  trainer.set_parameters(first);
  put_error("untrained_", "untrained_mse", trainer.position_mse(test, s.test(), poll), context);
}

class DescentTransformerTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema{"descent_transformer", 3, parameters(), outputs()};
    return schema;
  }
  std::string summary() const override { return "the Transformer whose layers are steps of that descent"; }
  std::vector<Values> examples() const override {
    return {values("dim", 2, "length", 6, "sequences", 150, "epochs", 12, "batch", 40, "patience", 5, "depth", 2,
                   "learning_rate", 0.05),
            values("precision", "bfloat16", "dim", 2, "length", 6, "sequences", 150, "epochs", 12, "batch", 40,
                   "patience", 5, "depth", 2, "learning_rate", 0.05)};
  }

  void validate(const Config& config) const override {
    validate_recursion(config);
    validate_size(config);
    const Settings s(config);
    if (s.shape.rounds() && s.kernel == Kernel::id)
      refuse_setting("precision = \"bfloat16\": kernel = \"id\" has running sums, use float32, or exp or softmax");
    validate_optimiser(config, s.epochs.steps());
    if (s.epochs.batch > s.epochs.sequences)
      throw Error(ErrorKind::config, fmt::format("batch = {}: more than the {} training sequences of {}, use at most "
                                                 "that many",
                                                 s.epochs.batch, s.epochs.sequences, s.sequences));
  }

  Cost cost(const Config& config) const override {
    const Settings s(config);
    const double seen = double(s.epochs.sequences) * s.epochs.epochs, T = s.shape.tokens, flop = training_flop(s.shape),
                 sequence_bytes = (T + 1) * s.shape.outputs * 12, limit_bytes = 24 * T * T;
    const WorkingBytes working = working_bytes(s.shape);
    Cost cost{seen * flop,
              seen,
              working.all + s.sequences * sequence_bytes + limit_bytes,
              working.per_sequence,
              most_threads(s.shape, s.epochs.batch),
              0,
              shared_bytes(s.shape)};
    cost.tests = double(s.epochs.epochs);
    cost.test_flop = s.validation() * flop / 3;  // the forward pass
    return cost;
  }

  std::string flop_formula() const override {
    return "FLOP/seq of descent_transformer: products of forward and backward, 2 per\n"
           "multiply-add. T tokens, width D = 4d + 2: each of a layer's two heads takes\n"
           "12TD^2 and 12D for each of the T(T + 1)/2 pairs, or 3D(D + 1) + 6D^2 per token\n"
           "with kernel id; less what the first layer's tokens' gradient would take.\n"
           "Exponentials and validation are not counted.";
  }

  Precision precision(const Config& c) const override { return precision_of(c); }

  std::vector<WeightArray> weights(const Config& config) const override {
    return weight_arrays(parameter_views(Settings(config).shape));
  }

  void run(const Config& config, Context& context) const override { run_training(Settings(config), context); }

  double gradient_error(const Config& config) const override {
    const Settings s(config);
    const int count = check_examples();
    const Sequences data = draw_sequences(s.recursion, count, s.shape.tokens + 1, s.epochs.seed, Purpose::check);
    return single_precision_error(s.trainer<float>(), s.trainer<double>(), data.values, count);
  }

 private:
  /// Throws unless the kernels, which count the scalars of a block in 32 bits, can hold the model. Tied layers count
  /// once.
  static void validate_size(const Config& c) {
    const double width = DescentToken{c.small_integer("dim")}.width(), most = std::floor(1.2e8 / (6 * width * width));
    if (c.text("layers") == "untied" && double(c.integer("depth")) > most)
      throw Error(ErrorKind::config, fmt::format("depth = {}: too deep for dim = {}, use at most {}",
                                                 c.integer("depth"), c.integer("dim"), most));
  }
};

}  // namespace
}  // namespace descent_transformer

const Task& descent_transformer_task() {
  static const descent_transformer::DescentTransformerTask task;
  return task;
}

}  // namespace icsweep
