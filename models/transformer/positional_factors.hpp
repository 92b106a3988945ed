// Factors P of an attention layer, computed from learnt positions and the projections that score them.
#pragma once

#include <span>

#include "models/aligned.hpp"
#include "models/transformer/transformer_shape.hpp"

namespace icsweep {

/// One factor per head, scored by the head's own projections, or one for all heads, scored by separate projections. Its
/// part of the parameter block: positions (T×D) and, if separate, W_Qpos, W_Kpos (D×D each) and their biases (D each).
template <class Real, int N>
class PositionalFactors {
 public:
  explicit PositionalFactors(const TransformerShape& shape);
  /// heads: the layer's heads, one after the other.
  const Real* set_parameters(const Real* theta, const Real* heads);
  /// Writes the gradient from the sums. Adds to the heads' gradient if the heads' projections score the positions.
  Real* reduce_gradient(Real* gradient, Real* dheads, const Real* heads);
  template <class F>
  void for_each_accumulator(F&& f) {
    for (Factor& factor : factors_) f(fold(factor));
  }

  const Real* factor(int head) const { return factors_[index(head)].factor.data(); }
  /// Σ P⊙dP, to which positional_attention_backward() adds.
  Real* sums(int head) {
    factors_[index(head)].folded = false;
    return factors_[index(head)].sums.data();
  }

 private:
  struct Factor {
    AlignedVector<Real> a, factor, sums, total;  // merged scores (D+1)×(D+1), P (T×T), Σ P⊙dP by slots, and T×T
    bool folded = true;                          // as in LaneSums
  };
  /// Query and key weights, and their biases, that score the positions of factor f. `own` points after the positions.
  struct Scorer {
    const Real *weights, *biases;
  };
  /// Σ P⊙dP, T×T, of everything added since the last fold.
  AlignedVector<Real>& fold(Factor& factor);
  Scorer scorer(const Real* own, const Real* heads, int f) const;
  int index(int head) const { return factors_.size() == 1 ? 0 : head; }

  TransformerShape shape_;
  bool separate_;
  std::vector<Factor> factors_;
  AlignedVector<Real> theta_, merge_, scratch_, da_;
};

extern template class PositionalFactors<float, 16>;
extern template class PositionalFactors<float, 8>;
extern template class PositionalFactors<double, 1>;

}  // namespace icsweep
