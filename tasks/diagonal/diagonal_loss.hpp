// Closed-form population loss of one layer of diagonal heads on commuting contexts, and its gradient
// [autoregressive-icl §5.1–5.2, Prop 4 and 6].
//
// Model (Lemma 2): from s_1 … s_T with s_t = λ^{t−1} it predicts Σ_{t≤T} p_t [C λ^{t−T+1}] ⊙ λ^{t−1}, C = BᵀA, for
// s_{T+1} = λ^T; p = p_1 … p_T is row T−1 of P. The angles of λ are uniform, so monomials in them are orthonormal, and
// the expected squared error is the sum of the squared coefficients.
#pragma once

#include <Eigen/Core>

namespace icsweep {

/// Distribution of λ, and the form of Prop 4.
enum class DiagonalForm {
  unitary,          ///< λ_1 … λ_d independent
  unitary_printed,  ///< Prop 4 as printed: it counts p_{T−1} twice and is not the expected error
  orthogonal        ///< λ_{2k+1} the conjugate of λ_{2k} (counted from 0), the pairs independent; d is even
};

/// Loss of one row. With N = Σ C_ij² over j ≠ ī (the index of λ_i's conjugate), r_i = Σ_{j≠ī} C_ij, c_i = C_iī and s =
/// Σ_t p_t:
///   l(C, p) = (‖p‖² − p_{T−1}²) N + Σ_i (p_{T−1} r_i + s c_i)² − 2 p_T Tr C + d.
/// At t = T−1 every λ_j^{t−T+1} is 1, and λ̄_i^{t−T+1} λ_i^{t−1} = λ_i^{T−2} for every t. These terms share the
/// monomial λ_i^{T−2} and are added before they are squared. All other terms have their own monomial: C_ii p_t at
/// λ_i^{2t−T}, C_ij p_t elsewhere. The unitary case has no ī (c = 0), which is Prop 4; as printed, its first factor is
/// ‖p‖².
///
/// From another s_1 (App A.4) coordinate j of a token is multiplied by s_j: with u_j = s_j² the loss is Σ_i u_i l_i of
/// C diag(u). `squares`: u. C: d×d; p: T ≥ 2 numbers. The loss is summed as squares, including (p_T C_ii − 1)², so it
/// is exact near 0.
double diagonal_row_loss(DiagonalForm form, const Eigen::MatrixXd& c, const Eigen::VectorXd& p,
                         const Eigen::VectorXd& squares);
/// s_1 = 1_d.
double diagonal_row_loss(DiagonalForm form, const Eigen::MatrixXd& c, const Eigen::VectorXd& p);

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Parameters. A, B: H×d, the heads' diagonals. P: T×T. Counted from 0, its row r belongs to T = r + 2 and holds p in
/// its columns 0 … r + 1. So the mask is the lower triangle and the first super-diagonal, and the last row is not used.
struct DiagonalParameters {
  Eigen::MatrixXd A, B;
  RowMajor P;

  auto row(int r) { return P.row(r).head(r + 2); }
  auto row(int r) const { return P.row(r).head(r + 2); }
  int rows() const { return int(P.rows()) - 1; }
};

/// Σ_{T=2}^{T_max} l(BᵀA, P_{T−1}) and its gradient.
class DiagonalLoss {
 public:
  /// s_1 = 1_d.
  DiagonalLoss(DiagonalForm form, int heads, int dim, int length);
  /// squares: the squares of s_1's coordinates.
  DiagonalLoss(DiagonalForm form, int heads, const Eigen::VectorXd& squares, int length);

  /// Returns the loss, accurate to the rounding of its terms (about 1e-15 (T_max − 1) d), and computes gradient(). O(T²
  /// + Hd²); allocates nothing.
  double evaluate(const DiagonalParameters& theta);
  const DiagonalParameters& gradient() const { return gradient_; }  ///< zero outside the mask

 private:
  double trace() const;  // Σ u_i (C diag(u))_ii

  DiagonalForm form_;
  bool from_ones_;
  Eigen::VectorXd squares_, roots_;  // u and √u; d
  Eigen::MatrixXd c_, c_gradient_;   // diag(√u) C diag(u), whose rows' squares are what the loss weighs; d×d
  Eigen::VectorXd r_;                // d
  DiagonalParameters gradient_;
};

/// Distances of trained heads from the global minima of their loss [autoregressive-icl Prop 3 and 6]. All are 0 at a
/// global minimum. ī is the index of λ_i's conjugate; only orthogonal contexts have one.
struct DiagonalResiduals {
  double other_heads;      ///< largest |C_ij|, j other than i and ī, relative to the smallest |C_ii|
  double diagonal;         ///< largest |p_T C_ii − 1|
  double other_positions;  ///< largest |p_t|, t other than T (unitary), other than T − 1 and T (orthogonal)
  double conjugate;  ///< orthogonal: largest |p_T C_iī + (C_ii + C_iī) p_{T−1}|, both members of each pair; else 0
  double all() const;  ///< the largest of them
};

DiagonalResiduals diagonal_residuals(DiagonalForm form, const DiagonalParameters& theta);

/// Largest |p_{T−1}/p_T + ½| over the rows of P. With fewer heads than d, orthogonal contexts force this ratio to be −½
/// (Prop 6).
double ratio_deviation(const DiagonalParameters& theta);

/// Number of singular values of C above `tolerance` times the largest.
int numerical_rank(const Eigen::MatrixXd& c, double tolerance);

}  // namespace icsweep
