#include "tasks/training/sequence_training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tasks/autoregressive/gradient_descent.hpp"
#include "tasks/training/weights.hpp"
#include "tasks/training/zero_predictor.hpp"

namespace icsweep {
namespace {

std::vector<float> single(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

ContextDistribution contexts_of(const Config& c) {
  return {context_kind(c.text("context")), c.small_integer("dim"), c.real("mu")};
}

SequenceTraining::SequenceTraining(const Config& c, const TransformerShape& s)
    : shape(s),
      contexts(contexts_of(c)),
      epochs{c.small_integer("sequences"), c.small_integer("epochs"), c.small_integer("batch"), c.integer("seed")},
      test_sequences(c.small_integer("test_sequences")),
      start(c.text("start") == "ones" ? 1.0 : 1 / std::sqrt(double(contexts.dim))),
      optimiser(optimiser_settings(c, epochs.steps())) {}

std::vector<double> SequenceTraining::first_weights() const {
  return scaled_initial(initial_parameters(shape, epochs.seed), parameter_views(shape), optimiser.initial_scale);
}

Sequences SequenceTraining::draw(int count, Purpose purpose, const Poll& poll) const {
  if (source) {
    const ExampleShape example = example_shape();
    Sequences s{count, example.points, example.dim, std::vector<double>(count * example.scalars())};
    for_each_example(*source, example.scalars(), {epochs.seed, purpose, 0, count}, poll,
                     [&](int i, const float* states) {
                       std::copy_n(states, example.scalars(), s.values.data() + i * example.scalars());
                     });
    return s;
  }
  return draw_sequences(contexts, count, shape.tokens + 1, start, epochs.seed, purpose, poll);
}

TrainedModel train_and_test(const SequenceTraining& s, const std::vector<double>& initial, Context& context) {
  Trainer<float> trainer(s.shape, s.optimiser, initial);
  const Poll poll = [&] { context.poll(); };
  const std::vector<float> data = single(s.draw(s.epochs.sequences, Purpose::training_data, poll).values);
  train_epochs(
      s.epochs,
      {.step =
           [&](std::span<const int> batch) { return trainer.step(data, batch, context.threads(), context.members()); },
       .state = [&](Archive& archive) { trainer.state(archive); },
       .gradient_norm = [&] { return trainer.gradient_norm(); }},
      context);
  context.put_weights(trainer.tested());
  Sequences test = s.draw(s.test_sequences, Purpose::test_data, poll);
  const auto position_mse = trainer.position_mse(single(test.values), test.count, poll);
  const double test_mse = mean_over(position_mse, {1, s.shape.tokens});
  context.put("test_mse", test_mse);
  put_beside_zero(zero_mse(test, 1), test_mse, curve_of_epochs(context, "loss", s.epochs.batches()), context);
  context.put("position_mse", position_mse);
  if (!s.source) {
    const auto floor = least_squares_position_mse(test, poll);
    context.put("floor_mse", mean_over(floor, {1, s.shape.tokens}));
    context.put("floor_position_mse", floor);
  }
  return {{trainer.tested().begin(), trainer.tested().end()}, std::move(test)};
}

double single_precision_error(const SequenceTraining& s, const std::vector<double>& initial) {
  const Sequences data = s.draw(check_examples(), Purpose::check);
  return single_precision_error(Trainer<float>(s.shape, s.optimiser, initial),
                                Trainer<double>(s.shape, s.optimiser, initial), data.values, data.count);
}

Cost training_cost(const SequenceTraining& s) {
  const double seen = double(s.epochs.sequences) * s.epochs.epochs,
               sequence_bytes = (s.shape.tokens + 1.0) * s.shape.outputs;
  const WorkingBytes working = working_bytes(s.shape);
  return {seen * training_flop(s.shape),
          seen,
          working.all + s.epochs.sequences * sequence_bytes * 12 + s.test_sequences * sequence_bytes * 28,
          working.per_sequence,
          most_threads(s.shape, s.epochs.batch),
          0,
          shared_bytes(s.shape)};
}

void validate_training(const Config& config, const SequenceTraining& s) {
  const double D = s.shape.width, T = s.shape.tokens, L = s.shape.depth, H = s.shape.heads, M = s.shape.hidden;
  const double most = 2e9 / 16, head = 4 * D * D + 3 * D, mlp = 2 * M * D + M, layer = H * head + mlp + 6 * D;
  const auto limit = [](const char* name, double value, const std::string& what, double largest) {
    if (value > largest) refuse_setting(fmt::format("{} = {:.0f}: {}, use at most {:.0f}", name, value, what, largest));
  };
  const auto dim = config.integer("dim");
  const std::string of_dim = fmt::format("for dim = {}", dim);
  if (s.contexts.kind == ContextKind::orthogonal && dim % 2 == 1)
    refuse_setting(fmt::format("dim = {}: orthogonal contexts turn pairs of coordinates, use an even number", dim));
  if (s.contexts.kind != ContextKind::restricted && s.contexts.mu != 1)
    refuse_setting(fmt::format("mu = {}: only restricted contexts have one, use context = \"restricted\" or mu = 1",
                               s.contexts.mu));
  validate_batch(config);
  validate_optimiser(config, s.epochs.steps());
  limit("dim", double(dim), "too large for the copies in a token", double(dim) * std::sqrt(most / head));
  limit("mlp", M, "too wide " + of_dim, (most - head) / (2 * D + 1));
  limit("heads", H, "too many " + of_dim, (most - mlp) / head);
  limit("depth", L, "too deep " + of_dim, most / layer);
  limit("length", T, "too long for the width of the model", most / std::max(D + 1, M));
  if (s.shape.attention == Attention::positional)  // T×T factors and their sums
    limit("length", T, "too long for positional attention", std::sqrt(2e9 / 8));
}

std::vector<Parameter> sequence_parameters(std::int64_t dim, std::int64_t epochs, double learning_rate) {
  const double many = 1e9;
  return {
      integer("dim", dim).between(1, 1000).says("dimension d, complex: unitary and restricted"),
      integer("length", 50).between(2, 1e6).says("tokens T the model sees"),
      integer("sequences", 16384).between(1, many).says("training sequences").in_batches_of("batch"),
      integer("test_sequences", 1024).between(1, many).says("test sequences"),
      integer("epochs", epochs).between(1, many).says("passes over the training sequences").resource(),
      integer("batch", 1024).between(1, many).says("sequences in an optimiser step"),
      real("learning_rate", learning_rate).between(0, 1e3).says("learning rate of the optimiser"),
      choice("context", "haar", {"haar", "unitary", "orthogonal", "restricted"})
          .says("distribution of W; all but haar commute"),
      real("mu", 1.0).between(1, 1e9).says("restricted contexts turn by at most 2 pi/mu").added(),
      choice("start", "unit", {"unit", "ones"}).says("s_1: unit is 1_d/sqrt(d), ones is 1_d"),
      seed("seed of data, weights and order"),
  };
}

std::vector<std::string> context_parameters() {
  return {"context", "mu", "start"};
}

std::vector<std::string> floor_outputs() {
  return {"floor_mse", "floor_position_mse"};
}

std::vector<Output> sequence_outputs() {
  std::vector<Output> all = epoch_outputs();  // train_mse, initial_loss, …
  const std::vector<Output> scores{{"test_mse", "mean squared test error, positions 1..length", {}},
                                   {"floor_mse", "minimum-norm least squares", {}}};
  all.insert(all.begin() + 1, scores.begin(), scores.end());
  all.push_back({"position_mse", "test error at each position", {position_dimension()}});
  all.push_back({"floor_position_mse", "minimum-norm least squares", {position_dimension()}});
  return all;
}

Dimension position_dimension() {
  return {"position", [](const Config& c) { return std::int64_t(c.small_integer("length")); }};
}

}  // namespace icsweep
