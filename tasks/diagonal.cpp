// E1 and E2, "diagonal": diagonal heads on commuting contexts, trained on the closed-form population loss
// [autoregressive-icl §5.1–5.2, Fig 3].
//
// Model: Σ_{t≤T} P_{T−1,t} [BᵀA λ^{t−T+1}] ⊙ λ^{t−1} for λ^T (Lemma 2), A, B: heads×dim, P: length×length. Loss:
// expected squared error summed over T = 2 … length, in closed form: there are no data. Plain gradient descent on A, B
// and P from init_scale·N(0, 1). Entries of P outside the mask do not affect the loss and keep their first values. P
// may be fixed at its optimum, P_{T−1,t} = [t = T]. If s_1 is not 1_d, C diag(s_1²) replaces C (App A.4), also in the
// residuals.

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "tasks/diagonal/diagonal_loss.hpp"
#include "tasks/random.hpp"
#include "tasks/task.hpp"
#include "tasks/training/gradient_check.hpp"
#include "tasks/training/loss_curve.hpp"
#include "tasks/training/row_major.hpp"
#include "tasks/training/weights.hpp"
#include "tasks/training/zero_predictor.hpp"

namespace icsweep {
namespace diagonal {
namespace {

struct Settings {
  explicit Settings(const Config& c)
      : form(c.text("context") == "orthogonal"  ? DiagonalForm::orthogonal
             : c.text("formula") == "corrected" ? DiagonalForm::unitary
                                                : DiagonalForm::unitary_printed),
        dim(c.small_integer("dim")),
        length(c.small_integer("length")),
        heads(c.small_integer("heads")),
        steps(c.integer("steps")),
        seed(c.integer("seed")),
        learning_rate(c.real("learning_rate")),
        init_scale(c.real("init_scale")),
        trains_positions(c.text("positions") == "trained"),
        start(first_state(dim, seed, c.real("start_spread"))) {}

  /// ±e^{spread·N(0, 1)}, independently for each coordinate; 1_d without spread.
  static Eigen::VectorXd first_state(int dim, std::int64_t seed, double spread) {
    Eigen::VectorXd s = Eigen::VectorXd::Ones(dim);
    if (spread == 0) return s;
    RandomStream random(seed, Purpose::first_state, 0);
    for (double& value : s) {
      value = std::exp(spread * random.normal());
      if (random.below(2) == 1) value = -value;
    }
    return s;
  }
  Eigen::VectorXd squares() const { return start.cwiseAbs2(); }
  DiagonalLoss loss() const { return {form, heads, squares(), length}; }

  DiagonalParameters initial() const {
    DiagonalParameters theta{Eigen::MatrixXd(heads, dim), Eigen::MatrixXd(heads, dim), RowMajor(length, length)};
    const auto draw = [&](auto& matrix, int index) {
      RandomStream random(seed, Purpose::initial_weights, std::uint64_t(index));
      for (int i = 0; i < matrix.rows(); ++i)
        for (int j = 0; j < matrix.cols(); ++j) matrix(i, j) = init_scale * random.normal();
    };
    draw(theta.A, 0);
    draw(theta.B, 1);
    draw(theta.P, 2);
    if (trains_positions) return theta;
    theta.P.setZero();
    for (int r = 0; r < theta.rows(); ++r) theta.P(r, r + 1) = 1;
    return theta;
  }

