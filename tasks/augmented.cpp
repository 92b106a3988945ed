// E4, "augmented": depth 1–6 linear-attention Transformers on augmented tokens beside gradient descent
// [autoregressive-icl §6, Fig 5].
//
// Data: s_{t+1} = W s_t, W Haar on O(d), s_1 = start·1_d. The model sees e_t = (0, s_t, s_{t−1}) and predicts s_{t+1},
// t = 1 … T; its read-out is the first d rows of the paper's Linear(3d → 3d): the other rows meet no target. Loss: mean
// squared error over sequences, positions and coordinates; Adam; a new random order of the training set each epoch. The
// baselines see the same test sequences.

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "tasks/gradient_descent.hpp"
#include "tasks/task.hpp"
#include "tasks/training.hpp"

namespace icsweep {
namespace {

constexpr int lanes = 16;
constexpr int most_checkpoints = 200;

struct Settings {
  explicit Settings(const Config& c)
      : dim(c.small_integer("dim")),
        length(c.small_integer("length")),
        sequences(c.small_integer("sequences")),
        test_sequences(c.small_integer("test_sequences")),
        epochs(c.small_integer("epochs")),
        batch(c.small_integer("batch")),
        seed(c.integer("seed")),
        start(c.text("start") == "ones" ? 1.0 : 1 / std::sqrt(double(dim))),
        shape{length, 3 * dim, 2 * dim, c.small_integer("depth"), dim},
        adam{c.real("learning_rate")} {}

  int batches() const { return (sequences + batch - 1) / batch; }
  Sequences draw(int count, Purpose purpose, const Pause& pause = {}) const {
    return draw_sequences({ContextKind::haar, dim}, count, length + 1, start, seed, purpose, pause);
  }

  int dim, length, sequences, test_sequences, epochs, batch;
  std::int64_t seed;
  double start;
  TransformerShape shape;
  AdamSettings adam;
};

std::int64_t checkpoints(const Config& c) {
  return std::min(c.small_integer("epochs"), most_checkpoints);
}
/// The epoch, from 1, at whose end checkpoint i is taken.
int checkpoint_epoch(int i, int epochs, int count) {
  return int((std::int64_t(i) + 1) * epochs / count);
}

Schema make_schema() {
  const double many = 1e9;
  const Dimension checkpoint{"checkpoint", checkpoints};
  const Dimension position{"position", [](const Config& c) { return std::int64_t(c.small_integer("length")); }};
  return {
      "augmented",
      1,
      {
          {"depth", std::int64_t{1}, "Transformer layers, and steps of gradient descent", 1, 1000, {}, {}},
          {"dim", std::int64_t{5}, "dimension d of the sequences; the model's width is 3d", 1, 1000, {}, {}},
          {"length", std::int64_t{50}, "tokens T the model sees", 2, 1e6, {}, {}},
          {"sequences", std::int64_t{16384}, "training sequences", 1, many, {}, {}},
          {"test_sequences", std::int64_t{1024}, "test sequences", 1, many, {}, {}},
          {"epochs", std::int64_t{2000}, "passes over the training sequences", 1, many, {}, {}},
          {"batch", std::int64_t{1024}, "sequences in an optimiser step", 1, many, {}, {}},
          {"learning_rate", 5e-3, "Adam's learning rate", 0, 1e3, {}, {}},
          {"context", std::string("haar"), "distribution of W", 0, 0, {"haar"}, {}},
          {"attention", std::string("linear"), "kind of attention", 0, 0, {"linear"}, {}},
          {"start", std::string("unit"), "s_1: unit is 1_d/sqrt(d), ones is 1_d", 0, 0, {"unit", "ones"}, {}},
          {"seed", std::int64_t{0}, "seed of data, weights and order", 0, 9e15, {}, {}},
      },
      {
          {"train_mse", "mean squared training error over the last epoch", {}},
          {"test_mse", "mean squared test error over positions 1..length", {}},
          {"gd_mse", "gradient descent of depth steps, one tuned step size for all positions", {}},
          {"gd_scaled_mse", "gradient descent with step c/(T-1), c tuned", {}},
          {"gd_line_search_mse", "gradient descent with exact line search", {}},
          {"gd_step", "the tuned constant step size", {}},
          {"gd_scaled_step", "the tuned c", {}},
          {"floor_mse", "minimum-norm least squares", {}},
          {"initial_loss", "training loss of the first batch", {}},
          {"epochs_run", "epochs done", {}},
          {"epoch", "epoch of each checkpoint", {checkpoint}},
          {"loss", "mean training loss over that epoch", {checkpoint}},
          {"position_mse", "test error at each position", {position}},
          {"gd_position_mse", "gradient descent, tuned constant step", {position}},
          {"gd_scaled_position_mse", "gradient descent, step c/(T-1)", {position}},
          {"gd_line_search_position_mse", "gradient descent, exact line search", {position}},
          {"floor_position_mse", "minimum-norm least squares", {position}},
      },
  };
}

std::vector<float> single(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

/// The order of one epoch: a Fisher–Yates shuffle drawn for that epoch alone.
void shuffle(std::vector<int>& order, std::int64_t seed, int epoch) {
  std::iota(order.begin(), order.end(), 0);
  RandomStream random(seed, Purpose::shuffle, std::uint64_t(epoch));
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
}

void train(const Settings& s, Trainer<float, lanes>& trainer, const std::vector<float>& data, const Config& config,
           Context& context) {
  const int count = int(checkpoints(config)), batches = s.batches();
  std::vector<double> epoch_curve, loss_curve;
  std::vector<int> order(s.sequences);
  Progress progress{0, long(s.epochs) * batches, 0, 0};
  context.tick(progress);
  for (int epoch = 1; epoch <= s.epochs; ++epoch) {
    shuffle(order, s.seed, epoch);
    double sum = 0;
    for (int b = 0; b < batches; ++b) {
      const int begin = b * s.batch, size = std::min(s.batch, s.sequences - begin);
      progress.loss = trainer.step(data, std::span<const int>(order).subspan(begin, size));
      if (!std::isfinite(progress.loss))
        throw Diverged(fmt::format("loss is {} at step {}", progress.loss, progress.step + 1));
      if (progress.step++ == 0) context.put("initial_loss", progress.loss);
      progress.sequences += size;
      sum += progress.loss * size;
      context.tick(progress);
    }
    if (epoch == checkpoint_epoch(int(loss_curve.size()), s.epochs, count)) {
      epoch_curve.push_back(epoch);
      loss_curve.push_back(sum / s.sequences);
    }
    context.put("epochs_run", epoch);
    context.put("train_mse", sum / s.sequences);
  }
  context.put("epoch", std::move(epoch_curve));
  context.put("loss", std::move(loss_curve));
}

void put_baselines(const Settings& s, const Sequences& test, Context& context) {
  const Positions all{1, s.length};
  const Pause pause = [&] { context.breathe(); };
  const InnerDescent descent(test, pause);
  const auto put = [&](StepRule rule, const std::string& name) {
    const TunedDescent tuned = descent.tuned(s.shape.depth, rule, all);
    context.put(name + "_mse", tuned.mse);
    context.put(name + "_position_mse", tuned.position_mse);
    return tuned.step;
  };
  context.put("gd_step", put(StepRule::constant, "gd"));
  context.put("gd_scaled_step", put(StepRule::scaled, "gd_scaled"));
  put(StepRule::line_search, "gd_line_search");
  const auto floor = least_squares_position_mse(test, pause);
  context.put("floor_mse", mean_over(floor, all));
  context.put("floor_position_mse", floor);
}

class AugmentedTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema = make_schema();
    return schema;
  }

