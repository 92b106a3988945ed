// S2–S6, "regression": decoders trained on in-context regression [covariates-icl §4, Fig 2 and 3].
//
// Data: prompts x_1, y_1, …, x_H, y_H, x_{H+1} of one hidden function each, drawn anew for every step. Model: a decoder
// on one of four tokenizations, with patches of p examples a token; sca is lagged tokens with shifted attention. Loss:
// mean squared error over prompts and predicted points, which are all that the tokens allow: with aligned tokens the
// query only. Test: prompts of stream (seed, Purpose::test_data), the same for every tokenization and for the task
// regression_baselines; errors are against the observed labels. What the paper leaves open follows Garg et al. 2022.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tasks/regression/decoder_weights.hpp"
#include "tasks/regression/prompt_trainer.hpp"
#include "tasks/task.hpp"
#include "tasks/training.hpp"

namespace icsweep {
namespace {

Block block_of(const std::string& name) {
  if (name == "bare") return Block::bare;
  return name == "post_norm" ? Block::post_norm : Block::pre_norm;
}

Mixing mixing_of(const std::string& name) {
  if (name == "linear") return Mixing::sum;
  return name == "linear_mean" ? Mixing::mean : Mixing::softmax;
}

Shift shift_of(const Config& c) {
  if (c.text("tokenization") != "sca") return Shift::none;
  return c.text("own_term") == "kept" ? Shift::own : Shift::without_own;
}

struct Settings {
  explicit Settings(const Config& c)
      : prompts(c.small_integer("prompts")),
        checkpoints(c.integer("checkpoints")),
        training{{function_class(c.text("function")), c.small_integer("dim"), c.small_integer("examples"),
                  c.real("noise"), c.small_integer("hidden")},
                 {tokenization_of(c.text("tokenization")), c.small_integer("dim"), c.small_integer("examples"),
                  c.small_integer("patch")},
                 {},
                 {.learning_rate = c.real("learning_rate")},
                 c.small_integer("batch"),
                 c.integer("seed"),
                 c.integer("curriculum"),
                 c.integer("steps"),
                 c.integer("decay")} {
    training.shape = {.tokens = training.layout.tokens(),
                      .inputs = training.layout.features(),
                      .width = c.small_integer("width"),
                      .heads = c.small_integer("heads"),
                      .depth = c.small_integer("depth"),
                      .block = block_of(c.text("block")),
                      .mixing = mixing_of(c.text("attention")),
                      .shift = shift_of(c)};
  }

  /// Point 2d + 1, counted from 0, from which on errors count for the validation loss: the query if H < 2d.
  int validated_from() const { return std::min(2 * training.prompts.dim, training.prompts.examples); }

