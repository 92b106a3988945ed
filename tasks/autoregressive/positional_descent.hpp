// Gradient descent on attention by position alone, on restricted contexts λ = e^{iθ/μ}, d = 1 [autoregressive-icl §6].
#pragma once

#include <Eigen/Core>
#include <vector>

#include "models/aligned.hpp"
#include "tasks/archive.hpp"
#include "tasks/autoregressive/autoregressive.hpp"

namespace icsweep {

/// m_k = mean over the sequences of Re λ^{2k}, k = 0 … lags − 1. Sequences hold s_t = λ^{t−1} from s_1 = 1 at d = 1,
/// for at least 2·lags − 1 positions.
Eigen::VectorXd even_moments(const Sequences& sequences, int lags, const Poll& poll = {});

/// Token whose query attends: e_{T−1} [eq 6] or e_T.
enum class PositionalQuery { previous, last };

/// Mean over the sequences of Re λ^{2k} or, with the query e_T, of Re λ^{2k+1}, k = 0 … lags − 1. Needs at least 2·lags
/// − 1 positions, or 2·lags.
Eigen::VectorXd target_moments(PositionalQuery query, const Sequences& sequences, int lags, const Poll& poll = {});

/// Least loss of each row on the sample, T_max − 1 rows, by least squares on the sequences themselves.
Eigen::VectorXd positional_floor(PositionalQuery query, const Sequences& sequences, int length, const Poll& poll = {});

/// Mean over T = 2 … T_max and over a sample of |Σ_t p_t λ^{2t−T} − λ^T|², and plain gradient descent on it from 0.
///
/// Weights are by lag, w_k = p_{T−k}, (T_max − 1)×T_max: row r belongs to T = r + 2 and uses its lags 0 … r + 1; the
/// others are 0. Divided by λ^T, the error is Σ_k w_k λ^{−2k} − 1. So a row's loss is wᵀMw − 2mᵀw + 1 with M_{kk'} =
/// m_{|k−k'|}: exact for the sample, with the same M and m for every row. With the query e_T the error is Σ_k w_k
/// λ^{−2k−1} − 1, and the m_k in 2mᵀw are those of λ^{2k+1}.
///
/// Eight rows are computed side by side, each with the n lags of the longest. In e_k = (w_k + w_{n−1−k})/√2 and o_k =
/// (w_k − w_{n−1−k})/√2 a symmetric Toeplitz matrix splits into two blocks (Cantoni and Butler 1976), which halves the
/// work. This only rotates the axes: the steps are those of w except for rounding.
class PositionalDescent {
 public:
  /// moments: of M; targets: m.
  PositionalDescent(const Eigen::VectorXd& moments, const Eigen::VectorXd& targets, double learning_rate);

  /// Returns the loss of the current weights.
  double evaluate();
  /// w ← w − learning_rate·gradient, with the gradient of the last evaluate().
  void step();
  Eigen::MatrixXd weights() const;
  void set_weights(const Eigen::MatrixXd& w);
  /// Gradient of the last evaluate(), in the weights by lag.
  Eigen::MatrixXd gradient() const;
  void state(Archive& archive);

  /// Floating-point operations of a step and its loss, and bytes.
  static double flop(int length);
  static double bytes(int length);

 private:
  /// Rows first … first + 7.
  struct Rows {
    Rows(const Eigen::VectorXd& moments, const Eigen::VectorXd& targets, int first, double learning_rate);
    int first, lags, mixed;                // the first `mixed` lags and their pairs include all unused ones
    AlignedVector<double> matrix, vector;  // the two blocks of M, and m in the same axes
    AlignedVector<double> own, cross;      // of the mixed lags: step sizes in the rotated axes
    AlignedVector<double> rate;            // of the other lags
    AlignedVector<double> weights, slope;  // even parts, then odd ones, in lanes of eight rows
    int even() const { return (lags + 1) / 2; }
    int odd() const { return lags / 2; }
  };
  int rows() const { return length_ - 1; }
  bool uses(int row, int lag) const { return row < rows() && lag <= row + 1; }
  Eigen::MatrixXd by_lag(const AlignedVector<double> Rows::*values) const;

  int length_;
  std::vector<Rows> groups_;
};

}  // namespace icsweep
