#include "tasks/sequence_training.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "tasks/gradient_descent.hpp"

namespace icsweep {
namespace {

constexpr int lanes = 16;
constexpr int most_checkpoints = 200;

std::int64_t checkpoints(const Config& c) {
  return std::min(c.small_integer("epochs"), most_checkpoints);
}
/// The epoch, from 1, at whose end checkpoint i of `count` is taken.
int checkpoint_epoch(int i, int epochs, int count) {
  return int((std::int64_t(i) + 1) * epochs / count);
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

void train(const SequenceTraining& s, Trainer<float, lanes>& trainer, const std::vector<float>& data,
           Context& context) {
  const int count = std::min(s.epochs, most_checkpoints), batches = s.batches();
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

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::config, what);
}

}  // namespace

ContextDistribution contexts_of(const Config& c) {
  return {context_kind(c.text("context")), c.small_integer("dim"), c.real("mu")};
}

SequenceTraining::SequenceTraining(const Config& c, const TransformerShape& s)
    : shape(s),
      contexts(contexts_of(c)),
      sequences(c.small_integer("sequences")),
      test_sequences(c.small_integer("test_sequences")),
      epochs(c.small_integer("epochs")),
      batch(c.small_integer("batch")),
      seed(c.integer("seed")),
      start(c.text("start") == "ones" ? 1.0 : 1 / std::sqrt(double(contexts.dim))),
      adam{c.real("learning_rate")} {}

Sequences SequenceTraining::draw(int count, Purpose purpose, const Pause& pause) const {
  return draw_sequences(contexts, count, shape.tokens + 1, start, seed, purpose, pause);
}

TrainedModel train_and_test(const SequenceTraining& s, const std::vector<double>& initial, Context& context) {
  Trainer<float, lanes> trainer(s.shape, s.adam, initial);
  const Pause pause = [&] { context.breathe(); };
  train(s, trainer, single(s.draw(s.sequences, Purpose::training_data, pause).values), context);
  Sequences test = s.draw(s.test_sequences, Purpose::test_data, pause);
  const auto position_mse = trainer.position_mse(single(test.values), test.count, pause);
  context.put("test_mse", mean_over(position_mse, {1, s.shape.tokens}));
  context.put("position_mse", position_mse);
  const auto floor = least_squares_position_mse(test, pause);
  context.put("floor_mse", mean_over(floor, {1, s.shape.tokens}));
  context.put("floor_position_mse", floor);
  return {{trainer.parameters().begin(), trainer.parameters().end()}, std::move(test)};
}

double single_precision_error(const SequenceTraining& s, const std::vector<double>& initial) {
  const Sequences data = s.draw(lanes + 3, Purpose::check);
  std::vector<int> all(data.count);
  std::iota(all.begin(), all.end(), 0);
  Trainer<float, lanes> fast(s.shape, s.adam, initial);
  Trainer<double, 1> reference(s.shape, s.adam, initial);
  fast.gradient(single(data.values), all);
  reference.gradient(data.values, all);
  double error = 0, norm = 0;
  for (std::size_t p = 0; p < initial.size(); ++p) {
    error += std::pow(fast.gradient()[p] - reference.gradient()[p], 2);
    norm += std::pow(reference.gradient()[p], 2);
  }
  return std::sqrt(error / norm);
}

Cost training_cost(const SequenceTraining& s) {
  const double seen = double(s.sequences) * s.epochs, sequence_bytes = (s.shape.tokens + 1.0) * s.shape.outputs;
  return {seen * training_flop(s.shape), seen,
          training_bytes(s.shape, lanes, sizeof(float)) + s.sequences * sequence_bytes * 12 +
              s.test_sequences * sequence_bytes * 28};
}

void validate_training(const Config& config, const SequenceTraining& s) {
  const double D = s.shape.width, T = s.shape.tokens, L = s.shape.depth, H = s.shape.heads, M = s.shape.hidden;
  const double most = 2e9 / lanes;
  const auto dim = config.integer("dim");
  if (s.contexts.kind == ContextKind::orthogonal && dim % 2 == 1)
    refuse(fmt::format("dim = {}: orthogonal contexts turn pairs of coordinates, use an even number", dim));
  if (s.batch > s.sequences)
    refuse(fmt::format("batch = {}: more than sequences = {}, use at most that many", s.batch, s.sequences));
  const double widest = std::max(D + 1, M);
  if (T * widest > most)
    refuse(fmt::format("length = {:.0f}: too long for dim = {}, use at most {:.0f}", T, dim, most / widest));
  const double longest = std::sqrt(2e9 / 8);  // of the T×T factor and its sums
  if (s.shape.attention == Attention::positional && T > longest)
    refuse(fmt::format("length = {:.0f}: too long for positional attention, use at most {:.0f}", T, longest));
  const double parameters = H * (4 * D * D + 3 * D) + 3 * D + 2 * M * D + M + 3 * D;
  if (L * parameters > most)
    refuse(fmt::format("depth = {:.0f}: too deep for dim = {}, use at most {:.0f}", L, dim, most / parameters));
}

std::vector<Parameter> sequence_parameters(std::int64_t dim, std::int64_t epochs, double learning_rate) {
  const double many = 1e9;
  return {
      {"dim",
       dim,
       "dimension d of the sequences; unitary and restricted ones have 2d real coordinates",
       1,
       1000,
       {},
       {}},
      {"length", std::int64_t{50}, "tokens T the model sees", 2, 1e6, {}, {}},
      {"sequences", std::int64_t{16384}, "training sequences", 1, many, {}, {}},
      {"test_sequences", std::int64_t{1024}, "test sequences", 1, many, {}, {}},
      {"epochs", epochs, "passes over the training sequences", 1, many, {}, {}},
      {"batch", std::int64_t{1024}, "sequences in an optimiser step", 1, many, {}, {}},
      {"learning_rate", learning_rate, "Adam's learning rate", 0, 1e3, {}, {}},
      {"context",
       std::string("haar"),
       "distribution of W: any orthogonal matrix, or commuting ones",
       0,
       0,
       {"haar", "unitary", "orthogonal", "restricted"},
       {}},
      {"mu", 1.0, "restricted contexts turn by angles up to 2 pi/mu", 1, 1e9, {}, Value{1.0}},
      {"start", std::string("unit"), "s_1: unit is 1_d/sqrt(d), ones is 1_d", 0, 0, {"unit", "ones"}, {}},
      {"seed", std::int64_t{0}, "seed of data, weights and order", 0, 9e15, {}, {}},
  };
}

std::vector<Output> sequence_outputs() {
  const Dimension checkpoint{"checkpoint", checkpoints};
  return {
      {"train_mse", "mean squared training error over the last epoch", {}},
      {"test_mse", "mean squared test error over positions 1..length", {}},
      {"floor_mse", "minimum-norm least squares", {}},
      {"initial_loss", "training loss of the first batch", {}},
      {"epochs_run", "epochs done", {}},
      {"epoch", "epoch of each checkpoint", {checkpoint}},
      {"loss", "mean training loss over that epoch", {checkpoint}},
      {"position_mse", "test error at each position", {position_dimension()}},
      {"floor_position_mse", "minimum-norm least squares", {position_dimension()}},
  };
}

Dimension position_dimension() {
  return {"position", [](const Config& c) { return std::int64_t(c.small_integer("length")); }};
}

}  // namespace icsweep
