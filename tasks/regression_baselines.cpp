// S4, S8, "regression_baselines": predictions without a Transformer, by the number of examples seen [covariates-icl §4,
// Fig 2].
//
// Prompt i is drawn from stream (seed, Purpose::test_data, i), as are the test prompts of `regression`. With the same
// seed, function, dim, examples, noise and hidden, a model's errors are on the same prompts. Errors are (ŷ_t − y_t)²
// against the observed label, noise included. For examples = dim the least squares of relu2 have no finite expectation:
// neither that curve nor its interval means anything there.

#include <fmt/format.h>

#include "tasks/regression/baselines.hpp"
#include "tasks/regression/error_curve.hpp"
#include "tasks/regression/two_layer_network.hpp"
#include "tasks/task.hpp"

namespace icsweep {
namespace regression_baselines {
namespace {

struct Settings {
  explicit Settings(const Config& c)
      : prompt{.function = function_class(c.text("function")),
               .dim = c.small_integer("dim"),
               .examples = c.small_integer("examples"),
               .noise = c.real("noise"),
               .hidden = c.small_integer("hidden")},
        prompts(c.small_integer("prompts")),
        network_prompts(c.small_integer("network_prompts")),
        neighbours(c.small_integer("neighbours")),
        ridge_penalty(c.real("ridge_penalty")),
        lasso_alpha(c.real("lasso_alpha")),
        seed(c.integer("seed")) {}

  int points() const { return prompt.examples + 1; }
  /// True if the network is trained on prompt i. Its prompts are spread evenly, so that a forecast from the first
  /// prompts is right.
  bool has_network(int i) const {
    const std::int64_t n = network_prompts;
    return (i + 1) * n / prompts != i * n / prompts;
  }

  PromptSettings prompt;
  int prompts, network_prompts, neighbours;
  double ridge_penalty, lasso_alpha;
  std::int64_t seed;
};

struct Baseline {
  const char *name, *description;
  Eigen::VectorXd (*predict)(const Prompt& prompt, const Settings& s);
};
constexpr Baseline baselines[] = {
    {"zero", "0", [](const Prompt& p, const Settings&) { return predict_zero(p); }},
    {"averaging", "mean of y x", [](const Prompt& p, const Settings&) { return predict_averaging(p); }},
    {"nearest", "neighbours", [](const Prompt& p, const Settings& s) { return predict_nearest(p, s.neighbours); }},
    {"least_squares", "of least norm", [](const Prompt& p, const Settings&) { return predict_least_squares(p); }},
    {"ridge", "ridge", [](const Prompt& p, const Settings& s) { return predict_ridge(p, s.ridge_penalty); }},
    {"lasso", "lasso", [](const Prompt& p, const Settings& s) { return predict_lasso(p, s.lasso_alpha); }},
    {"gaussian_process", "arc-cosine",
     [](const Prompt& p, const Settings& s) { return predict_gaussian_process(p, s.prompt.noise); }},
};

std::vector<Parameter> parameters() {
  return {
      choice("function", "linear", {"linear", "relu2"}).says("w'x, or relu2: two layers"),
      integer("dim", 10).between(1, 64).says("dimension d of the points"),
      integer("examples", 40).between(1, 512).says("labelled points before the query"),
      real("noise", 0.0).between(0, 1e3).says("deviation of the labels' noise"),
      integer("hidden", 100).between(1, 1e4).says("relu2: width of its hidden layer").used_where("function", "relu2"),
      integer("prompts", 1280).between(1, 1e5).says("prompts, each with its own function"),
      integer("neighbours", 3).between(1, 512).says("whose labels `nearest` averages"),
      real("ridge_penalty", 1.0).between(0, 1e6).says("ridge: |y - Xw|^2 + penalty |w|^2"),
      real("lasso_alpha", 0.1).between(1e-6, 1e6).says("lasso: |y - Xw|^2/2n + alpha |w|_1"),
      integer("network_prompts", 64).between(0, 1e5).says("prompts that a network is trained on"),
      seed("seed of prompts, networks, bootstrap"),
  };
}

std::vector<Output> outputs() {
  const Dimension seen{"seen", [](const Config& c) { return c.integer("examples") + 1; }};
  std::vector<Output> all;
  for (const Baseline& b : baselines)
    all.push_back({fmt::format("{}_last", b.name), fmt::format("{}: squared error at the query", b.description), {}});
  all.push_back({"network_last", "two-layer network; NaN: none trained", {}});
  all.push_back({"network_last_low", "its bootstrap's 5 %", {}});
  all.push_back({"network_last_high", "its 95 %", {}});
  for (const Baseline& b : baselines) {
    const std::string name = fmt::format("{}_error", b.name);
    all.push_back({name, "mean by examples seen", {seen}});
    all.push_back({name + "_low", "its bootstrap's 5 %", {seen}});
    all.push_back({name + "_high", "its 95 %", {seen}});
  }
  return all;
}

/// Squared errors of each baseline, and of the network at the query.
struct Sample {
  explicit Sample(const Settings& s) : errors(std::size(baselines), SquaredErrors(s.prompts, s.points())) {}

