#include "tasks/autoregressive/head_gram.hpp"

#include <algorithm>
#include <cmath>

namespace icsweep {

GramMatrix head_gram(const TransformerShape& s, const std::vector<double>& theta) {
  const int D = s.width;
  const int shared = s.attention_parameters() - D - D * D;  // before the output bias
  GramMatrix sum = GramMatrix::Zero(D, D);
  for (int h = 0; h < s.heads; ++h) {
    const int head = h * s.head_parameters();
    const double* weights = theta.data() + head;
    const double* last = theta.data() + (s.shares_output() ? shared : head + 3 * D * D + 3 * D);
    const Eigen::Map<const GramMatrix> value(weights + 2 * D * D, D, D), output(last, D, D);
    const GramMatrix b = output * value;
    sum += b.transpose() * b;
  }
  return sum;
}

double off_diagonal_ratio(const GramMatrix& gram) {
  const double diagonal = gram.diagonal().norm(), all = gram.norm();
  return std::sqrt(std::max(0.0, all * all - diagonal * diagonal)) / diagonal;
}

GramMatrix folded(const GramMatrix& gram, int copies) {
  const Eigen::Index d = gram.rows() / copies;
  GramMatrix sum = GramMatrix::Zero(d, d);
  for (int i = 0; i < copies; ++i)
    for (int j = 0; j < copies; ++j) sum += gram.block(i * d, j * d, d, d);
  return sum;
}

double isotropy_distance(const GramMatrix& m, const Eigen::VectorXd& start) {
  const auto d = m.rows();
  if (d == 1) return 0;
  const GramMatrix q = GramMatrix::Identity(d, d) - start * start.transpose() / start.squaredNorm();
  const GramMatrix projected = q * m * q;
  const double alpha = projected.trace() / double(d - 1);
  return (projected - alpha * q).norm() / (alpha * q).norm();
}

}  // namespace icsweep
