#include "tasks/autoregressive/autoregressive.hpp"

#include <Eigen/Core>
#include <cmath>
#include <numbers>

#include "io/base/error.hpp"

#include "tasks/algebra/decompositions.hpp"

namespace icsweep {

Eigen::MatrixXd haar_orthogonal(int d, RandomStream& random) {
  Eigen::MatrixXd gaussian(d, d);
  for (int i = 0; i < d; ++i)
    for (int j = 0; j < d; ++j) gaussian(i, j) = random.normal();
  return orthogonal_factor(gaussian);
}

ContextKind context_kind(const std::string& name) {
  if (name == "haar") return ContextKind::haar;
  if (name == "unitary") return ContextKind::unitary;
  if (name == "orthogonal") return ContextKind::orthogonal;
  if (name == "restricted") return ContextKind::restricted;
  throw Error(ErrorKind::config, "context = \"" + name + "\": use haar, unitary, orthogonal or restricted");
}

namespace {

using States = Eigen::Map<Eigen::MatrixXd>;

void haar_states(double start, RandomStream& random, States states) {
  const Eigen::MatrixXd w = haar_orthogonal(int(states.rows()), random);
  states.col(0).setConstant(start);
  for (int t = 1; t < states.cols(); ++t) states.col(t).noalias() = w * states.col(t - 1);
}

/// One rotating pair: coordinates i and j of s_{t+1} are (x, y) turned by tθ.
void rotating_states(double theta, double x, double y, int i, int j, States states) {
  for (int t = 0; t < states.cols(); ++t) {
    const double c = std::cos(t * theta), s = std::sin(t * theta);
    states(i, t) = c * x - s * y;
    states(j, t) = s * x + c * y;
  }
}

void commuting_states(const ContextDistribution& contexts, double start, RandomStream& random, States states) {
  const double range = 2 * std::numbers::pi / (contexts.kind == ContextKind::restricted ? contexts.mu : 1);
  for (int i = 0; i < contexts.real_dim() / 2; ++i) {
    const double theta = random.uniform(0, range);
    if (contexts.complex()) rotating_states(theta, start, 0, i, contexts.dim + i, states);
    else rotating_states(theta, start, start, 2 * i, 2 * i + 1, states);
  }
}

}  // namespace

Sequences draw_sequences(const ContextDistribution& contexts, int count, int length, double start, std::int64_t seed,
                         Purpose purpose, const Poll& poll) {
  const int dim = contexts.real_dim();
  Sequences s{count, length, dim, std::vector<double>(std::size_t(count) * length * dim)};
  for (int i = 0; i < count; ++i) {
    poll_at(i, poll);
    RandomStream random(seed, purpose, std::uint64_t(i));
    const States states(s.values.data() + std::size_t(i) * length * dim, dim, length);
    if (contexts.kind == ContextKind::haar) haar_states(start, random, states);
    else commuting_states(contexts, start, random, states);
  }
  return s;
}

}  // namespace icsweep
