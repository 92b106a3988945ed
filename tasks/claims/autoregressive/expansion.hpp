// Expectations over commuting contexts without sampling, and the minimum of a row's loss by them. A prediction is a
// Laurent polynomial in λ. Its monomials are orthonormal if the phases are uniform, so E|F|² is the sum of the squared
// coefficients (Parseval).
#pragma once

#include <Eigen/Core>
#include <array>
#include <map>
#include <vector>

#include "tasks/autoregressive/autoregressive.hpp"
#include "tasks/claims/autoregressive/diagonal_model.hpp"

namespace icsweep {

/// Numbers monomials λ_i^a λ_j^b; equal ones get the same number. In conjugate pairs (orthogonal) λ_{2k+1} = 1/λ_{2k}.
class Monomials {
 public:
  explicit Monomials(ContextKind kind) : pairs_(kind == ContextKind::orthogonal) {}
  int id(int i, int a, int j, int b);
  int count() const { return int(ids_.size()); }

 private:
  bool pairs_;
  std::map<std::array<int, 4>, int> ids_;
};

/// Coordinates of eq 6's error, F_i = Σ_{t,j} p_t C_ij λ_j^{t−T+1} λ_i^{t−1} − λ_i^T, by monomials.
class PredictionExpansion {
 public:
  PredictionExpansion(ContextKind kind, int d, int T);

  /// One product p_t C_ij (t from 0) of coefficient k.
  struct Term {
    int t, i, j, k;
  };
  const std::vector<Term>& terms() const { return terms_; }
  int coefficients() const { return int(target_.size()); }

  /// Coefficients of F_1 … F_d. Their squared norm is the loss of one row, l(C, p).
  Eigen::VectorXd error(const Eigen::MatrixXd& c, const Eigen::VectorXd& p) const;
  double loss(const Eigen::MatrixXd& c, const Eigen::VectorXd& p) const { return error(c, p).squaredNorm(); }

 private:
  std::vector<Term> terms_;
  Eigen::VectorXd target_;
};

/// Parameters of one row of the layer.
struct RowParameters {
  DiagonalHeads heads;
  Eigen::VectorXd p;
};

/// Adds normal noise of size `size` to every parameter.
RowParameters disturbed(RowParameters at, double size, RandomStream& random);

/// Levenberg-Marquardt on the coefficients of the error, which are linear in each of A, B and p. Ends when the loss is
/// below 1e-26, or when no step lowers it by more than a part in 1e12.
RowParameters minimise(const PredictionExpansion& expansion, RowParameters start);

}  // namespace icsweep