  int prompts;
  std::int64_t checkpoints;
  PromptTraining training;
};

std::vector<Parameter> parameters() {
  const double many = 1e9;
  return {
      {"function", std::string("linear"), "hidden function of a prompt", 0, 0, {"linear", "relu2"}, {}},
      {"tokenization",
       std::string("sca"),
       "how a prompt becomes tokens",
       0,
       0,
       {"interleaved", "aligned", "lagged", "sca"},
       {}},
      {"attention",
       std::string("softmax"),
       "linear: scores as weights; _mean: over the token",
       0,
       0,
       {"softmax", "linear", "linear_mean"},
       {}},
      {"own_term",
       std::string("kept"),
       "sca: attention to itself; linear may leave it out",
       0,
       0,
       {"kept", "left_out"},
       {}},
      {"block",
       std::string("gpt2"),
       "gpt2; post_norm: ReLU, no positions; bare",
       0,
       0,
       {"gpt2", "post_norm", "bare"},
       {}},
      {"depth", std::int64_t{4}, "layers", 1, 1000, {}, {}},
      {"width", std::int64_t{128}, "of tokens in the model; of each bare head", 1, 1e4, {}, {}},
      {"heads", std::int64_t{4}, "attention heads, width/heads wide (bare: width)", 1, 1e4, {}, {}},
      {"patch", std::int64_t{1}, "examples a token holds", 1, 1e4, {}, {}},
      {"dim", std::int64_t{10}, "dimension d of x", 1, 1e4, {}, {}},
      {"examples", std::int64_t{40}, "examples H before the query", 1, 1e4, {}, {}},
      {"noise", 0.0, "standard deviation of the labels' noise", 0, 1e6, {}, {}},
      {"hidden", std::int64_t{100}, "relu2: hidden width of the function", 1, 1e5, {}, {}},
      {"curriculum", std::int64_t{0}, "steps until prompts grow again, 0: never", 0, many, {}, {}},
      {"steps", std::int64_t{200000}, "optimiser steps", 1, many, {}, {}},
      {"batch", std::int64_t{64}, "fresh prompts in a step", 1, 1e6, {}, {}},
      {"learning_rate", 1e-4, "Adam's learning rate", 0, 1e3, {}, {}},
      {"decay", std::int64_t{0}, "last steps, over which the rate falls to 0", 0, many, {}, {}},
      {"checkpoints", std::int64_t{50}, "evaluations along the way", 1, 1e4, {}, {}},
      {"prompts", std::int64_t{1280}, "test prompts", 1, 1e6, {}, {}},
      {"seed", std::int64_t{0}, "seed of prompts and first weights", 0, 9e15, {}, {}},
  };
}

std::vector<Output> outputs() {
  const Dimension examples{"seen", [](const Config& c) { return c.integer("examples") + 1; }};
  const Dimension checkpoint{"checkpoint",
                             [](const Config& c) { return std::min(c.integer("checkpoints"), c.integer("steps")); }};
  return {
      {"last_index", "test error at the query", {}},
      {"last_index_low", "5 % of its bootstrap", {}},
      {"last_index_high", "95 % of its bootstrap", {}},
      {"validation", "mean test error at 2d+1 .. H+1, if H < 2d: at H+1", {}},
      {"initial_loss", "training loss before the first step", {}},
      {"train_loss", "mean training loss since the last checkpoint but one", {}},
      {"step", "steps done at each checkpoint", {checkpoint}},
      {"step_train_loss", "mean training loss since the checkpoint before", {checkpoint}},
      {"step_last_index", "test error at the query", {checkpoint}},
      {"step_validation", "mean test error at 2d+1 .. H+1, if H < 2d: at H+1", {checkpoint}},
      {"error", "test error by number of examples; NaN: not predicted", {examples}},
      {"error_low", "5 % of its bootstrap", {examples}},
      {"error_high", "95 % of its bootstrap", {examples}},
  };
}

/// Over prompts and the points from `first` on that are predicted. Throws Diverged where one is not finite.
double mean_from(const TokenLayout& layout, const SquaredErrors& errors, int first) {
  double sum = 0;
  int count = 0;
  for (int point = first; point <= layout.examples; ++point) {
    if (!layout.predicts(point)) continue;
    const double mean = errors.col(point).mean();
    if (!std::isfinite(mean)) throw Diverged(fmt::format("test error is {} after {} examples", mean, point));
    sum += mean;
    ++count;
  }
  return sum / count;
}

/// Losses along the way.
struct Checkpoints {
  std::vector<double> step, train_loss, last_index, validation;
  void put(Context& context) {
    context.put("train_loss", train_loss.back());
    context.put("step", std::move(step));
    context.put("step_train_loss", std::move(train_loss));
    context.put("step_last_index", std::move(last_index));
    context.put("step_validation", std::move(validation));
  }
};

template <class T>
void train(const Settings& s, T& trainer, const Prompts& prompts, const Pause& pause, Context& context) {
  Checkpoints curve;
  const std::int64_t count = std::min(s.checkpoints, s.training.steps), batch = s.training.batch;
  context.tick({0, s.training.steps, 0, 0});
  double sum = 0;
  for (std::int64_t step = 1, since = 0; step <= s.training.steps; ++step) {
    const double loss = trainer.step();
    if (!std::isfinite(loss)) throw Diverged(fmt::format("training loss is {} at step {}", loss, step));
    if (step == 1) context.put("initial_loss", loss);
    sum += loss;
    ++since;
    context.tick({long(step), long(s.training.steps), long(step * batch), loss});
    if (step != (std::int64_t(curve.step.size()) + 1) * s.training.steps / count) continue;
    const SquaredErrors errors = trainer.errors(prompts, s.validated_from(), pause);
    curve.step.push_back(double(step));
    curve.train_loss.push_back(sum / double(since));
    curve.last_index.push_back(errors.col(errors.cols() - 1).mean());
    curve.validation.push_back(mean_from(s.training.layout, errors, s.validated_from()));
    sum = 0;
    since = 0;
  }
  curve.put(context);
}

void put_errors(const Settings& s, const SquaredErrors& errors, const Pause& pause, Context& context) {
  mean_from(s.training.layout, errors, 0);
  ErrorCurve curve = error_curve(errors, s.training.seed, pause);
  context.put("last_index", curve.mean.back());
  context.put("last_index_low", curve.low.back());
  context.put("last_index_high", curve.high.back());
  context.put("validation", mean_from(s.training.layout, errors, s.validated_from()));
  context.put("error", std::move(curve.mean));
  context.put("error_low", std::move(curve.low));
  context.put("error_high", std::move(curve.high));
}

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::config, what);
}

