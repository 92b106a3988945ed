#include "tasks/diagonal/diagonal_loss.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "tasks/algebra/decompositions.hpp"

namespace icsweep {

double DiagonalResiduals::all() const {
  return std::max({other_heads, diagonal, other_positions, conjugate});
}

DiagonalResiduals diagonal_residuals(DiagonalForm form, const DiagonalParameters& theta) {
  const bool paired = form == DiagonalForm::orthogonal;
  const Eigen::MatrixXd c = theta.B.transpose() * theta.A;
  const int d = int(c.rows());
  DiagonalResiduals worst{};
  for (int i = 0; i < d; ++i)
    for (int j = 0; j < d; ++j)
      if (j != i && !(paired && j == (i ^ 1))) worst.other_heads = std::max(worst.other_heads, std::abs(c(i, j)));
  worst.other_heads /= c.diagonal().cwiseAbs().minCoeff();
  for (int r = 0; r < theta.rows(); ++r) {
    const auto p = theta.row(r);
    const double before = p[r], last = p[r + 1];  // p_{T−1}, p_T
    worst.diagonal = std::max(worst.diagonal, (last * c.diagonal().array() - 1).abs().maxCoeff());
    for (int t = 0; t < (paired ? r : r + 1); ++t)
      worst.other_positions = std::max(worst.other_positions, std::abs(p[t]));
    for (int i = 0; paired && i < d; ++i)
      worst.conjugate = std::max(worst.conjugate, std::abs(last * c(i, i ^ 1) + (c(i, i) + c(i, i ^ 1)) * before));
  }
  return worst;
}

double ratio_deviation(const DiagonalParameters& theta) {
  double worst = 0;
  for (int r = 0; r < theta.rows(); ++r) worst = std::max(worst, std::abs(theta.P(r, r) / theta.P(r, r + 1) + 0.5));
  return worst;
}

int numerical_rank(const Eigen::MatrixXd& c, double tolerance) {
  const Eigen::VectorXd values = singular_values(c);
  return int((values.array() > tolerance * values[0]).count());
}

}  // namespace icsweep
