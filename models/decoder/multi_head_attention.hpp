// Causal attention of heads that are narrower than the token, plain or shifted.
#pragma once

#include <optional>

#include "models/decoder/decoder_shape.hpp"
#include "models/decoder/output_tokens.hpp"
#include "models/kernels/rotary.hpp"
#include "models/layers/merged_map.hpp"

namespace icsweep {

/// y = base + W_O [Attn_1(x) … Attn_H(x)] + b, for one layer of a decoder. x: T×D lanes, or T×inputs if it is bare or
/// merged with the read-in; y: the output tokens, D lanes each, or `outputs` lanes if bare. With rotary positions the
/// queries and keys are turned after their map, so that the merged map stays what it is.
template <class Real, int N>
class MultiHeadAttention {
 public:
  /// merged: x are the tokens before the read-in.
  MultiHeadAttention(const DecoderShape& shape, bool merged);

  /// Working memory that the layers of one model share: overwritten by every call.
  struct Workspace {
    Workspace(const DecoderShape& shape, const MultiHeadAttention& layer);
    AlignedVector<Real> pairs, dense, dqueries, dheads, read;
  };

  /// read_in: the read-in's parameters, and the gradient to add to; not used unless merged.
  const Real* set_parameters(const Real* theta, const Real* read_in);
  Real* reduce_gradient(Real* gradient, Real* read_in);
  template <class F>
  void for_each_accumulator(F&& f) {
    query_key_value_.for_each_accumulator(f), output_.for_each_accumulator(f);
  }
  /// base: all T tokens; may be null.
  void forward(const Real* x, const Real* base, Real* y, OutputTokens output_tokens, Workspace& work);
  /// dy: the output tokens; base and dx: all tokens. dx = base + …; base may be null or dx; if all tokens are output
  /// tokens, both may be dy. If dx is null it is not computed.
  void backward(const Real* x, const Real* dy, const Real* base, Real* dx, OutputTokens output_tokens, Workspace& work);

 private:
  int side() const { return heads_ * pairs_.keys; }  // H·W
  void divide_by_position(Real* queries) const;
  /// Of queries and keys, which stand side by side.
  RotaryShape rotary() const { return {pairs_.tokens, 2 * heads_, pairs_.keys, pairs_.row}; }
  bool all(OutputTokens output_tokens) const { return int(output_tokens.size()) == pairs_.tokens; }
  /// The heads' outputs at the output tokens.
  const Real* attended(OutputTokens output_tokens, Workspace& work) const;

  PairShape pairs_;  // of one head
  PairWeight weight_;
  const AttentionKernels<Real, N>* kernels_;
  int heads_;
  bool mean_;
  Real scale_;
  std::optional<MergedMap<Real, N>> merged_;
  WideLinearLayer<Real, N> query_key_value_, output_;
  AlignedVector<Real> cosines_, sines_;                          // T×W/2, if positions are rotary
  AlignedVector<Real> queries_, kept_, inverse_sum_, attended_;  // T×3HW lanes; a head's, T lanes a head; T×HW lanes
};

#define ICSWEEP_EXTERN(Real, N) extern template class MultiHeadAttention<Real, N>;
ICSWEEP_FOR_EACH_LANE(ICSWEEP_EXTERN)
#undef ICSWEEP_EXTERN

}  // namespace icsweep
