// Causal attention of heads that are narrower than the token, plain or shifted.
#pragma once

#include "models/decoder/query_key_value.hpp"

namespace icsweep {

/// y = base + W_O [Attn_1(x) … Attn_H(x)] + b, for one layer of a decoder. x: T×D lanes, or T×inputs if the layer is
/// bare or merged with the read-in. y: the output tokens, D lanes each, or `outputs` lanes if bare.
template <class Real, int N>
class MultiHeadAttention {
 public:
  /// layer: counted from 0. If it is merged with the read-in, x holds the tokens before the read-in.
  MultiHeadAttention(const DecoderShape& shape, int layer);

  /// Working memory shared by the layers of a model. Every call overwrites it.
  struct Workspace {
    Workspace(const DecoderShape& shape, const MultiHeadAttention& layer);
    AlignedVector<Real> pairs, dense, dheads, read;
    typename QueryKeyValue<Real, N>::Gradients gradients;
  };

  /// read_in: the read-in's parameters, or the gradient to add to; unused unless merged.
  const Real* set_parameters(const Real* theta, const Real* read_in);
  Real* reduce_gradient(Real* gradient, Real* read_in);
  template <class F>
  void for_each_accumulator(F&& f) {
    query_key_value_.for_each_accumulator(f), output_.for_each_accumulator(f);
  }
  /// base: all T tokens, or null.
  void forward(const Real* x, const Real* base, Real* y, OutputTokens output_tokens, Workspace& work);
  /// dy: the output tokens; base and dx: all tokens. dx = base + …; base may be null or dx. If all tokens are output
  /// tokens, base and dx may be dy. If dx is null it is not computed.
  void backward(const Real* x, const Real* dy, const Real* base, Real* dx, OutputTokens output_tokens, Workspace& work);

 private:
  int side() const { return heads_ * pairs_.keys; }  // H·W
  bool all(OutputTokens output_tokens) const { return int(output_tokens.size()) == pairs_.tokens; }
  /// Calls of_head(h, scratch) for each head.
  template <class Work>
  void share_heads(Workspace& work, Work&& of_head) const;
  /// Returns the heads' outputs at the output tokens.
  const Real* attended(OutputTokens output_tokens, Workspace& work) const;

  /// Shape of one head, from the first query that is used.
  PairShape pairs(OutputTokens output_tokens) const {
    PairShape pairs = pairs_;
    if (single_) pairs.first = output_tokens.front();
    return pairs;
  }

  PairShape pairs_;  // of one head
  PairWeight weight_;
  const AttentionKernels<Real, N>* kernels_;
  int heads_;
  bool single_;  // only one token's query is used
  QueryKeyValue<Real, N> query_key_value_;
  WideLinearLayer<Real, N> output_;
  AlignedVector<Real> kept_, inverse_sum_, attended_;  // kept pairs per head; T lanes per head; T×HW lanes
};

#define ICSWEEP_EXTERN(Real, N) extern template class MultiHeadAttention<Real, N>;
ICSWEEP_FOR_EACH_LANE(ICSWEEP_EXTERN)
#undef ICSWEEP_EXTERN

}  // namespace icsweep
