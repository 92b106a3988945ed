// Measures whether heads are orthogonal to one another: Σ_h B_hᵀB_h and its distance from an isotropic matrix
// [autoregressive-icl Fig 8].
#pragma once

#include <Eigen/Core>
#include <vector>

#include "models/transformer/transformer_shape.hpp"

namespace icsweep {

using GramMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Σ_h B_hᵀB_h with B_h = W_O^h W_V^h of the first layer, D×D. theta: all parameters of the shape.
GramMatrix head_gram(const TransformerShape& shape, const std::vector<double>& theta);

/// ‖off-diagonal‖/‖diagonal‖, Frobenius.
double off_diagonal_ratio(const GramMatrix& gram);

/// Folds the copies of a token, which have the same coordinates: (c·d)×(c·d) becomes d×d, the sum of its c² blocks.
GramMatrix folded(const GramMatrix& gram, int copies);

/// Distance of the folded M from the form αI + β s_1 s_1ᵀ of a symmetric optimum: sequences that start at s_1 have a
/// law invariant under rotations that keep s_1. With Q = I − s_1 s_1ᵀ/‖s_1‖² and α = Tr(QMQ)/(d − 1) it is ‖QMQ −
/// αQ‖/‖αQ‖, Frobenius; 0 for d = 1. `start`: s_1, of any length above 0.
double isotropy_distance(const GramMatrix& folded_gram, const Eigen::VectorXd& start);

}  // namespace icsweep