void validate_model(const Config& c, const DecoderShape& s) {
  if (s.bare() && s.depth > 1) refuse(fmt::format("depth = {}: block = \"bare\" is one layer, use 1", s.depth));
  if (!s.bare() && s.width % s.heads != 0)
    refuse(fmt::format("heads = {}: do not divide width = {}, use one of its divisors", s.heads, s.width));
  if (c.text("own_term") == "left_out" && s.shift != Shift::without_own)
    refuse("own_term = \"left_out\": only tokenization = \"sca\" has a term to leave out, use \"kept\"");
  if (s.shift == Shift::without_own && s.mixing == Mixing::softmax)
    refuse("own_term = \"left_out\": the first token's softmax would be over nothing, use a linear attention");
  const double most = 1e9;  // kernels count in 32 bits
  const double widest = std::max(s.bare() ? 3.0 * s.heads * s.width : s.hidden(), s.inputs + 31.0);
  if (const double block = 16 * s.tokens * widest; block > most)
    refuse(fmt::format("examples = {}: a block has {:.0f} scalars, use fewer or a smaller dim or width: at most {:.0f}",
                       c.integer("examples"), block, most));
  if (parameters(s) > most)
    refuse(fmt::format("width = {}: {:.0f} parameters, use a smaller one, fewer heads or less depth: at most {:.0f}",
                       s.width, parameters(s), most));
}

class RegressionTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema{"regression", 1, parameters(), outputs()};
    return schema;
  }

  void validate(const Config& c) const override {
    const Settings s(c);
    validate_layout(s.training.layout);
    validate_model(c, s.training.shape);
    if (s.training.decay > s.training.steps)
      refuse(
          fmt::format("decay = {}: more than steps = {}, use at most that many", s.training.decay, s.training.steps));
    if (s.training.stage > 0 && s.training.layout.patch > 1)
      refuse(fmt::format("curriculum = {}: prompts of a growing length do not divide into patches, use 0 or patch = 1",
                         s.training.stage));
  }

  Cost cost(const Config& c) const override {
    const Settings s(c);
    const DecoderShape& shape = s.training.shape;
    const double seen = double(s.training.steps) * s.training.batch;
    const PromptSettings& prompts = s.training.prompts;
    const double points = (prompts.examples + 1.0) * (prompts.dim + 3), function = double(prompts.hidden) * prompts.dim;
    return {seen * training_flop(shape), seen,
            training_bytes(shape, training_lanes(), sizeof(float)) + 8 * (s.prompts * points + function)};
  }

  std::string flop_formula() const override {
    return "FLOP/seq of regression: products of forward and backward, 2 a multiply-add.\n"
           "T tokens of F features, width D, L layers, H heads of width W = D/H: read-in\n"
           "4TFD; each layer 6T*12D^2 and 12HW for each of its T(T + 1)/2 pairs; read-out\n"
           "6TD. Bare: T(12HDF + 6HD) and 12HD a pair. Norms, GELU, exponentials, loss,\n"
           "what is computed twice, Adam and evaluations are not counted.";
  }

  void run(const Config& c, Context& context) const override {
    const Settings s(c);
    with_training_lanes([&](auto lanes) {
      const Pause pause = [&] { context.breathe(); };
      const Prompts prompts = draw_prompts(s.training.prompts, s.prompts, s.training.seed, Purpose::test_data, pause);
      PromptTrainer<float, lanes()> trainer(s.training, initial_parameters(s.training.shape, s.training.seed));
      train(s, trainer, prompts, pause, context);
      put_errors(s, trainer.errors(prompts, 0, pause), pause, context);
    });
  }

  double gradient_error(const Config& c) const override {
    PromptTraining training = Settings(c).training;
    training.batch = training_lanes() + 3;
    const std::vector<double> initial = initial_parameters(training.shape, training.seed);
    return with_training_lanes([&](auto lanes) {
      PromptTrainer<float, lanes()> fast(training, initial);
      PromptTrainer<double, 1> reference(training, initial);
      fast.gradient();
      reference.gradient();
      return relative_error(fast.gradient_values(), reference.gradient_values());
    });
  }
};

}  // namespace

const Task& regression_task() {
  static const RegressionTask task;
  return task;
}

}  // namespace icsweep
