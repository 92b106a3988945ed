// Merges the four matrices of a head that is as wide as its tokens into the two that its output depends on.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// Width D; `features` non-zero inputs, the last ones of the D. K = features + 1 counts the constant 1 that carries the
/// biases.
struct MergeShape {
  int width, features;
  /// Scalars of working memory that both functions overwrite.
  int scratch() const { return 6 * width * (features + 1); }
};

/// The parameters of one head in PyTorch's layout: query, key, value weights (D×D each), their biases (D each), output
/// weight (D×D). With W̃ = [W restricted to the non-zero inputs | bias], D×K:
///   score(t, t') = ⟨W̃_Q x_t, W̃_K x_t'⟩/√D = ⟨A x_t, x_t'⟩,   A = W̃_Kᵀ W̃_Q / √D   (K×K)
///   W_O Σ score · W̃_V x_t' = B Σ score · x_t',               B = W_O W̃_V           (D×K)
/// so training costs A, B and a symmetric state instead of four projections and a square one. This is exact algebra; it
/// pays when the head width is not below K.
template <class Real>
ICSWEEP_KERNEL void merge_head(const MergeShape& shape, const Real* head, Real* scratch, Real* a, Real* b);

/// The chain rule of merge_head: the gradient of all seven parameters from dA and dB (overwrites `dhead`).
template <class Real>
ICSWEEP_KERNEL void merge_head_backward(const MergeShape& shape, const Real* head, const Real* da, const Real* db,
                                        Real* scratch, Real* dhead);

}  // namespace icsweep
