// E8, "positional": gradient descent on the positional weights alone, for contexts that vary little
// [autoregressive-icl §5.3 and §6, Fig 6].
//
// Model: Σ_{t≤T} P_{T−1,t} λ^{2t−T} for λ^T, d = 1, λ = e^{iθ/μ}, θ ~ U(0, 2π): the query is e_{T−1}, as in eq 6. With
// the query e_T it is Σ_{t≤T} P_{T,t} λ^{2t−T−1}, which equals λ^T for no P. Loss: squared error, mean over the sample
// and over T = 2 … length. Plain gradient descent from P = 0, stopped when the loss falls below target_loss. floor_loss
// is the least loss of any P on the sample. The results show P without the entries P_{T−1,T}, as the paper's figure
// does; last_weight holds those.

#include <fmt/format.h>

#include <Eigen/Core>
#include <cmath>

#include "tasks/algebra/decompositions.hpp"
#include "tasks/autoregressive/positional_descent.hpp"
#include "tasks/autoregressive/positional_encoding.hpp"
#include "tasks/task.hpp"
#include "tasks/training/loss_curve.hpp"
#include "tasks/training/row_major.hpp"
#include "tasks/training/weights.hpp"
#include "tasks/training/zero_predictor.hpp"

namespace icsweep {
namespace positional {
namespace {

constexpr int cosine_width = 512;  // of the base model of Vaswani et al. (2017)

struct Settings {
  explicit Settings(const Config& c)
      : length(c.small_integer("length")),
        sequences(c.small_integer("sequences")),
        steps(c.integer("steps")),
        seed(c.integer("seed")),
        mu(c.real("mu")),
        learning_rate(c.real("learning_rate")),
        target_loss(c.real("target_loss")),
        query(c.text("query") == "last" ? PositionalQuery::last : PositionalQuery::previous) {}

  Sequences draw(Purpose purpose, const Poll& poll = {}) const {
    const ContextDistribution contexts{ContextKind::restricted, 1, mu};
    const int powers = 2 * length - 1 + (query == PositionalQuery::last);
    return draw_sequences(contexts, sequences, powers, 1, seed, purpose, poll);
  }
  PositionalDescent descent(const Sequences& sample, const Poll& poll = {}) const {
    return PositionalDescent(even_moments(sample, length, poll), target_moments(query, sample, length, poll),
                             learning_rate);
  }
  /// First row at which diagonals are compared: it has seen two thirds of the sequence, 20 of 30.
  int first_compared_row() const { return std::min(2 * length / 3, length - 2); }

  int length, sequences;
  std::int64_t steps, seed;
  double mu, learning_rate, target_loss;
  PositionalQuery query;
};

Schema make_schema() {
  const auto less = [](std::int64_t n) { return [n](const Config& c) { return c.integer("length") - n; }; };
  const Dimension checkpoint{"checkpoint", [](const Config& c) { return LossCurve::size(c.integer("steps")); }};
  const Dimension row{"row", less(0)}, token{"token", less(0)}, component{"component", less(0)};
  const Dimension used_row{"used_row", less(1)}, shown_token{"shown_token", less(1)};
  Schema schema{
      "positional",
      1,
      {
          real("mu", 50.0).between(1, 1e9).says("contexts turn by angles of at most 2 pi/mu"),
          integer("length", 30).between(3, 1000).says("longest sequence T"),
          integer("sequences", 1000).between(1, 1e7).says("sequences in the sample"),
          real("learning_rate", 0.5).between(0, 1e3).says("step size of gradient descent"),
          real("target_loss", 1e-3).between(0, 1).says("training stops below this loss"),
          integer("steps", 4000).between(1, 1e9).says("most steps of gradient descent"),
          seed("seed of the sample"),
          choice("query", "previous", {"previous", "last"}).says("token that attends: e_{T-1} (eq 6) or e_T").added(),
      },
      {
          {"steps_run", "steps done", {}},
          {"converged", "1 if the loss fell below target_loss, else 0", {}},
          {"final_loss", "loss after the last step", {}},
          {"diagonal_invariance", "R^2 of P's diagonals' means, last third of rows", {}},
          {"zero_crossings", "changes of sign along plotted_row", {}},
          {"last_is_largest", "1 if the last entry of plotted_row is largest", {}},
          {"step", "step of each checkpoint, the last one included", {checkpoint}},
          {"loss", "loss after that step", {checkpoint}},
          {"plotted_row", "last used row of P", {shown_token}},
          {"last_weight", "P_{T-1,T} of each used row, which P leaves out", {used_row}},
          {"hessian_eigenvalue", "of Prop 7's H, descending", {component}},
          {"P", "positional weights, lower triangle; the last row is not used", {row, token}},
          {"cosine_gram", "p p^T of the sinusoidal encoding of width 512", {row, token}},
      },
  };
  add_zero_outputs(schema.outputs);
  schema.outputs.push_back(Output{"floor_loss", "least loss of any P on the sample", {}}.added());
  schema.outputs.push_back(Output{"floor_row_loss", "the same of each used row", {used_row}}.added());
  return schema;
}

/// P with the entries P_{T−1,T} that the results omit.
std::vector<ParameterView> parameter_views(const Settings& s) {
  ParameterViews views;
  views.add("P", s.length, s.length);
  return views.take();
}

/// Steps per tick. A step of 30 tokens takes half a microsecond; a tick at each step would take a tenth of that.
long steps_a_tick(const Settings& s) {
  return std::max(1L, std::lround(5e5 / PositionalDescent::flop(s.length)));
}

/// Descends from 0 until the loss is below its target. Returns the weights by lag.
Eigen::MatrixXd train(const Settings& s, PositionalDescent descent, Context& context) {
  OpenLossCurve curve(s.steps);
  Progress progress{0, long(s.steps), 0, 0};
  const long look = steps_a_tick(s);
  const auto loop = [&] {
    progress.loss = descent.evaluate();
    context.tick(progress);
    while (progress.step < progress.steps && progress.loss >= s.target_loss) {
      descent.step();
      progress.loss = descent.evaluate();
      progress.sequences = ++progress.step * s.sequences;
      if (!std::isfinite(progress.loss))
        throw Diverged(fmt::format("loss is {} after step {}", progress.loss, progress.step));
      curve.add(progress.step, progress.loss);
      if (progress.step % look == 0) context.tick(progress);
    }
    context.tick(progress);
  };
  context.resumable([&](Archive& archive) { archive(descent, curve, progress); }, loop,
                    [&] { return curve.so_far("step", "loss"); });
  context.put("steps_run", double(progress.step));
  context.put("converged", progress.loss < s.target_loss);
  context.put("final_loss", progress.loss);
  curve.put(context, "step", "loss");
  return descent.weights();
}

class PositionalTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema = make_schema();
    return schema;
  }
  std::string summary() const override { return "positional weights alone on restricted contexts"; }
  std::vector<Values> examples() const override { return {values("steps", 30, "length", 6, "sequences", 40)}; }