  DiagonalForm form;
  int dim, length, heads;
  std::int64_t steps, seed;
  double learning_rate, init_scale;
  bool trains_positions;
  Eigen::VectorXd start;  // s_1
};

Schema make_schema() {
  const auto extent = [](const char* parameter) {
    return [parameter](const Config& c) { return std::int64_t(c.small_integer(parameter)); };
  };
  const Dimension checkpoint{"checkpoint", [](const Config& c) { return LossCurve::size(c.integer("steps")); }};
  const Dimension head{"head", extent("heads")}, coordinate{"coordinate", extent("dim")},
      output{"output", extent("dim")};
  const Dimension row{"row", extent("length")}, token{"token", extent("length")};
  const Dimension used_row{"used_row", [](const Config& c) { return std::int64_t(c.small_integer("length")) - 1; }};
  Schema schema{
      "diagonal",
      1,
      {
          choice("context", "unitary", {"unitary", "orthogonal"}).says("distribution of W"),
          integer("dim", 10).between(1, 1000).says("dimension d; even for orthogonal contexts"),
          integer("length", 20).between(2, 2000).says("longest sequence T"),
          integer("heads", 10).between(1, 10000).says("heads H"),
          integer("steps", 200).between(1, 1e9).says("steps of gradient descent").resource(),
          real("learning_rate", 0.01).between(0, 1e3).says("step size of gradient descent"),
          real("init_scale", 0.1).between(0, 1e3).says("standard deviation of the first A, B and P"),
          choice("formula", "corrected", {"corrected", "printed"}).says("Prop 4 corrected or as printed"),
          seed("seed of the first A, B and P"),
          choice("positions", "trained", {"trained", "delta"}).says("P: trained, or fixed at delta_{t=T}").added(),
          real("start_spread", 0.0).between(0, 2).says("s_1 = +-exp(spread N(0,1)); 0: s_1 = 1_d").added(),
      },
      {
          {"initial_loss", "loss before the first step, sum over rows", {}},
          {"final_loss", "loss after the last step, sum over rows", {}},
          {"row_mean_loss", "final_loss over its length - 1 rows", {}},
          {"other_heads_residual", "largest other |C_ij| over smallest |C_ii|", {}},
          {"diagonal_residual", "largest |p_T C_ii - 1|", {}},
          {"other_positions_residual", "largest |p_t|, t < T (orthogonal t < T-1)", {}},
          {"conjugate_residual", "largest |p_T C_ij + (C_ii + C_ij) p_{T-1}|", {}},
          {"residual", "largest of these four, from Prop 3 or 6", {}},
          {"numerical_rank", "singular values of C > 1e-2 of the largest", {}},
          {"ratio_deviation", "largest |p_{T-1}/p_T + 1/2|", {}},
          {"step", "step of each checkpoint", {checkpoint}},
          {"loss", "loss after that step, summed over rows", {checkpoint}},
          {"row_loss", "final loss of each used row of P, T = 2..length", {used_row}},
          {"A", "diagonals of K^T Q", {head, coordinate}},
          {"B", "diagonals of O V", {head, output}},
          {"C", "B^T A", {output, coordinate}},
          {"P", "positional weights; row and token count from 0, the last row is not used", {row, token}},
      },
  };
  add_zero_outputs(schema.outputs);
  schema.outputs.push_back(Output{"start", "s_1", {coordinate}}.added());
  return schema;
}

std::vector<ParameterView> parameter_views(const Settings& s) {
  ParameterViews views;
  views.add("A", s.heads, s.dim);
  views.add("B", s.heads, s.dim);
  views.add("P", s.length, s.length);
  return views.take();
}

void put_weights(const DiagonalParameters& theta, Context& context) {
  std::vector<double> all;
  for (const auto& part : {row_major(theta.A), row_major(theta.B), row_major(theta.P)})
    all.insert(all.end(), part.begin(), part.end());
  context.put_weights<double>(all);
}

/// Makes `steps` steps of gradient descent from theta, in place.
void train(const Settings& s, DiagonalParameters& theta, Context& context) {
  DiagonalLoss loss = s.loss();
  LossCurve curve(s.steps);
  Progress progress{0, long(s.steps), 0, 0};
  const auto loop = [&] {
    progress.loss = loss.evaluate(theta);
    if (progress.step == 0) context.put("initial_loss", progress.loss);
    context.tick(progress);
    while (progress.step < progress.steps) {
      theta.A -= s.learning_rate * loss.gradient().A;
      theta.B -= s.learning_rate * loss.gradient().B;
      if (s.trains_positions) theta.P -= s.learning_rate * loss.gradient().P;
      progress.loss = loss.evaluate(theta);
      progress.sequences = ++progress.step;
      if (!std::isfinite(progress.loss))
        throw Diverged(fmt::format("loss is {} after step {}", progress.loss, progress.step));
      curve.add(progress.step, progress.loss);
      context.tick(progress);
    }
  };
  context.resumable([&](Archive& archive) { archive(theta.A, theta.B, theta.P, curve, progress); }, loop,
                    [&] { return curve.so_far("step", "loss"); });
  curve.put(context, "step", "loss");
}

void put_minimum(const Settings& s, const DiagonalParameters& theta, Context& context) {
  const Eigen::MatrixXd c = theta.B.transpose() * theta.A;
  const DiagonalParameters absorbed{theta.A * s.squares().asDiagonal(), theta.B, theta.P};
  const DiagonalResiduals residuals = diagonal_residuals(s.form, absorbed);
  context.put("other_heads_residual", residuals.other_heads);
  context.put("diagonal_residual", residuals.diagonal);
  context.put("other_positions_residual", residuals.other_positions);
  context.put("conjugate_residual", residuals.conjugate);
  context.put("residual", residuals.all());
  context.put("numerical_rank", numerical_rank(c, 1e-2));
  context.put("ratio_deviation", ratio_deviation(theta));
  std::vector<double> row_loss;
  for (int r = 0; r < theta.rows(); ++r) row_loss.push_back(diagonal_row_loss(s.form, c, theta.row(r), s.squares()));
  const double loss = std::accumulate(row_loss.begin(), row_loss.end(), 0.0);
  context.put("final_loss", loss);
  context.put("row_mean_loss", loss / theta.rows());
  context.put("row_loss", std::move(row_loss));
  put_beside_zero(theta.rows() * s.squares().sum(), loss, {context.results().at("step"), context.results().at("loss")},
                  context);
  context.put("start", row_major(s.start));
  context.put("A", row_major(theta.A));
  context.put("B", row_major(theta.B));
  context.put("C", row_major(c));
  context.put("P", row_major(theta.P));
}

class DiagonalTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema = make_schema();
    return schema;
  }
  std::string summary() const override { return "diagonal heads on commuting contexts, closed-form loss"; }
  std::vector<Values> examples() const override { return {values("steps", 30, "dim", 4, "length", 6, "heads", 4)}; }

