// How far trained diagonal heads are from the global minima of their loss [autoregressive-icl Prop 3 and 6].
#pragma once

#include "tasks/diagonal/diagonal_loss.hpp"

namespace icsweep {

/// All are 0 at a global minimum. ī is the index of λ_i's conjugate; only orthogonal contexts have one.
struct DiagonalResiduals {
  double other_heads;      ///< largest |C_ij|, j other than i and ī, relative to the smallest |C_ii|
  double diagonal;         ///< largest |p_T C_ii − 1|
  double other_positions;  ///< largest |p_t|, t other than T (unitary), other than T − 1 and T (orthogonal)
  double conjugate;  ///< orthogonal: largest |p_T C_iī + (C_ii + C_iī) p_{T−1}|, both members of each pair; else 0
  double all() const;  ///< the largest of them
};

DiagonalResiduals diagonal_residuals(DiagonalForm form, const DiagonalParameters& theta);

/// Largest |p_{T−1}/p_T + ½| over the rows of P. With fewer heads than d, orthogonal contexts force this ratio (Prop
/// 6).
double ratio_deviation(const DiagonalParameters& theta);

/// The number of singular values of C above `tolerance` times the largest.
int numerical_rank(const Eigen::MatrixXd& c, double tolerance);

}  // namespace icsweep
