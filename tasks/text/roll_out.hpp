// Measures how well one linear map s_{t+1} = W s_t explains a sequence of tokens [autoregressive-icl §6, Fig 4].
#pragma once

#include <span>

#include "tasks/text/embeddings.hpp"

namespace icsweep {

/// `sequence`: T ≥ 2 columns of embeddings, s_1 … s_T. W is the least-norm least-squares map, argmin Σ_{t<T} ‖s_{t+1} −
/// W s_t‖². It is applied repeatedly from ŝ_1 = s_1: ŝ_{t+1} = W ŝ_t. Returns the mean of (ŝ_t − s_t)² over t = 2 … T
/// and the d coordinates.
///
/// The computation stays within the span of the k ≤ T distinct vectors, where W is k×k. Generic embeddings of dimension
/// ≥ T are well conditioned there (random ones at d = 1280: condition below 1.3), so every rank is certain. The result
/// is either rounding, below 1e-28, or of the order of 1/d.
double roll_out_mse(const Embeddings& embeddings, std::span<const int> sequence);

/// True if s_i = s_j and s_{i+1} ≠ s_{j+1} for some i < j < T. Then no W fits exactly. Otherwise one does if the
/// distinct vectors are linearly independent.
bool contradicts_itself(std::span<const int> sequence);

}  // namespace icsweep
