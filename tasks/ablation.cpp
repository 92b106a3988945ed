// E9, "ablation": the effect of softmax and of an MLP on the layer that can solve unitary contexts exactly
// [autoregressive-icl §5.1 "Role of the softmax", App B, Fig 9].
//
// Data: unitary contexts of dimension dim in 2·dim real coordinates (Remark 1: rotations). Model: eq 6 with full merged
// matrices A = K^T Q and B = O V and free positional weights, see ablation_model.hpp. Loss: mean squared error over
// sequences, coordinates and T = 2 … length. Each epoch takes the training set in a new random order. Every weight
// starts uniform on ±1/√(number of terms in its sum).

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "models/ablation/ablation_model.hpp"
#include "tasks/autoregressive/gradient_descent.hpp"
#include "tasks/training/epochs.hpp"
#include "tasks/training/gradient_check.hpp"
#include "tasks/training/optimiser.hpp"
#include "tasks/training/stability.hpp"
#include "tasks/training/weights.hpp"
#include "tasks/training/zero_predictor.hpp"

namespace icsweep {
namespace ablation {
namespace {

AblationAttention attention_of(const Config& c) {
  if (c.text("attention") == "linear") return AblationAttention::linear;
  return c.text("positional") == "factor" ? AblationAttention::softmax_factor : AblationAttention::softmax_logit;
}

struct Settings {
  explicit Settings(const Config& c)
      : dim(c.small_integer("dim")),
        epochs{c.small_integer("sequences"), c.small_integer("epochs"), c.small_integer("batch"), c.integer("seed")},
        test_sequences(c.small_integer("test_sequences")),
        shape{attention_of(c), c.small_integer("length"), 2 * dim, c.small_integer("heads"), c.small_integer("mlp")},
        optimiser(optimiser_settings(c, epochs.steps())) {}

  Sequences draw(int count, Purpose purpose, const Poll& poll = {}) const {
    const ContextDistribution contexts{ContextKind::unitary, dim};
    return draw_sequences(contexts, count, shape.length + 1, 1 / std::sqrt(double(dim)), epochs.seed, purpose, poll);
  }
  /// Number of terms in the mean that is a batch's loss.
  double terms(std::size_t count) const { return double(count) * shape.rows() * shape.dim; }

  int dim;
  Epochs epochs;
  int test_sequences;
  AblationShape shape;
  OptimiserSettings optimiser;
};

std::vector<Output> outputs() {
  const auto extent = [](const char* parameter, std::int64_t times = 1) {
    return [=](const Config& c) { return times * c.integer(parameter); };
  };
  const Dimension position{"position", extent("length")}, row{"row", extent("length")},
      token{"token", extent("length")};
  const Dimension head{"head", extent("heads")}, output{"output", extent("dim", 2)}, input{"input", extent("dim", 2)};
  std::vector<Output> all = epoch_outputs();  // train_mse, initial_loss, …
  const std::vector<Output> scores{{"test_mse", "mean squared test error over T = 2..length", {}},
                                   {"floor_mse", "minimum-norm least squares, T = 2..length", {}}};
  all.insert(all.begin() + 1, scores.begin(), scores.end());
  const std::vector<Output> arrays{
      {"position_mse", "test error at each position T; none at 1", {position}},
      {"floor_position_mse", "minimum-norm least squares", {position}},
      {"A", "K^T Q of each head", {head, output, input}},
      {"B", "O V of each head", {head, output, input}},
      {"P", "positional weights; row and token count from 0, the last row is not used", {row, token}},
  };
  all.insert(all.end(), arrays.begin(), arrays.end());
  add_trained_outputs(all, epoch_dimension());
  return all;
}

std::vector<Parameter> parameters() {
  const double many = 1e9;
  std::vector<Parameter> all{
      choice("attention", "linear", {"linear", "softmax"}).says("kind of attention"),
      choice("positional", "factor", {"factor", "logit"}).says("P times the weights, or added to softmax's argument"),
      integer("mlp", 0).between(0, 4096).says("hidden units of the MLP on the output, 0: none"),
      integer("dim", 1).between(1, 100).says("complex dimension d: tokens have 2d coordinates"),
      integer("length", 10).between(2, 1000).says("longest sequence T"),
      integer("heads", 2).between(1, 100).says("heads H"),
      integer("sequences", 4096).between(1, many).says("training sequences").in_batches_of("batch"),
      integer("test_sequences", 1024).between(1, many).says("test sequences"),
      integer("epochs", 500).between(1, many).says("passes over the training sequences").resource(),
      integer("batch", 1024).between(1, many).says("sequences in an optimiser step"),
      real("learning_rate", 1e-2).between(0, 1e3).says("learning rate of the optimiser"),
      seed("seed of data, weights and order"),
  };
  add_optimiser_parameters(all);
  return all;
}

/// Model, parameters and optimiser.
class Trainer {
 public:
  explicit Trainer(const Settings& s)
      : s_(s),
        model_(s.shape),
        optimiser_(s.optimiser,
                   scaled_initial(initial(s, model_), parameter_views(s.shape), s.optimiser.initial_scale)) {}

