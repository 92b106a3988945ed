// U9, "kernel_descent": the speed at which causal kernel descent learns to predict the next token [universality §4, §5,
// Fig 2, 3].
//
// Each sequence has its own hidden map f: x_{t+1} = f(x_t). Two predictions at t use x_1 … x_t alone: u* of Prop 2, and
// u^n after `depth` steps of eq 7 from 0. Nothing is trained. Theorems 2 and 4 state how fast the error of u* falls;
// its late slope is compared with them, sequence by sequence. With noise neither prediction is the best, so their
// errors are compared with those of kernel ridge regression on the same sequence.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/base/statistics.hpp"
#include "tasks/task.hpp"
#include "tasks/training/row_major.hpp"
#include "tasks/universality/descent_run.hpp"
#include "tasks/universality/causal_descent.hpp"
#include "tasks/universality/recursion.hpp"

namespace icsweep {
namespace kernel_descent {
namespace {

constexpr double rounding_floor = 1e-24;  // errors below this share of initial_norm² are rounding
constexpr double least_gap = 1e-9;        // a spectral radius closer to 1 counts as 1

struct Settings {
  explicit Settings(const Config& c)
      : recursion(recursion_of(c)),
        kernel(c.text("kernel") != "own" ? kernel_of(c.text("kernel"))
               : recursion.instance == 1 ? Kernel::id
                                         : Kernel::exp),
        length(c.small_integer("length")),
        sequences(c.small_integer("sequences")),
        depth(c.integer("depth")),
        seed(c.integer("seed")),
        step_size(c.real("step_size")),
        ridge(c.real("ridge")) {}

  /// x_1 … x_{T+1}
  RecursiveSequence draw(int i) const {
    RandomStream random(seed, Purpose::test_data, std::uint64_t(i));
    return draw_sequence(recursion, length + 1, random);
  }
  double floor() const { return rounding_floor * recursion.initial_norm * recursion.initial_norm; }
  /// Number of steps to which the theorems' rate refers: a period for instance 3.
  static int block(const RecursiveSequence& x) { return std::max(1, x.period); }
  /// ρ of Theorem 2 or 4, by whose square the error falls per block; 1 if neither theorem applies.
  double radius(const RecursiveSequence& x) const;

  Recursion recursion;
  Kernel kernel;
  int length, sequences;
  std::int64_t depth, seed;
  double step_size, ridge;
};

double Settings::radius(const RecursiveSequence& x) const {
  if (recursion.noise > 0) return 1;
  if (recursion.instance <= 2 && kernel == Kernel::id) return linear_radius(x.w, x.tokens.row(0));
  if (recursion.instance == 3 && kernel != Kernel::id) return period_radius(kernel, x.tokens.topRows(x.period));
  return 1;
}

Schema make_schema() {
  const Dimension position{"position", [](const Config& c) { return c.integer("length"); }};
  const Dimension component{"component", [](const Config& c) { return c.integer("dim"); }};
  std::vector<Parameter> parameters = recursion_parameters(1);
  const std::vector<Parameter> own{
      choice("kernel", "own", {"own", "id", "exp", "softmax"})
          .says("own: id for instance 1, exp for the others")
          .same_where("id", "own", "instance", std::int64_t{1})
          .same_where("exp", "own", "instance", std::int64_t{2})
          .same_where("exp", "own", "instance", std::int64_t{3})
          .same_where("exp", "own", "instance", std::int64_t{4}),
      integer("length", 400).between(1, 1e4).says("tokens T"),
      integer("sequences", 200).between(1, 1e6).says("sequences, each with a map of its own"),
      integer("depth", 6).between(0, 1e6).says("steps n of descent from 0"),
      real("step_size", 1.0).between(0, 1e3).says("eta max k(x_t,x_t), softmax: eta; 2: too large"),
      seed("seed of maps and sequences"),
      real("ridge", 0.0).between(0, 1e9).says("lambda of the ridge regression beside; 0: none").added(),
  };
  parameters.insert(parameters.end(), own.begin(), own.end());
  return {
      "kernel_descent",
      1,
      parameters,
      {
          {"final_error", "mean of |u* - x_{T+1}|^2 over sequences, at T", {}},
          {"descent_distance", "largest |u^n - u*| of any sequence and position", {}},
          {"slope", "of ln error a step, late; median; 0: fits is 0", {}},
          {"spectral_radius", "of Theorem 2 or 4; median; 1: neither applies", {}},
          {"slope_ratio", "slope over the theorem's; median; 0: compared is 0", {}},
          {"fits", "sequences whose errors are enough for a slope", {}},
          {"compared", "of these, with a theorem's radius below 1", {}},
          {"error", "mean of |u* - x_{t+1}|^2 over sequences", {position}},
          {"median_error", "its median over sequences", {position}},
          {"lower_quartile", "its lower quartile", {position}},
          {"upper_quartile", "its upper quartile", {position}},
          {"descent_error", "mean of |u^n - x_{t+1}|^2 over sequences", {position}},
          {"projection", "P_1 ... P_t nu of sequence 0, nu = 1_d/sqrt(d)", {position, component}},
          {"projection_path", "P_t ... P_T nu of sequence 0", {position, component}},
          Output{"final_excess", "excess_error at T", {}}.added(),
          Output{"ridge_error", "mean error of kernel ridge regression", {position}}.added(),
          Output{"excess_error", "mean error of u* less that of ridge regression", {position}}.added(),
          Output{"median_excess", "its median over sequences", {position}}.added(),
          Output{"lower_excess", "its lower quartile", {position}}.added(),
          Output{"upper_excess", "its upper quartile", {position}}.added(),
          Output{"descent_excess", "mean error of u^n less that of ridge regression", {position}}.added(),
      },
  };
}

/// Results collected over sequences.
struct Sample {
  explicit Sample(const Settings& s)
      : errors(s.length, s.sequences),
        excess(s.length, s.ridge > 0 ? s.sequences : 0),
        descent_error(Eigen::VectorXd::Zero(s.length)),
        ridge_error(Eigen::VectorXd::Zero(s.length)) {}

