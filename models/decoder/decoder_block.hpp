// One layer of a decoder: attention and an MLP, each with its norm and its residual.
#pragma once

#include "models/decoder/multi_head_attention.hpp"

namespace icsweep {

/// Pre-norm:    m = x + Attn(Norm(x)),   y = m + MLP(Norm(m)).
/// Post-norm:   m = Norm(x + Attn(x)),   y = Norm(m + MLP(m)).
template <class Real, int N>
class DecoderBlock {
 public:
  /// layer: counted from 0.
  DecoderBlock(const DecoderShape& shape, int layer);

  /// Working memory shared by the blocks of a model.
  struct Workspace {
    Workspace(const DecoderShape& shape, const DecoderBlock& block);
    typename MultiHeadAttention<Real, N>::Workspace attention;
    AlignedVector<Real> dense, dhidden, stream;  // stream: T×D lanes
  };

  /// read_in: see MultiHeadAttention.
  const Real* set_parameters(const Real* theta, const Real* read_in);
  Real* reduce_gradient(Real* gradient, Real* read_in);
  template <class F>
  void for_each_accumulator(F&& f) {
    attention_norm_.for_each_accumulator(f), mlp_norm_.for_each_accumulator(f), attention_.for_each_accumulator(f),
        mlp_.for_each_accumulator(f);
  }
  /// x: T×D lanes; tokens: the tokens before the read-in, if merged. Computes y of the output tokens only.
  void forward(const Real* x, const Real* tokens, OutputTokens output_tokens, Workspace& work);
  /// Returns y of the last forward pass, D lanes per token.
  const Real* output() const { return before_ ? output_.data() : mlp_norm_.output(); }
  /// dx: T×D lanes; the gradient of y on entry and of x on return, without the part through the merged map.
  void backward(const Real* x, const Real* tokens, Real* dx, OutputTokens output_tokens, Workspace& work);

 private:
  void backward_before(Real* dx, OutputTokens output_tokens, Workspace& work);
  void backward_after(const Real* x, const Real* tokens, Real* dx, OutputTokens output_tokens, Workspace& work);

  bool before_;  // pre-norm
  bool merged_;
  int tokens_, width_;
  WideNormLayer<Real, N> attention_norm_, mlp_norm_;
  MultiHeadAttention<Real, N> attention_;
  WideFeedForwardLayer<Real, N> mlp_;
  AlignedVector<Real> middle_, output_;  // pre-norm's m and y
};

#define ICSWEEP_EXTERN(Real, N) extern template class DecoderBlock<Real, N>;
ICSWEEP_FOR_EACH_LANE(ICSWEEP_EXTERN)
#undef ICSWEEP_EXTERN

}  // namespace icsweep
