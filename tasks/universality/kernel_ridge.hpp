// Kernel ridge regression of the next token, sequence by sequence: the reference for noisy recursions.
#pragma once

#include "tasks/universality/causal_descent.hpp"

namespace icsweep {

/// Row t: f_t(x_t) with f_t fitted to (x_s, x_{s+1}), s < t, under the penalty `lambda` > 0: k_tᵀ(K_{t−1} + λI)⁻¹
/// Y_{t−1} with K_{t−1} = (k(x_s, x_r))_{s,r<t}, k_t = (k(x_s, x_t))_{s<t}; 0 for t = 1. With the kernel id it is ridge
/// regression, W = YᵀX(XᵀX + λI)⁻¹; softmax counts as exp. tokens: x_1 … x_{T+1}. T³/3 + T²d multiply-adds.
Tokens kernel_ridge(Kernel kernel, const Tokens& tokens, double lambda);

}  // namespace icsweep