  Eigen::MatrixXd errors, excess;  // position × sequence; excess: only with ridge regression
  Eigen::VectorXd descent_error, ridge_error;
  double descent_distance = 0;
  std::vector<double> slopes, radii, ratios;

  void state(Archive& archive) {
    archive(errors, excess, descent_error, ridge_error, descent_distance, slopes, radii, ratios);
  }
};

void add_slopes(const Settings& s, const RecursiveSequence& x, const std::vector<double>& errors, Sample& sample) {
  const int block = Settings::block(x);
  const double radius = s.radius(x);
  if (!std::isfinite(radius)) throw std::runtime_error("the eigenvalues of a theorem's matrix did not converge");
  sample.radii.push_back(std::min(1.0, radius));
  const auto slope = late_slope(errors, block, s.floor());
  if (!slope) return;
  sample.slopes.push_back(*slope);
  if (radius > 0 && radius < 1 - least_gap) sample.ratios.push_back(*slope / (2 * std::log(radius) / block));
}

/// Adds the excess over ridge regression. errors: of u*.
void add_excess(const Settings& s, int i, const RecursiveSequence& x, const Eigen::VectorXd& errors, Sample& sample) {
  const Tokens fitted = kernel_ridge(s.kernel, x.tokens, s.ridge);
  const Eigen::VectorXd ridge = (fitted - x.tokens.bottomRows(s.length)).rowwise().squaredNorm();
  if (!ridge.allFinite()) throw Diverged(fmt::format("ridge regression of sequence {} is not finite", i));
  sample.excess.col(i) = errors - ridge;
  sample.ridge_error += ridge / s.sequences;
}

void add_sequence(const Settings& s, int i, const RecursiveSequence& x, Sample& sample, Context& context) {
  const CausalDescent descent(s.kernel, x.tokens);
  const Tokens limit = finite_limit(descent, i);
  const Eigen::VectorXd errors = (limit - descent.next()).rowwise().squaredNorm();
  context.poll();
  // Steps are in units of η*/2, which is 1/k(x_1, x_1) if all tokens have one norm, and 1 for softmax: the limit is 2.
  const DescentSteps steps{s.step_size, descent.largest_step() / 2, s.depth};
  const Tokens u = checked_descent(descent, limit, steps, i, [&] { context.poll(); });
  sample.errors.col(i) = errors;
  sample.descent_error += (u - descent.next()).rowwise().squaredNorm() / s.sequences;
  sample.descent_distance = std::max(sample.descent_distance, (u - limit).rowwise().norm().maxCoeff());
  add_slopes(s, x, row_major(errors), sample);
  if (s.ridge > 0) add_excess(s, i, x, errors, sample);
}

/// Quantile over sequences at each position.
std::vector<double> quantiles(const Eigen::MatrixXd& errors, double p) {
  std::vector<double> curve;
  for (const auto& at : errors.rowwise()) curve.push_back(quantile(row_major(at), p));
  return curve;
}

/// Puts the excess over ridge regression; NaN without it.
void put_excess(const Sample& sample, Context& context) {
  const std::vector<double> none(std::size_t(sample.errors.rows()), std::numeric_limits<double>::quiet_NaN());
  const bool any = sample.excess.cols() > 0;
  const auto put = [&](const char* name, auto&& curve) { context.put(name, any ? curve() : none); };
  put("ridge_error", [&] { return row_major(sample.ridge_error); });
  put("excess_error", [&] { return row_major(sample.excess.rowwise().mean().eval()); });
  put("median_excess", [&] { return quantiles(sample.excess, 0.5); });
  put("lower_excess", [&] { return quantiles(sample.excess, 0.25); });
  put("upper_excess", [&] { return quantiles(sample.excess, 0.75); });
  put("descent_excess", [&] { return row_major((sample.descent_error - sample.ridge_error).eval()); });
  context.put("final_excess", context.results().at("excess_error").back());
}

void put(const Sample& sample, Context& context) {
  const auto quartiles = [&](double p) { return quantiles(sample.errors, p); };
  const auto put_median = [&](const char* name, const std::vector<double>& values) {
    context.put(name, values.empty() ? 0 : median(values));
  };
  const Eigen::VectorXd error = sample.errors.rowwise().mean();
  context.put("final_error", error(error.size() - 1));
  context.put("descent_distance", sample.descent_distance);
  put_median("slope", sample.slopes);
  put_median("spectral_radius", sample.radii);
  put_median("slope_ratio", sample.ratios);
  context.put("fits", double(sample.slopes.size()));
  context.put("compared", double(sample.ratios.size()));
  context.put("error", row_major(error));
  context.put("median_error", quartiles(0.5));
  context.put("lower_quartile", quartiles(0.25));
  context.put("upper_quartile", quartiles(0.75));
  context.put("descent_error", row_major(sample.descent_error));
  put_excess(sample, context);
}

/// Puts the projections along x_1 … x_T of the dot-product kernel, as in Prop 4 and Fig 2.
void put_projections(const Tokens& x, Context& context) {
  const auto d = x.cols();
  const Eigen::VectorXd nu = Eigen::VectorXd::Constant(d, 1 / std::sqrt(double(d)));
  Tokens products(x.rows(), d), path(x.rows(), d);
  Eigen::MatrixXd product = Eigen::MatrixXd::Identity(d, d);
  for (Eigen::Index t = 0; t < x.rows(); ++t) {
    product -= (product * x.row(t).transpose()) * x.row(t) / x.row(t).squaredNorm();
    products.row(t) = (product * nu).transpose();
  }
  Eigen::VectorXd point = nu;
  for (Eigen::Index t = x.rows() - 1; t >= 0; --t) {
    point -= x.row(t).transpose() * (x.row(t).dot(point) / x.row(t).squaredNorm());
    path.row(t) = point.transpose();
  }
  context.put("projection", row_major(products));
  context.put("projection_path", row_major(path));
}

class KernelDescentTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema = make_schema();
    return schema;
  }
  std::string summary() const override { return "causal kernel descent on recursions; trains nothing"; }
  std::vector<Values> examples() const override { return {values("sequences", 12, "length", 10, "dim", 3)}; }

