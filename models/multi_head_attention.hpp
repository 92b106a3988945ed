// Causal attention of heads that are narrower than the token, plain or shifted.
#pragma once

#include "models/decoder_shape.hpp"
#include "models/dense_layers.hpp"

namespace icsweep {

/// y = base + W_O [Attn_1(x) … Attn_H(x)] + b, for one layer of a decoder. x: T×D lanes, or T×inputs for a bare one; y:
/// T×D lanes, or T×outputs.
template <class Real, int N>
class MultiHeadAttention {
 public:
  explicit MultiHeadAttention(const DecoderShape& shape);

  /// Working memory that the layers of one model share: overwritten by every call.
  struct Workspace {
    Workspace(const DecoderShape& shape, const MultiHeadAttention& layer);
    AlignedVector<Real> pairs, dense, dqueries, dheads;
  };

  const Real* set_parameters(const Real* theta);
  Real* take_gradient(Real* gradient);
  template <class F>
  void visit_sums(F&& f) {
    query_key_value_.visit_sums(f), output_.visit_sums(f);
  }
  /// base may be null or y.
  void forward(const Real* x, const Real* base, Real* y, Workspace& work);
  /// dx = base + …; base may be null, and dy, base and dx the same. No dx is computed if it is null.
  void backward(const Real* x, const Real* dy, const Real* base, Real* dx, Workspace& work);

 private:
  int side() const { return heads_ * pairs_.keys; }  // H·W
  void divide_by_position(Real* queries) const;

  PairShape pairs_;  // of one head
  PairWeight weight_;
  int heads_;
  bool mean_;
  Real scale_;
  DenseLayer<Real, N> query_key_value_, output_;
  AlignedVector<Real> queries_, kept_, inverse_sum_, attended_;  // T×3HW lanes; a head's, T lanes a head; T×HW lanes
};

#define ICSWEEP_EXTERN(Real, N) extern template class MultiHeadAttention<Real, N>;
ICSWEEP_FOR_EACH_LANE(ICSWEEP_EXTERN)
#undef ICSWEEP_EXTERN

}  // namespace icsweep
