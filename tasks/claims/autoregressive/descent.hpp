// Minimises the loss of one row over heads and positional weights.
#pragma once

#include "tasks/claims/autoregressive/diagonal_model.hpp"
#include "tasks/claims/autoregressive/expansion.hpp"

namespace icsweep {

/// Parameters of one row of the layer.
struct RowParameters {
  DiagonalHeads heads;
  Eigen::VectorXd p;
};

/// Adds normal noise of that size to every parameter.
RowParameters disturbed(RowParameters at, double size, RandomStream& random);

/// Levenberg-Marquardt on the coefficients of the error, which are linear in each of A, B and p. Ends when the loss is
/// below 1e-26, or when no step lowers it by more than a part in 1e12.
RowParameters minimise(const PredictionExpansion& expansion, RowParameters start);

}  // namespace icsweep
