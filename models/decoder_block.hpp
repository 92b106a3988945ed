// One layer of a decoder: attention and an MLP, each with its norm and its residual.
#pragma once

#include "models/multi_head_attention.hpp"

namespace icsweep {

/// Pre-norm:   m = x + Attn(LN(x)),  y = m + MLP(LN(m)).   Post-norm:   m = LN(x + Attn(x)),  y = LN(m + MLP(m)).
template <class Real, int N>
class DecoderBlock {
 public:
  explicit DecoderBlock(const DecoderShape& shape);

  /// Working memory that the blocks of one model share.
  struct Workspace {
    Workspace(const DecoderShape& shape, const DecoderBlock& block);
    typename MultiHeadAttention<Real, N>::Workspace attention;
    AlignedVector<Real> dense, dhidden, stream;  // stream: T×D lanes
  };

  const Real* set_parameters(const Real* theta);
  Real* take_gradient(Real* gradient);
  template <class F>
  void visit_sums(F&& f) {
    attention_norm_.visit_sums(f), mlp_norm_.visit_sums(f), attention_.visit_sums(f), mlp_.visit_sums(f);
  }
  /// x: T×D lanes.
  void forward(const Real* x, Workspace& work);
  /// y of the last forward pass, T×D lanes.
  const Real* output() const { return before_ ? output_.data() : mlp_norm_.output(); }
  /// dx holds the gradient of y on entry and of x on return.
  void backward(const Real* x, Real* dx, Workspace& work);

 private:
  bool before_;  // pre-norm
  DenseNorm<Real, N> attention_norm_, mlp_norm_;
  MultiHeadAttention<Real, N> attention_;
  DenseFeedForward<Real, N> mlp_;
  AlignedVector<Real> middle_, output_;  // pre-norm's m and y
};

#define ICSWEEP_EXTERN(Real, N) extern template class DecoderBlock<Real, N>;
ICSWEEP_FOR_EACH_LANE(ICSWEEP_EXTERN)
#undef ICSWEEP_EXTERN

}  // namespace icsweep