  void validate(const Config& config) const override { validate_recursion(config); }

  Cost cost(const Config& config) const override {
    const Settings s(config);
    const double d = s.recursion.dim, T = s.length, n = double(s.depth), sequences = s.sequences;
    const double radius = s.recursion.instance == 3 ? s.recursion.longest_period : d;
    const double once = 6 * T * d * d, matrices = 20 * T * T + T * T * d * (4 + n);
    const double fit = s.ridge > 0 ? T * T * T / 3 + 20 * T * T + 2 * T * T * d : 0;
    const double fit_bytes = s.ridge > 0 ? 8 * (3 * T * T + 2 * T * sequences) : 0;
    return {sequences * (matrices + fit + 25 * radius * radius * radius) + once, sequences,
            1e7 + 8 * (3 * T * T + 10 * T * d + 2 * T * sequences + 9 * radius * radius) + fit_bytes};
  }

  std::string flop_formula() const override {
    return "FLOP/seq of kernel_descent: 2T^2d + 20T^2 for the kernel, 2T^2d for u*, T^2d\n"
           "per step of descent, 25r^3 for eigenvalues, r = d or for instance 3 the longest\n"
           "period, T^3/3 + 20T^2 + 2T^2d for ridge regression; once 6Td^2 for projections.";
  }

  void run(const Config& config, Context& context) const override {
    const Settings s(config);
    Sample sample(s);
    Progress progress{0, s.sequences, 0, 0};
    const auto loop = [&] {
      context.tick(progress);
      for (int i = int(progress.step); i < s.sequences; ++i) {
        const RecursiveSequence x = s.draw(i);
        if (i == 0) put_projections(x.tokens.topRows(s.length), context);
        add_sequence(s, i, x, sample, context);
        progress.sequences = ++progress.step;
        progress.loss = sample.errors(s.length - 1, i);
        context.tick(progress);
      }
    };
    context.resumable([&](Archive& archive) { archive(sample, progress); }, loop);
    put(sample, context);
  }
};

}  // namespace
}  // namespace kernel_descent

const Task& kernel_descent_task() {
  static const kernel_descent::KernelDescentTask task;
  return task;
}

}  // namespace icsweep
