// S2–S6, "regression": decoders trained on in-context regression [covariates-icl §4, Fig 2 and 3].
//
// Data: prompts x_1, y_1, …, x_H, y_H, x_{H+1} with one hidden function each, drawn anew for every step. Model: a
// decoder on one of four tokenizations, with patches of p examples per token; sca is lagged tokens with shifted
// attention. Loss: mean squared error over prompts and over all points that the tokens can predict; with aligned tokens
// this is the query only. Test: prompts of stream (seed, Purpose::test_data), the same for every tokenization and for
// the task regression_baselines; errors are against the observed labels. Choices that the paper leaves open follow Garg
// et al. 2022.

#include <fmt/format.h>

#include <cmath>

#include "tasks/regression/decoder_weights.hpp"
#include "tasks/fed_task.hpp"
#include "tasks/regression/settings.hpp"
#include "tasks/training/precision.hpp"
#include "tasks/training/stability.hpp"
#include "tasks/training/training.hpp"
#include "tasks/training/weights.hpp"
#include "tasks/training/zero_predictor.hpp"

namespace icsweep {
namespace regression {
namespace {

std::vector<Output> outputs() {
  const Dimension examples{"seen", [](const Config& c) { return c.integer("examples") + 1; }};
  const Dimension checkpoint{"checkpoint",
                             [](const Config& c) { return std::min(c.integer("checkpoints"), c.integer("steps")); }};
  std::vector<Output> all{
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
  add_trained_outputs(all, checkpoint);
  return all;
}

/// Mean error over prompts and the predicted points from `first` on. Throws Diverged if an error is not finite.
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

/// Losses at the checkpoints so far.
struct Checkpoints {
  std::vector<double> step, train_loss, last_index, validation, grad_norm;
  double sum = 0, norms = 0,
         since = 0;  ///< since the last checkpoint: sums of losses and gradient norms; number of steps
  Jumps jumps;

  void add(double loss, double norm) {
    sum += loss;
    norms += norm;
    ++since;
    jumps.add(loss);
  }
  void validate(const RegressionSettings& s, long at, const SquaredErrors& errors) {
    step.push_back(double(at));
    train_loss.push_back(sum / since);
    grad_norm.push_back(norms / since);
    last_index.push_back(errors.col(errors.cols() - 1).mean());
    validation.push_back(mean_from(s.training.layout, errors, s.validated_from()));
    sum = norms = since = 0;
  }
  void state(Archive& archive) {
    archive(step, train_loss, last_index, validation, grad_norm, sum, norms, since, jumps);
  }
  /// Losses of `count` checkpoints; NaN for those not reached.
  Results so_far(std::int64_t count) const {
    Results results{{"step", step},
                    {"step_train_loss", train_loss},
                    {"step_last_index", last_index},
                    {"step_validation", validation},
                    {"grad_norm", grad_norm}};
    for (auto& [name, values] : results) values.resize(std::size_t(count), std::nan(""));
    return results;
  }
};

void train(const RegressionSettings& s, PromptTrainer<float>& trainer, const Prompts& prompts, const Poll& poll,
           Context& context) {
  Checkpoints curve;
  const std::int64_t count = s.evaluations();
  Progress progress{0, long(s.training.steps), 0, 0};
  const auto loop = [&] {
    context.tick(progress);
    while (progress.step < progress.steps) {
      trainer.set_threads(context.threads());  // a tick may have changed both
      trainer.set_members(context.members());
      progress.loss = trainer.step();
      progress.sequences = ++progress.step * s.training.batch;
      if (!std::isfinite(progress.loss))
        throw Diverged(fmt::format("training loss is {} at step {}", progress.loss, progress.step));
      if (progress.step == 1) context.put("initial_loss", progress.loss);
      curve.add(progress.loss, trainer.gradient_norm());
      if (progress.step == (std::int64_t(curve.step.size()) + 1) * progress.steps / count)
        curve.validate(s, progress.step, trainer.errors(prompts, s.validated_from(), poll));
      context.tick(progress);
    }
  };
  context.resumable([&](Archive& archive) { archive(trainer, curve, progress); }, loop,
                    [&] { return curve.so_far(count); });
  context.put("train_loss", curve.train_loss.back());
  context.put("jumps", curve.jumps.count());
  for (auto& [name, values] : curve.so_far(count)) context.put(name, values);
}

void put_errors(const RegressionSettings& s, const SquaredErrors& errors, const Poll& poll, Context& context) {
  mean_from(s.training.layout, errors, 0);
  ErrorCurve curve = error_curve(errors, s.training.seed, poll);
  context.put("last_index", curve.mean.back());
  context.put("last_index_low", curve.low.back());
  context.put("last_index_high", curve.high.back());
  context.put("validation", mean_from(s.training.layout, errors, s.validated_from()));
  context.put("error", std::move(curve.mean));
  context.put("error_low", std::move(curve.low));
  context.put("error_high", std::move(curve.high));
}

/// Compares with predicting zero at the query, which every tokenization is trained to predict.
void put_beside_zero(const Prompts& prompts, Context& context) {
  double squares = 0;
  for (int i = 0; i < prompts.count; ++i) squares += std::pow(prompts[i].y[prompts.points - 1], 2);
  const Results& put = context.results();
  put_beside_zero(squares / prompts.count, put.at("last_index")[0], {put.at("step"), put.at("step_last_index")},
                  context);
}

/// An example of a block with parts that are not its defaults.
Values small(const char* block, const char* positions, const char* activation, const char* norm) {
  return values("block", block, "positions", positions, "activation", activation, "norm", norm, "depth", 2, "dim", 3,
                "examples", 8, "steps", 12, "batch", 40, "width", 8, "heads", 2, "checkpoints", 3, "prompts", 30);
}

class RegressionTask : public FedTask {
 public:
  const Schema& schema() const override {
    static const Schema schema{"regression",
                               3,
                               regression_parameters(),
                               outputs(),
                               {{"precision", "bfloat16", 1}, {"precision", "bfloat16_amx", 1}}};
    return schema;
  }
  std::string summary() const override { return "decoders on in-context regression with covariates"; }
  std::vector<Values> examples() const override {
    return {values("dim", 3, "examples", 8, "steps", 12, "batch", 40, "width", 8, "heads", 2, "checkpoints", 3,
                   "prompts", 30),
            values("curriculum", 4, "dim", 3, "examples", 8, "steps", 12, "batch", 40, "width", 8, "heads", 2,
                   "checkpoints", 3, "prompts", 30),
            small("gpt2", "rotary", "relu", "rms"),
            small("gpt2", "none", "block", "layer"),
            small("post_norm", "learned", "block", "rms"),
            small("post_norm", "sinusoidal", "gelu", "layer"),
            small("post_norm", "rotary", "block", "layer"),
            values("shift_layers", "not_first", "dim", 3, "examples", 8, "steps", 12, "batch", 40, "width", 8, "heads",
                   2, "depth", 2, "checkpoints", 3, "prompts", 30),
            values("precision", "bfloat16_amx", "dim", 3, "examples", 8, "steps", 12, "batch", 40, "width", 8, "heads",
                   2, "checkpoints", 3, "prompts", 30),
            values("precision", "bfloat16", "dim", 3, "examples", 8, "steps", 12, "batch", 40, "width", 8, "heads", 2,
                   "checkpoints", 3, "prompts", 30)};
  }

  void validate(const Config& c) const override { validate_regression(c); }

  Cost cost(const Config& c) const override {
    const RegressionSettings s(c);
    const DecoderShape& shape = s.training.shape;
    const double seen = double(s.training.steps) * s.training.batch;
    const PromptSettings& prompts = s.training.prompts;
    const double points = (prompts.examples + 1.0) * (prompts.dim + 3), function = double(prompts.hidden) * prompts.dim;
    const WorkingBytes working = working_bytes(shape);
    const double flop = training_flop(shape, s.training.layout.output_tokens());
    double passes = 0;  // of whole prompts in an evaluation
    for_each_pass(s.training.layout, s.validated_from(),
                  [&](int query) { passes += (query + 1.0) / (prompts.examples + 1.0); });
    return {seen * flop,
            seen,
            working.all + 8 * (s.prompts * points + function),
            working.per_sequence,
            most_threads(shape, s.training.batch),
            0,
            shared_bytes(shape),
            shape.shares_blocks(),
            double(s.evaluations()),
            s.prompts * passes * flop / 3};  // the forward pass
  }

  std::string flop_formula() const override {
    return "FLOP/seq of regression: products of forward and backward, 2 per multiply-add.\n"
           "T tokens of F features, R of which predict (aligned 1, interleaved examples + 1,\n"
           "others T), width D, L layers, H heads of width W = D/H: read-in 4TFD; each layer\n"
           "6T*3D^2 (post_norm's first, merged with the read-in, 4T*3FD if F < D and nothing\n"
           "is added between them), 12HW for each of its T(T + 1)/2 pairs and 6T*9D^2, of\n"
           "which the last does 6R*9D^2; read-out 6RD. Bare: 12THDF, 6RHD and 12HD per pair.\n"
           "Aligned: the last layer has one query, so 6(T - 1)D^2 less, and T pairs.\n"
           "Norms, activations, rotations, exponentials, loss, Adam and evaluations are not\n"
           "counted.";
  }

  Precision precision(const Config& c) const override { return precision_of(c); }

  std::vector<WeightArray> weights(const Config& c) const override {
    return weight_arrays(parameter_views(RegressionSettings(c).training.shape));
  }

  ExampleShape example_shape(const Config& c) const override { return RegressionSettings(c).training.prompts.shape(); }
  std::string batch_parameter() const override { return "batch"; }
  std::string test_parameter() const override { return "prompts"; }
  std::string error_output() const override { return "error"; }
  std::vector<std::string> own_parameters() const override { return {"function", "noise", "hidden", "curriculum"}; }
  std::vector<std::string> own_outputs() const override { return {}; }

  void run_on(ExampleSource* source, const Config& c, Context& context) const override {
    RegressionSettings s(c);
    s.training.prompts.source = source;
    const Poll poll = [&] { context.poll(); };
    const Prompts prompts = draw_prompts(s.training.prompts, s.prompts, s.training.seed, Purpose::test_data, poll);
    PromptTrainer<float> trainer(s.training,
                                 scaled_initial(initial_parameters(s.training.shape, s.training.seed),
                                                parameter_views(s.training.shape), s.training.optimiser.initial_scale));
    train(s, trainer, prompts, poll, context);
    context.put_weights(trainer.tested());
    put_errors(s, trainer.errors(prompts, 0, poll), poll, context);
    put_beside_zero(prompts, context);
  }

  double gradient_error_on(ExampleSource* source, const Config& c) const override {
    PromptTraining training = RegressionSettings(c).training;
    training.prompts.source = source;
    training.batch = check_examples();
    const std::vector<double> initial = initial_parameters(training.shape, training.seed);
    PromptTrainer<float> fast(training, initial);
    PromptTrainer<double> reference(training, initial);
    fast.gradient();
    reference.gradient();
    return relative_error(fast.gradient_values(), reference.gradient_values());
  }
};

}  // namespace
}  // namespace regression

const Task& regression_task() {
  static const regression::RegressionTask task;
  return task;
}

}  // namespace icsweep