  std::vector<SquaredErrors> errors;
  std::vector<double> network;

  void state(Archive& archive) { archive(errors, network); }
};

void add_prompt(const Settings& s, int i, const Prompt& prompt, Sample& sample, Context& context) {
  for (std::size_t b = 0; b < std::size(baselines); ++b) {
    sample.errors[b].row(i) = (baselines[b].predict(prompt, s) - prompt.y).cwiseAbs2();
    context.poll();
  }
  if (!s.has_network(i)) return;
  const int last = s.prompt.examples;
  const double predicted = predict_network(prompt, {&last, 1}, {}, s.seed, std::uint64_t(i))[last];
  sample.network.push_back((predicted - prompt.y[last]) * (predicted - prompt.y[last]));
}

void put(const Settings& s, const Sample& sample, Context& context) {
  const Poll poll = [&] { context.poll(); };
  for (std::size_t b = 0; b < std::size(baselines); ++b) {
    const ErrorCurve curve = error_curve(sample.errors[b], s.seed, poll);
    const std::string name = baselines[b].name;
    context.put(name + "_last", curve.mean.back());
    context.put(name + "_error", curve.mean);
    context.put(name + "_error_low", curve.low);
    context.put(name + "_error_high", curve.high);
  }
  const SquaredErrors network = Eigen::Map<const Eigen::VectorXd>(sample.network.data(), s.network_prompts);
  const ErrorCurve last = error_curve(network, s.seed, poll);
  context.put("network_last", last.mean[0]);
  context.put("network_last_low", last.low[0]);
  context.put("network_last_high", last.high[0]);
}

class RegressionBaselinesTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema{"regression_baselines", 1, parameters(), outputs()};
    return schema;
  }
  std::string summary() const override { return "predictions on the same prompts without a Transformer"; }
  std::vector<Values> examples() const override {
    return {values("dim", 3, "examples", 6, "prompts", 12, "network_prompts", 2)};
  }

  void validate(const Config& c) const override {
    if (c.integer("network_prompts") > c.integer("prompts"))
      throw Error(ErrorKind::config, fmt::format("network_prompts = {}: more than prompts = {}, use at most that many",
                                                 c.integer("network_prompts"), c.integer("prompts")));
  }

  Cost cost(const Config& config) const override {
    const Settings s(config);
    const NetworkSettings n;
    const double d = s.prompt.dim, T = s.points(), h = s.prompt.hidden, prompts = s.prompts;
    const double draw = s.prompt.function == FunctionClass::relu2 ? 2 * h * d * T : 2 * d * T;
    const double solve =
        2 * T * T * d * d + 2 * T * d * d * d + 50 * T * d * d + T * T * (1.5 * d + 30) + T * T * T / 3;
    const double bootstrap = 1000 * T * double(std::size(baselines));
    const double network = double(n.steps) * n.hidden * (d + 2) * (6 * n.batch + 15);
    return {prompts * (draw + solve + bootstrap) + s.network_prompts * network, prompts,
            1e7 + 8 * (T * (double(std::size(baselines)) * prompts + 2000 + 3 * T + d) + h * d)};
  }

  std::string flop_formula() const override {
    return "FLOP/prompt of regression_baselines, T = examples + 1: 2hdT for the labels of\n"
           "relu2; 2T^2d^2 + 2Td^3 for least squares and ridge at every t, about 50Td^2 for\n"
           "the lasso, 1.5T^2d for neighbours, T^3/3 + 30T^2 for the Gaussian process,\n"
           "7000T for bootstraps. A network: 75 (d + 2) for each step and hidden unit.";
  }

  void run(const Config& config, Context& context) const override {
    const Settings s(config);
    Sample sample(s);
    PromptGenerator generator(s.prompt);
    const std::size_t points = std::size_t(s.points());
    Prompts one{1, s.points(), s.prompt.dim, std::vector<double>(points * s.prompt.dim), std::vector<double>(points)};
    Progress progress{0, s.prompts, 0, 0};
    const auto loop = [&] {
      context.tick(progress);
      for (int i = int(progress.step); i < s.prompts; ++i) {
        generator.draw(s.seed, Purpose::test_data, std::uint64_t(i), one.x.data(), one.y.data());
        add_prompt(s, i, one[0], sample, context);
        progress.sequences = ++progress.step;
        progress.loss = sample.errors.back()(i, s.prompt.examples);
        context.tick(progress);
      }
    };
    context.resumable([&](Archive& archive) { archive(sample, progress); }, loop);
    put(s, sample, context);
  }
};

}  // namespace
}  // namespace regression_baselines

const Task& regression_baselines_task() {
  static const regression_baselines::RegressionBaselinesTask task;
  return task;
}

}  // namespace icsweep
