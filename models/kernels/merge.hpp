// Merges the matrices of a head that is as wide as its tokens into the two that its output depends on.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// Width D. The last features·copies of the D inputs hold a token's `features`, repeated `copies` times; the others are
/// zero. K = features + 1 counts the constant 1 that carries the biases. A bare head has no biases, no W_O and no
/// division by √D.
struct MergeShape {
  int width, features, copies = 1;
  bool bare = false;
  /// Scalars of working memory that both functions overwrite.
  int scratch() const { return 4 * width * (features + 1); }
};

/// Computes A and B from the parameters of one head in PyTorch's layout: query, key, value weights (D×D each) and, if
/// not bare, their biases (D each) and the output weight (D×D). With W̃ = [W on the non-zero inputs, summed over copies
/// | bias], D×K:
///   score(t, t') = ⟨W̃_Q x_t, W̃_K x_t'⟩/√D = ⟨A x_t, x_t'⟩,   A = W̃_Kᵀ W̃_Q / √D   (K×K)
///   W_O Σ score · W̃_V x_t' = B Σ score · x_t',               B = W_O W̃_V           (D×K)
/// For a bare head A = W̃_Kᵀ W̃_Q and B = W̃_V. Training then costs A, B and a symmetric state instead of four
/// projections and a square one. The algebra is exact; it pays if the head width is at least K. Largest error of scores
/// and outputs: (2·copies + D + 4)ε Σ|·|.
template <class Real>
ICSWEEP_KERNEL void merge_head(const MergeShape& shape, const Real* head, Real* scratch, Real* a, Real* b);

/// Chain rule of merge_head: the gradient of all parameters from dA and dB. Overwrites `dhead`.
template <class Real>
ICSWEEP_KERNEL void merge_head_backward(const MergeShape& shape, const Real* head, const Real* da, const Real* db,
                                        Real* scratch, Real* dhead);

/// Computes A alone, from query and key weights (2·D×D) and biases (2·D; null if bare), which need not belong to a
/// head.
template <class Real>
ICSWEEP_KERNEL void merge_scores(const MergeShape& shape, const Real* weights, const Real* biases, Real* scratch,
                                 Real* a);

/// Chain rule of merge_scores; adds to dweights and dbiases.
template <class Real>
ICSWEEP_KERNEL void merge_scores_backward(const MergeShape& shape, const Real* weights, const Real* biases,
                                          const Real* da, Real* scratch, Real* dweights, Real* dbiases);

}  // namespace icsweep