  void validate(const Config& config) const override {
    if (config.text("context") != "orthogonal") return;
    if (config.integer("dim") % 2 != 0)
      throw Error(
          ErrorKind::config,
          fmt::format("dim = {}: orthogonal contexts come in conjugate pairs, use an even dim", config.integer("dim")));
    if (config.text("formula") != "corrected")
      throw Error(ErrorKind::config, "formula = printed: Prop 4 is about unitary contexts, use formula = corrected");
  }

  Cost cost(const Config& config) const override {
    const Settings s(config);
    const double H = s.heads, d = s.dim, T = s.length, steps = double(s.steps);
    return {steps * (6 * H * d * d + 4 * H * d + 10 * d * d + 6 * T * T), steps,
            1e7 + 8 * (4 * H * d + 4 * d * d + 3 * T * T)};
  }

  std::string flop_formula() const override {
    return "FLOP of diagonal, per step: 6Hd^2 for C = B^T A and the gradients of A and B,\n"
           "10d^2 + 6T^2 for the loss and its gradient in C and P, 4Hd for the step. A\n"
           "step counts as one sequence: the loss is an expectation in closed form.";
  }

  std::vector<WeightArray> weights(const Config& config) const override {
    return weight_arrays(parameter_views(Settings(config)));
  }

  void run(const Config& config, Context& context) const override {
    const Settings s(config);
    DiagonalParameters theta = s.initial();
    train(s, theta, context);
    put_weights(theta, context);
    put_minimum(s, theta, context);
  }

  /// Compares with central differences of the loss in every trained entry, inside the mask and outside.
  double gradient_error(const Config& config) const override {
    const Settings s(config);
    DiagonalParameters theta = s.initial();
    DiagonalLoss loss = s.loss();
    loss.evaluate(theta);
    const DiagonalParameters gradient = loss.gradient();
    GradientCheck check(1e-5);
    const auto compare = [&](auto& values, const auto& expected) {
      check.add({values.data(), std::size_t(values.size())}, {expected.data(), std::size_t(expected.size())},
                [&] { return loss.evaluate(theta); });
    };
    compare(theta.A, gradient.A);
    compare(theta.B, gradient.B);
    if (s.trains_positions) compare(theta.P, gradient.P);
    return check.relative_error();
  }
};

}  // namespace
}  // namespace diagonal

const Task& diagonal_task() {
  static const diagonal::DiagonalTask task;
  return task;
}

}  // namespace icsweep
