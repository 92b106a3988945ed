#include "tasks/autoregressive.hpp"

#include <Eigen/QR>

namespace icsweep {

Eigen::MatrixXd haar_orthogonal(int d, RandomStream& random) {
  Eigen::MatrixXd gaussian(d, d);
  for (int i = 0; i < d; ++i)
    for (int j = 0; j < d; ++j) gaussian(i, j) = random.normal();
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(gaussian);
  Eigen::MatrixXd q = qr.householderQ();
  for (int j = 0; j < d; ++j)
    if (qr.matrixQR()(j, j) < 0) q.col(j) = -q.col(j);
  return q;
}

Sequences haar_sequences(int count, int length, int dim, double start, std::int64_t seed, Purpose purpose,
                         const Pause& pause) {
  Sequences s{count, length, dim, std::vector<double>(std::size_t(count) * length * dim)};
  for (int i = 0; i < count; ++i) {
    pause_at(i, pause);
    RandomStream random(seed, purpose, std::uint64_t(i));
    const Eigen::MatrixXd w = haar_orthogonal(dim, random);
    Eigen::Map<Eigen::MatrixXd> states(s.values.data() + std::size_t(i) * length * dim, dim, length);
    states.col(0).setConstant(start);
    for (int t = 1; t < length; ++t) states.col(t).noalias() = w * states.col(t - 1);
  }
  return s;
}

}  // namespace icsweep
