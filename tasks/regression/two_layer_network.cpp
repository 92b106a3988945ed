#include "tasks/regression/two_layer_network.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace icsweep {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// A network trained on the first n examples.
double trained_value(const Prompt& prompt, int n, const NetworkSettings& s, RandomStream random) {
  const int d = int(prompt.x.cols()), batch = std::min(n, s.batch);
  TwoLayerNetwork network(d, s.hidden, random);
  Matrix x = Matrix::Ones(d + 1, batch);
  Vector y(batch);
  std::vector<int> order(std::size_t(n), 0);
  std::iota(order.begin(), order.end(), 0);
  for (int step = 0; step < s.steps; ++step) {
    if (batch < n) shuffle(order, random);
    for (int b = 0; b < batch; ++b) {
      x.col(b).head(d) = prompt.x.row(order[std::size_t(b)]).transpose();
      y[b] = prompt.y[order[std::size_t(b)]];
    }
    network.loss(x, y);
    network.step({.learning_rate = s.learning_rate});
  }
  return network.value(prompt.x.row(n).transpose());
}

}  // namespace

TwoLayerNetwork::TwoLayerNetwork(int dim, int hidden, RandomStream& random)
    : hidden_(hidden),
      inputs_(dim + 1),
      theta_(std::size_t(hidden) * (dim + 2) + 1),
      gradient_(theta_.size()),
      first_(theta_.size()),
      second_(theta_.size()) {
  const int first_layer = hidden_ * inputs_;
  for (int p = 0; p < int(theta_.size()); ++p) {
    const double bound = 1 / std::sqrt(double(p < first_layer ? dim : hidden));
    theta_[p] = random.uniform(-bound, bound);
  }
}

double TwoLayerNetwork::value(const Vector& x) const {
  const Eigen::Map<const Matrix> w1(theta_.data(), hidden_, inputs_);
  const Eigen::Map<const Vector> w2(w1.data() + w1.size(), hidden_);
  return (w1.leftCols(inputs_ - 1) * x + w1.col(inputs_ - 1)).cwiseMax(0).dot(w2) + theta_.back();
}

double TwoLayerNetwork::loss(const Matrix& x, const Vector& y) {
  const Eigen::Map<const Matrix> w1(theta_.data(), hidden_, inputs_);
  const Eigen::Map<const Vector> w2(w1.data() + w1.size(), hidden_);
  active_.noalias() = w1 * x;
  active_ = active_.cwiseMax(0);
  const Vector error = (active_.transpose() * w2 - y).array() + theta_.back();

  const Vector slope = 2.0 / double(y.size()) * error;  // ∂ loss/∂f(x_b)
  backward_ = (active_.array() > 0).select(w2 * slope.transpose(), 0);
  Eigen::Map<Matrix>(gradient_.data(), hidden_, inputs_).noalias() = backward_ * x.transpose();
  Eigen::Map<Vector>(gradient_.data() + w1.size(), hidden_).noalias() = active_ * slope;
  gradient_.back() = slope.sum();
  return error.squaredNorm() / double(y.size());
}

void TwoLayerNetwork::step(const AdamSettings& adam) {
  adam_step<double>(adam, ++steps_, int(theta_.size()), gradient_.data(), theta_.data(), first_.data(), second_.data());
}

Vector predict_network(const Prompt& prompt, std::span<const int> examples, const NetworkSettings& settings,
                       std::int64_t seed, std::uint64_t index) {
  Vector predicted = Vector::Constant(prompt.y.size(), std::numeric_limits<double>::quiet_NaN());
  for (const int n : examples)
    predicted[n] = n == 0 ? 0 : trained_value(prompt, n, settings, RandomStream(seed, Purpose::baseline, index));
  return predicted;
}

}  // namespace icsweep
