// Adam against its definition written for one scalar at a time, and against PyTorch's.
#include "tests/models/compare.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "models/kernels/adam.hpp"

namespace icsweep::test::adam_test {
namespace {

/// Algorithm 1 of Kingma and Ba (2014) for one parameter.
struct ScalarAdam {
  AdamSettings settings;
  double theta, m = 0, v = 0;
  int step = 0;

  double update(double gradient) {
    ++step;
    m = settings.beta1 * m + (1 - settings.beta1) * gradient;
    v = settings.beta2 * v + (1 - settings.beta2) * gradient * gradient;
    const double unbiased_m = m / (1 - std::pow(settings.beta1, step));
    const double unbiased_v = v / (1 - std::pow(settings.beta2, step));
    theta -= settings.learning_rate * unbiased_m / (std::sqrt(unbiased_v) + settings.epsilon);
    return theta;
  }
};

/// Parameters after each step. `gradients` and the result are steps×parameters.
template <class Real>
std::vector<std::vector<double>> optimise(const AdamSettings& settings, const std::vector<double>& initial,
                                          const std::vector<std::vector<double>>& gradients) {
  const int count = int(initial.size());
  std::vector<Real> theta(initial.begin(), initial.end()), m(count), v(count);
  std::vector<std::vector<double>> path;
  for (const auto& g : gradients) {
    const std::vector<Real> gradient(g.begin(), g.end());
    adam_step<Real>(settings, long(path.size()) + 1, count, gradient.data(), theta.data(), m.data(), v.data());
    path.emplace_back(theta.begin(), theta.end());
  }
  return path;
}

/// A step rounds θ and an update of at most about rate·10 with about ten operations: (|θ| + 100·rate)·ε.
template <class Real>
void expect_same_path(const std::vector<std::vector<double>>& path, const std::vector<std::vector<double>>& expected,
                      double rate) {
  ASSERT_EQ(path.size(), expected.size());
  for (std::size_t step = 0; step < path.size(); ++step)
    for (std::size_t p = 0; p < path[step].size(); ++p) {
      const double scale = double(step + 1) * (std::abs(expected[step][p]) + 100 * rate);
      EXPECT_NEAR(path[step][p], expected[step][p], scale * double(std::numeric_limits<Real>::epsilon()))
          << "step " << step + 1 << " parameter " << p;
    }
}

/// Gradients of size 1e-12, where ε dominates, to 1e6. The count leaves a remainder in every vector width.
template <class Real>
void expect_definition(const AdamSettings& settings) {
  constexpr int count = 37, steps = 10;
  const auto start = random_scalars<Real>(count);
  const std::vector<double> initial(start.begin(), start.end());
  std::vector<std::vector<double>> gradients, expected(steps);
  for (int step = 0; step < steps; ++step) {
    gradients.emplace_back();
    for (int p = 0; p < count; ++p)
      gradients[step].push_back(Real(random_scalars<double>(1)[0] * std::pow(10, p / 2 - 12)));
  }
  for (int p = 0; p < count; ++p) {
    ScalarAdam adam{settings, initial[p]};
    for (int step = 0; step < steps; ++step) expected[step].push_back(adam.update(gradients[step][p]));
  }
  expect_same_path<Real>(optimise<Real>(settings, initial, gradients), expected, settings.learning_rate);
}

TEST(Adam, FirstStepsMatchDefinition) {
  for (const AdamSettings& settings : {AdamSettings{}, AdamSettings{0.1, 0.7, 0.95, 1e-3}}) {
    expect_definition<double>(settings);
    expect_definition<float>(settings);
  }
}

TEST(Adam, ZeroGradientMovesNothing) {
  const std::vector<std::vector<double>> gradients(5, std::vector<double>(19, 0.0));
  const std::vector<double> initial(19, 0.25);
  for (const auto& theta : optimise<float>({}, initial, gradients)) EXPECT_EQ(theta, initial);
}

TEST(Adam, MatchesPyTorch) {
  const auto reference = nlohmann::json::parse(std::ifstream(REFERENCE_DIR "/pytorch_step.json"));
  ASSERT_EQ(reference["adam"].size(), 2u);
  for (const auto& run : reference["adam"]) {
    const AdamSettings settings{run["learning_rate"], run["beta1"], run["beta2"], run["epsilon"]};
    const std::vector<double> initial = run["initial"];
    const std::vector<std::vector<double>> gradients = run["gradients"], expected = run["parameters"];
    expect_same_path<double>(optimise<double>(settings, initial, gradients), expected, settings.learning_rate);
    expect_same_path<float>(optimise<float>(settings, initial, gradients), expected, settings.learning_rate);
  }
}

}  // namespace
}  // namespace icsweep::test::adam_test
