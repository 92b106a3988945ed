// One attention layer with free positional weights, whose query is the second to last token: linear or softmax, with or
// without an MLP on its output [autoregressive-icl eq 6, §5.1 "Role of the softmax", Fig 9].
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "models/aligned.hpp"
#include "models/layers/parameter_view.hpp"

namespace icsweep {

/// Attention weights w_t, t ≤ T, from the scores z_t = e_tᵀ A e_{T−1} and the positional weights p_t = P_{T−1,t}.
enum class AblationAttention {
  linear,          ///< w_t = p_t z_t: eq 6
  softmax_factor,  ///< w_t = p_t softmax(z)_t: eq 6 with scores normalised as in eq 1
  softmax_logit    ///< w_t = softmax(z + p)_t: the usual place of a positional bias
};

struct AblationShape {
  AblationAttention attention;
  int length, dim;  ///< T_max; D, real coordinates of a token
  int heads, mlp;   ///< H; F, hidden units of the MLP, 0 for none

  int rows() const { return length - 1; }  ///< T = 2 … T_max
};

/// Parameters in order: each head's A, then each head's B, P, and the MLP's weights and biases.
std::vector<ParameterView> parameter_views(const AblationShape& shape);

/// Predicts s_{T+1} from e_1 … e_T by y = Σ_h B^h Σ_t w_t^h e_t or, with an MLP, by W2 relu(W1 y + b1) + b2. Eq 6 has
/// no residual connection, so the MLP has none either. The heads share P.
///
/// All parameters form one block, see parameter_views(). A, B: H×D×D; P: T_max×T_max, row r (from 0) for T = r + 2,
/// used up to column r + 1; W1: F×D; b1: F; W2: D×F; b2: D.
class AblationModel {
 public:
  explicit AblationModel(const AblationShape& shape);
  int parameters() const { return end_; }
  /// Start of B, of P and of the MLP in the parameter block.
  int b() const { return b_; }
  int p() const { return p_; }
  int mlp() const { return w1_; }

  /// sequences: (T_max + 1)·D numbers each, one after the other. indices: any number of sequences. Adds each row's
  /// squared error, summed over coordinates and over these sequences, to `error` (rows() numbers). Unless `gradient` is
  /// empty, adds to it `scale` times the gradient of the sum of these errors.
  void run(std::span<const double> theta, std::span<const double> sequences, std::span<const int> indices,
           double* error, double scale = 0, std::span<double> gradient = {});

 private:
  using Lane = Eigen::Array<double, 8, 1>;  // eight sequences side by side

  void load(std::span<const double> sequences, std::span<const int> indices);
  void forward(const double* theta, int row);
  void mlp_forward(const double* theta);
  void backward(const double* theta, int row);
  void mlp_backward(const double* theta);

  AblationShape shape_;
  int b_, p_, w1_, b1_, w2_, b2_, end_;
  Lane active_;                 // 1 for a lane with a sequence of its own, else 0
  AlignedVector<Lane> tokens_;  // (T_max + 1)×D
  // Of one row, forward. A e_{T−1}: H×D; z or its softmax, and w: H×T_max; Σ_t w_t e_t: H×D; y and output: D; hidden:
  // F.
  AlignedVector<Lane> query_, share_, weight_, mixed_, y_, hidden_, output_;
  // Backward. Gradients of output, y, Σ_t w_t e_t and A e_{T−1}: D; of hidden: F; of w, then z: T_max.
  AlignedVector<Lane> output_slope_, y_slope_, mixed_slope_, query_slope_, hidden_slope_, weight_slope_;
  AlignedVector<Lane> gradient_;  // of every parameter
};

}  // namespace icsweep
