// The Transformer that runs causal kernel descent [universality Theorem 1, Prop 5].
#pragma once

#include <vector>

#include "models/transformer/transformer_shape.hpp"
#include "tasks/universality/causal_descent.hpp"

namespace icsweep {

/// Shape: `depth` layers of two bare heads on T tokens of width 4d+2 (tasks/universality/descent_token.hpp), with only
/// a residual around them. The output is u_t, the last d coordinates.
TransformerShape theorem1_shape(Kernel kernel, int tokens, int dim, int depth, bool tied,
                                Precision precision = Precision::float32);

/// Weights with which each layer is one step of eq 7 of size η, from u = 0. Head 1 scores ⟨x_t, x_s⟩ and carries −ηu_s;
/// head 2 scores ⟨x_t, x_{s−1}⟩ + norm²·δ_{s=1} and carries ηx_s·1_{s>1}. The paper's projections of d and d+1 rows are
/// padded with zero rows. All tokens must have this norm, since only then softmax's denominators agree. W_V carries η,
/// as in the paper's appendix; its main text omits it.
std::vector<double> theorem1_parameters(const TransformerShape& shape, double eta, double norm);

/// Outputs, T×d, of the model with these parameters on tokens x_1 … x_{T+1}, in double precision.
Tokens theorem1_output(const TransformerShape& shape, const std::vector<double>& theta, const Tokens& tokens);

}  // namespace icsweep