  /// Returns the loss of a batch and computes its gradient.
  double loss(const Sequences& data, std::span<const int> batch) {
    std::vector<double> error(s_.shape.rows());
    std::ranges::fill(optimiser_.gradient(), 0.0);
    model_.run(optimiser_.parameters(), data.values, batch, error.data(), 1 / s_.terms(batch.size()),
               optimiser_.gradient());
    return std::accumulate(error.begin(), error.end(), 0.0) / s_.terms(batch.size());
  }
  /// Makes one step. Returns the loss before it.
  double step(const Sequences& data, std::span<const int> batch) {
    const double before = loss(data, batch);
    gradient_norm_ = optimiser_.step();
    return before;
  }
  /// Mean squared error at T = 2 … T_max.
  std::vector<double> row_mse(const Sequences& data) {
    std::vector<double> error(s_.shape.rows());
    std::vector<int> all(data.count);
    std::iota(all.begin(), all.end(), 0);
    model_.run(optimiser_.tested(), data.values, all, error.data());
    for (double& e : error) e /= double(data.count) * s_.shape.dim;
    return error;
  }

  const AblationModel& model() const { return model_; }
  std::span<double> theta() { return optimiser_.parameters(); }
  std::span<const double> gradient() const { return optimiser_.gradient(); }
  std::span<const double> tested() const { return optimiser_.tested(); }
  double gradient_norm() const { return gradient_norm_; }
  void state(Archive& archive) { optimiser_.state(archive); }

 private:
  static double bounded(RandomStream& random, int terms) {
    const double bound = 1 / std::sqrt(double(terms));
    return random.uniform(-bound, bound);
  }

  static std::vector<double> initial(const Settings& s, const AblationModel& model) {
    const int D = s.shape.dim, F = s.shape.mlp, T = s.shape.length;
    std::vector<double> theta(model.parameters());
    RandomStream random(s.epochs.seed, Purpose::initial_weights, 0);
    for (int i = 0; i < model.p(); ++i) theta[i] = bounded(random, D);
    for (int r = 0; r < s.shape.rows(); ++r)
      for (int t = 0; t <= r + 1; ++t) theta[model.p() + r * T + t] = bounded(random, T);
    for (int i = model.mlp(); i < model.parameters(); ++i)
      theta[i] = bounded(random, i < model.mlp() + F * (D + 1) ? D : F);
    return theta;
  }

  const Settings& s_;
  AblationModel model_;
  Optimiser<double> optimiser_;
  double gradient_norm_ = 0;
};

class AblationTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema{"ablation", 1, parameters(), outputs()};
    return schema;
  }
  std::string summary() const override { return "linear or softmax attention, with or without MLP, rotations"; }
  std::vector<Values> examples() const override {
    return {values("attention", "softmax", "mlp", 4, "length", 5, "sequences", 40, "epochs", 4, "batch", 16,
                   "test_sequences", 20)};
  }

