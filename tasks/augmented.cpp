// E4 and E5, "augmented": depth 1–6 Transformers on augmented tokens beside gradient descent
// [autoregressive-icl §6, Fig 5; §B, Fig 10].
//
// Data: s_{t+1} = W s_t, s_1 = start·1_d. The model sees e_t = (0, s_t, s_{t−1}) and predicts s_{t+1}, t = 1 … T. Its
// read-out is the first d rows of the paper's Linear(3d → 3d); the other rows have no target. Fig 5: linear attention,
// x + LN(Attn(x)). Fig 10: softmax attention, MLP, LN(x + f(x)) after both. The baselines use the same test sequences.

#include "tasks/autoregressive/gradient_descent.hpp"
#include "tasks/training/sequence_training.hpp"
#include "tasks/training/stability.hpp"
#include "tasks/training/weights.hpp"
#include "tasks/training/zero_predictor.hpp"

namespace icsweep {
namespace augmented {
namespace {

SequenceTraining settings(const Config& c) {
  const int dim = contexts_of(c).real_dim();
  TransformerShape shape{c.small_integer("length"), 3 * dim, 2 * dim, c.small_integer("depth"), dim};
  shape.heads = c.small_integer("heads");
  shape.attention = c.text("attention") == "softmax" ? Attention::softmax : Attention::linear;
  shape.residual = c.text("norm") == "post" ? Residual::post_norm : Residual::branch_norm;
  shape.hidden = c.small_integer("mlp");
  return {c, shape};
}

std::vector<Parameter> parameters() {
  std::vector<Parameter> all{
      integer("depth", 1).between(1, 1000).says("Transformer layers, and steps of gradient descent")};
  for (auto& p : sequence_parameters(5, 2000, 5e-3)) all.push_back(std::move(p));
  const std::vector<Parameter> model{
      choice("attention", "linear", {"linear", "softmax"}).says("kind of attention"),
      integer("heads", 1).between(1, 1000).says("attention heads, each as wide as the token").added(),
      integer("mlp", 0).between(0, 1e5).says("hidden width of the MLP, 0 for none").added(),
      choice("norm", "branch", {"branch", "post"}).says("branch: x + LN(f(x)); post: LN(x + f(x))").added(),
  };
  all.insert(all.end(), model.begin(), model.end());
  add_optimiser_parameters(all);
  return all;
}

/// The outputs in the order of the first stores, since a row's digest depends on it.
std::vector<Output> outputs() {
  const std::vector<Output> scalars{
      {"gd_mse", "gradient descent of depth steps, tuned step size", {}},
      {"gd_scaled_mse", "gradient descent with step c/(T-1), c tuned", {}},
      {"gd_line_search_mse", "gradient descent with exact line search", {}},
      {"gd_step", "the tuned constant step size", {}},
      {"gd_scaled_step", "the tuned c", {}},
  };
  const std::vector<Output> curves{
      {"gd_position_mse", "gradient descent, tuned constant step", {position_dimension()}},
      {"gd_scaled_position_mse", "gradient descent, step c/(T-1)", {position_dimension()}},
      {"gd_line_search_position_mse", "gradient descent, exact line search", {position_dimension()}},
  };
  std::vector<Output> all = sequence_outputs();
  all.insert(all.begin() + 2, scalars.begin(), scalars.end());  // after test_mse
  all.insert(all.end() - 1, curves.begin(), curves.end());      // before floor_position_mse
  add_trained_outputs(all, epoch_dimension());
  return all;
}

void put_baselines(const SequenceTraining& s, const Sequences& test, Context& context) {
  const InnerDescent descent(test, [&] { context.poll(); });
  const auto put = [&](StepRule rule, const std::string& name) {
    const TunedDescent tuned = descent.tuned(s.shape.depth, rule, {1, s.shape.tokens});
    context.put(name + "_mse", tuned.mse);
    context.put(name + "_position_mse", tuned.position_mse);
    return tuned.step;
  };
  context.put("gd_step", put(StepRule::constant, "gd"));
  context.put("gd_scaled_step", put(StepRule::scaled, "gd_scaled"));
  put(StepRule::line_search, "gd_line_search");
}

class AugmentedTask : public SequenceTask {
 public:
  const Schema& schema() const override {
    static const Schema schema{"augmented", 3, parameters(), outputs()};
    return schema;
  }
  std::string summary() const override { return "Transformers on augmented tokens beside gradient descent"; }
  std::vector<Values> examples() const override {
    return {values("depth", 2, "dim", 2, "length", 6, "sequences", 200, "test_sequences", 40, "epochs", 4, "batch", 90),
            values("attention", "softmax", "mlp", 8, "dim", 2, "length", 6, "sequences", 100, "test_sequences", 20,
                   "epochs", 4, "batch", 40)};
  }
  void validate(const Config& config) const override { validate_training(config, settings(config)); }
  Cost cost(const Config& config) const override { return training_cost(settings(config)); }
  std::vector<WeightArray> weights(const Config& config) const override {
    return weight_arrays(parameter_views(settings(config).shape));
  }

  std::string flop_formula() const override {
    return "FLOP/seq of augmented: products of forward and backward, 2 per multiply-add.\n"
           "T tokens, width D = 3d, H heads, K = D + 1 (first layer 2d + 1); a layer\n"
           "takes HT(6(K^2 + DK) + 3K(K + 1) + 6K^2), the first one HT(6K^2 + 2K) less,\n"
           "the read-out 6Td(D + 1). Softmax: 12K for each of the T(T + 1)/2 pairs in\n"
           "place of 3K(K + 1) + 6K^2 per token, the first layer H(2TK^2 + 2KT(T + 1))\n"
           "less; an MLP of width M: 6TM(2D + 1). Norms, exponentials, loss, what is\n"
           "computed twice and Adam are not counted.";
  }

  ExampleShape example_shape(const Config& config) const override { return settings(config).example_shape(); }
  std::vector<std::string> own_outputs() const override {
    std::vector<std::string> all = floor_outputs();
    for (const Output& output : schema().outputs)
      if (output.name.starts_with("gd_")) all.push_back(output.name);
    return all;
  }

  void run_on(ExampleSource* source, const Config& config, Context& context) const override {
    SequenceTraining s = settings(config);
    s.source = source;
    const TrainedModel trained = train_and_test(s, s.first_weights(), context);
    if (!source) put_baselines(s, trained.test, context);
  }

  double gradient_error_on(ExampleSource* source, const Config& config) const override {
    SequenceTraining s = settings(config);
    s.source = source;
    return single_precision_error(s, s.first_weights());
  }
};

}  // namespace
}  // namespace augmented

const Task& augmented_task() {
  static const augmented::AugmentedTask task;
  return task;
}

}  // namespace icsweep