  /// The kernels count scalars of one block in 32 bits.
  void validate(const Config& config) const override {
    const double D = 3.0 * config.integer("dim"), T = config.integer("length"), L = config.integer("depth"), most = 2e9;
    if (config.integer("batch") > config.integer("sequences"))
      throw Error(ErrorKind::config, fmt::format("batch = {}: more than sequences = {}, use at most that many",
                                                 config.integer("batch"), config.integer("sequences")));
    if (T * (D + 1) * lanes > most)
      throw Error(ErrorKind::config, fmt::format("length = {:.0f}: too long for dim = {}, use at most {:.0f}", T, D / 3,
                                                 most / lanes / (D + 1)));
    if (L * (4 * D * D + 6 * D) * lanes > most)
      throw Error(ErrorKind::config, fmt::format("depth = {:.0f}: too deep for dim = {}, use at most {:.0f}", L, D / 3,
                                                 most / lanes / (4 * D * D + 6 * D)));
  }

  Cost cost(const Config& config) const override {
    const Settings s(config);
    const double seen = double(s.sequences) * s.epochs, sequence_bytes = (s.length + 1.0) * s.dim;
    return {seen * training_flop(s.shape), seen,
            training_bytes(s.shape, lanes, sizeof(float)) + s.sequences * sequence_bytes * 12 +
                s.test_sequences * sequence_bytes * 28};
  }

  std::string flop_formula() const override {
    return "FLOP/seq of augmented: products of forward and backward, 2 a multiply-add.\n"
           "T tokens, width D = 3d, K = D + 1 (first layer 2d + 1); a layer takes\n"
           "T(6(K^2 + DK) + 3K(K + 1) + 6K^2), the first one T(6K^2 + 2K) less, the\n"
           "read-out 6Td(D + 1). Norms, loss, rebuilt state and Adam are not counted.";
  }

  void run(const Config& config, Context& context) const override {
    const Settings s(config);
    Trainer<float, lanes> trainer(s.shape, s.dim, s.adam, initial_parameters(s.shape, s.seed));
    const Pause pause = [&] { context.breathe(); };
    const std::vector<float> data = single(s.draw(s.sequences, Purpose::training_data, pause).values);
    train(s, trainer, data, config, context);
    const Sequences test = s.draw(s.test_sequences, Purpose::test_data, pause);
    const auto position_mse = trainer.position_mse(single(test.values), test.count, pause);
    context.put("test_mse", mean_over(position_mse, {1, s.length}));
    context.put("position_mse", position_mse);
    put_baselines(s, test, context);
  }

  double gradient_error(const Config& config) const override {
    const Settings s(config);
    const auto initial = initial_parameters(s.shape, s.seed);
    const Sequences data = s.draw(lanes + 3, Purpose::check);
    std::vector<int> all(data.count);
    std::iota(all.begin(), all.end(), 0);
    Trainer<float, lanes> fast(s.shape, s.dim, s.adam, initial);
    Trainer<double, 1> reference(s.shape, s.dim, s.adam, initial);
    fast.gradient(single(data.values), all);
    reference.gradient(data.values, all);
    double error = 0, norm = 0;
    for (std::size_t p = 0; p < initial.size(); ++p) {
      error += std::pow(fast.gradient()[p] - reference.gradient()[p], 2);
      norm += std::pow(reference.gradient()[p], 2);
    }
    return std::sqrt(error / norm);
  }
};

}  // namespace

const Task& augmented_task() {
  static const AugmentedTask task;
  return task;
}

}  // namespace icsweep