  void validate(const Config& config) const override {
    validate_batch(config);
    validate_optimiser(config, Settings(config).epochs.steps());
    if (config.text("attention") == "linear" && config.text("positional") == "logit")
      throw Error(ErrorKind::config, "positional = logit: linear attention has no softmax, use positional = factor");
  }

  Cost cost(const Config& config) const override {
    const Settings s(config);
    const double H = s.shape.heads, D = s.shape.dim, F = s.shape.mlp, T = s.shape.length;
    const double flop = H * (8 * D * (T * (T + 1) / 2 - 1) + 10 * D * D * (T - 1)) + 12 * D * F * (T - 1);
    const double seen = double(s.epochs.sequences) * s.epochs.epochs,
                 parameters = 2 * H * D * D + T * T + 2 * D * F + F + D;
    return {seen * flop, seen, 1e7 + 8 * (T + 1) * D * (s.epochs.sequences + s.test_sequences) + 8 * 12 * parameters};
  }

  std::string flop_formula() const override {
    return "FLOP/seq of ablation: products of forward and backward, 2 per multiply-add, of\n"
           "D = 2d coordinates: H(8D(T(T + 1)/2 - 1) + 10D^2(T - 1)) for attention and\n"
           "12DF(T - 1) for the MLP. Softmax, loss and Adam are not counted.";
  }

  std::vector<WeightArray> weights(const Config& config) const override {
    return weight_arrays(parameter_views(Settings(config).shape));
  }

  void run(const Config& config, Context& context) const override {
    const Settings s(config);
    Trainer trainer(s);
    const Poll poll = [&] { context.poll(); };
    const Sequences data = s.draw(s.epochs.sequences, Purpose::training_data, poll);
    train_epochs(s.epochs,
                 {.step = [&](std::span<const int> batch) { return trainer.step(data, batch); },
                  .state = [&](Archive& archive) { trainer.state(archive); },
                  .gradient_norm = [&] { return trainer.gradient_norm(); }},
                 context);
    context.put_weights(trainer.tested());
    const Sequences test = s.draw(s.test_sequences, Purpose::test_data, poll);
    const auto floor = least_squares_position_mse(test, poll);
    context.put("floor_mse", mean_over(floor, {2, s.shape.length}));
    context.put("floor_position_mse", floor);
    std::vector<double> mse = trainer.row_mse(test);
    const double test_mse = std::accumulate(mse.begin(), mse.end(), 0.0) / double(mse.size());
    context.put("test_mse", test_mse);
    put_beside_zero(zero_mse(test, 2), test_mse, curve_of_epochs(context, "loss", s.epochs.batches()), context);
    mse.insert(mse.begin(), std::numeric_limits<double>::quiet_NaN());
    context.put("position_mse", std::move(mse));
    const double* theta = trainer.tested().data();
    const AblationModel& m = trainer.model();
    context.put("A", std::vector<double>(theta, theta + m.b()));
    context.put("B", std::vector<double>(theta + m.b(), theta + m.p()));
    context.put("P", std::vector<double>(theta + m.p(), theta + m.mlp()));
  }

  /// Compares with central differences on a few sequences.
  double gradient_error(const Config& config) const override {
    const Settings s(config);
    const Sequences data = s.draw(11, Purpose::check);
    std::vector<int> all(data.count);
    std::iota(all.begin(), all.end(), 0);
    Trainer trainer(s);
    trainer.loss(data, all);
    const std::vector<double> gradient(trainer.gradient().begin(), trainer.gradient().end());
    GradientCheck check(1e-6);
    check.add(trainer.theta(), gradient, [&] { return trainer.loss(data, all); });
    return check.relative_error();
  }
};

}  // namespace
}  // namespace ablation

const Task& ablation_task() {
  static const ablation::AblationTask task;
  return task;
}

}  // namespace icsweep