  Cost cost(const Config& config) const override {
    const Settings s(config);
    const double T = s.length, n = s.sequences, steps = double(s.steps);
    const double once = 4 * T * T * T / 3 + 2 * n * T + 4 * n * (T + 1) * (T + 1) + 4 * cosine_width * T;
    return {steps * PositionalDescent::flop(s.length) + once, steps * n,
            1e7 + 16 * n * 2 * T + 8 * 4 * T * T + PositionalDescent::bytes(s.length)};
  }

  std::string flop_formula() const override {
    return "FLOP of positional, per step: N^2 + 7N for each row of weights by lag, for the\n"
           "product of its even and odd parts with the sample's moments, the loss and the\n"
           "step; N is 9 for the first eight rows, 17 for the next and so on, at most T. All\n"
           "allowed steps count. Once: 4T^3/3 for eigenvalues, 2048T for cosines, and per\n"
           "sequence 2T + 4(T + 1)^2 for moments and the floor. A step counts every sequence\n"
           "once, although they enter only by their moments.";
  }

  std::vector<WeightArray> weights(const Config& config) const override {
    return weight_arrays(parameter_views(Settings(config)));
  }

  void run(const Config& config, Context& context) const override {
    const Settings s(config);
    const Poll poll = [&] { context.poll(); };
    const Sequences sample = s.draw(Purpose::training_data, poll);
    const Eigen::MatrixXd w = train(s, s.descent(sample, poll), context);
    put_beside_zero(1, context.results().at("final_loss")[0],
                    {context.results().at("step"), context.results().at("loss")}, context);
    const Eigen::VectorXd floor = positional_floor(s.query, sample, s.length, poll);
    context.put("floor_loss", floor.mean());
    context.put("floor_row_loss", row_major(floor));
    context.put_weights<double>(row_major(positions_of(w, true)));
    const Eigen::MatrixXd p = positions_of(w, false);
    const Eigen::VectorXd row = p.row(s.length - 2).head(s.length - 1);
    Eigen::Index largest;
    row.maxCoeff(&largest);
    context.put("diagonal_invariance", diagonal_invariance(p, s.first_compared_row()));
    context.put("zero_crossings", zero_crossings(row));
    context.put("last_is_largest", largest == row.size() - 1);
    context.put("plotted_row", row_major(row));
    context.put("last_weight", row_major(w.col(0)));
    context.poll();
    const Eigen::VectorXd curvatures = symmetric_eigenvalues(restricted_hessian(s.length, s.mu));
    context.poll();
    context.put("hessian_eigenvalue", row_major(curvatures.reverse()));
    context.put("P", row_major(p));
    context.put("cosine_gram", row_major(cosine_gram(s.length, cosine_width)));
  }

  /// Compares with central differences, exact for a quadratic loss except for rounding, at random weights.
  double gradient_error(const Config& config) const override {
    const Settings s(config);
    PositionalDescent descent = s.descent(s.draw(Purpose::check));
    RandomStream random(s.seed, Purpose::initial_weights, 0);
    Eigen::MatrixXd w = Eigen::MatrixXd::Zero(s.length - 1, s.length);
    for (int r = 0; r < w.rows(); ++r)
      for (int k = 0; k <= r + 1; ++k) w(r, k) = random.normal();
    const auto loss_with = [&](int r, int k, double value) {
      Eigen::MatrixXd changed = w;
      changed(r, k) = value;
      descent.set_weights(changed);
      return descent.evaluate();
    };
    loss_with(0, 0, w(0, 0));
    const Eigen::MatrixXd gradient = descent.gradient();
    const double h = 1e-3;
    double error = 0;
    for (int r = 0; r < w.rows(); ++r)
      for (int k = 0; k <= r + 1; ++k) {
        const double difference = loss_with(r, k, w(r, k) + h) - loss_with(r, k, w(r, k) - h);
        error += std::pow(difference / (2 * h) - gradient(r, k), 2);
      }
    return std::sqrt(error) / gradient.norm();
  }
};

}  // namespace
}  // namespace positional

const Task& positional_task() {
  static const positional::PositionalTask task;
  return task;
}

}  // namespace icsweep
