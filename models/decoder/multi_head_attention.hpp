// Causal attention of heads that are narrower than the token, plain or shifted.
#pragma once

#include <optional>

#include "models/decoder/decoder_shape.hpp"
#include "models/decoder/output_tokens.hpp"
#include "models/layers/merged_map.hpp"

namespace icsweep {

/// y = base + W_O [Attn_1(x) … Attn_H(x)] + b, for one layer of a decoder. x: T×D lanes, or T×inputs for a bare one and
/// for one that is merged with the read-in; y: of the tokens that are read, each D lanes, or `outputs` of a bare one.
template <class Real, int N>
class MultiHeadAttention {
 public:
  /// Merged: x are the tokens before the read-in.
  MultiHeadAttention(const DecoderShape& shape, bool merged);

  /// Working memory that the layers of one model share: overwritten by every call.
  struct Workspace {
    Workspace(const DecoderShape& shape, const MultiHeadAttention& layer);
    AlignedVector<Real> pairs, dense, dqueries, dheads, read;
  };

  /// read_in: the read-in's parameters, and what their gradient is added to; not used unless merged.
  const Real* set_parameters(const Real* theta, const Real* read_in);
  Real* reduce_gradient(Real* gradient, Real* read_in);
  template <class F>
  void for_each_accumulator(F&& f) {
    query_key_value_.for_each_accumulator(f), output_.for_each_accumulator(f);
  }
  /// base: of all T tokens; it may be null.
  void forward(const Real* x, const Real* base, Real* y, OutputTokens output_tokens, Workspace& work);
  /// dy: of the tokens that are read; base and dx of all. dx = base + …; base may be null or dx, where all are read
  /// both may be dy. No dx is computed if it is null.
  void backward(const Real* x, const Real* dy, const Real* base, Real* dx, OutputTokens output_tokens, Workspace& work);

 private:
  int side() const { return heads_ * pairs_.keys; }  // H·W
  void divide_by_position(Real* queries) const;
  bool all(OutputTokens output_tokens) const { return int(output_tokens.size()) == pairs_.tokens; }
  /// What the heads gave the tokens that are read.
  const Real* attended(OutputTokens output_tokens, Workspace& work) const;

  PairShape pairs_;  // of one head
  PairWeight weight_;
  int heads_;
  bool mean_;
  Real scale_;
  std::optional<MergedMap<Real, N>> merged_;
  WideLinearLayer<Real, N> query_key_value_, output_;
  AlignedVector<Real> queries_, kept_, inverse_sum_, attended_;  // T×3HW lanes; a head's, T lanes a head; T×HW lanes
};

#define ICSWEEP_EXTERN(Real, N) extern template class MultiHeadAttention<Real, N>;
ICSWEEP_FOR_EACH_LANE(ICSWEEP_EXTERN)
#undef ICSWEEP_EXTERN

}  // namespace icsweep
