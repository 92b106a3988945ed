// Queries, keys and values of all heads of a layer, from the layer's input.
#pragma once

#include <optional>

#include "models/decoder/decoder_shape.hpp"
#include "models/decoder/output_tokens.hpp"
#include "models/kernels/rotary.hpp"
#include "models/layers/merged_map.hpp"

namespace icsweep {

/// [q k v] = W x + b, T×3HW lanes. x: T×D lanes, or T×inputs if the layer is bare or merged with the read-in. The scale
/// of the scores, and the division by the position if there is one, apply to q. Rotary positions turn q and k after the
/// map, so a merged map does not change.
///
/// If only one token's query is used (`single`), the other queries are not computed. There are then two maps, with the
/// same bits except for bfloat16_amx.
template <class Real, int N>
class QueryKeyValue {
 public:
  QueryKeyValue(const DecoderShape& shape, bool merged, bool single);

  const Real* set_parameters(const Real* theta, const Real* read_in);
  Real* reduce_gradient(Real* gradient, Real* read_in);
  template <class F>
  void for_each_accumulator(F&& f) {
    if (query_) query_->for_each_accumulator(f);
    map_.for_each_accumulator(f);
  }

  /// Heads side by side, row() lanes from one token to the next. If single, q is valid at the output token alone.
  const Real* queries() const { return single() ? queries_.data() : lanes_.data(); }
  const Real* keys() const { return single() ? lanes_.data() : lanes_.data() + side_ * N; }
  const Real* values() const { return keys() + side_ * N; }
  int row() const { return (single() ? 2 : 3) * side_; }
  void forward(const Real* x, OutputTokens output_tokens);

  /// Gradients of q, k and v, shared by the layers of a model.
  struct Gradients {
    /// last: the model's last layer, which needs at least as much as the others.
    explicit Gradients(const QueryKeyValue& last)
        : lanes(last.tokens_ * 3 * last.side_ * N), of_queries(last.queries_.size()), dense(last.scratch_) {}
    AlignedVector<Real> lanes, of_queries, dense;
  };
  Real* dqueries(Gradients& g) const { return single() ? g.of_queries.data() : g.lanes.data(); }
  Real* dkeys(Gradients& g) const { return single() ? g.lanes.data() : g.lanes.data() + side_ * N; }
  Real* dvalues(Gradients& g) const { return dkeys(g) + side_ * N; }
  /// dx = base + …; base may be null or dx. If dx is null it is not computed.
  void backward(const Real* x, const Real* base, Real* dx, OutputTokens output_tokens, Gradients& g);

 private:
  bool single() const { return query_.has_value(); }
  /// Calls f(first token, tokens) for the queries that are computed.
  template <class F>
  void for_queries(OutputTokens output_tokens, F&& f) const {
    if (single()) f(output_tokens.front(), 1);
    else f(0, tokens_);
  }
  void divide_by_position(int first, int count, Real* queries) const;
  RotaryShape rotary(int tokens, int heads) const { return {tokens, heads, head_width_, row()}; }

  int tokens_, heads_, head_width_, side_, inputs_;  // side: H·W
  int scratch_;                                      // scratch scalars of the map of all three, in any layer
  bool mean_;
  Real scale_;
  std::optional<MergedMap<Real, N>> merged_;
  WideLinearLayer<Real, N> map_;                   // without the queries if they have their own map
  std::optional<WideLinearLayer<Real, N>> query_;  // of one token
  AlignedVector<Real> cosines_, sines_;            // T×W/2, for rotary positions
  AlignedVector<Real> lanes_, queries_;            // T×3HW lanes; or T×2HW and T×2HW
  AlignedVector<Real> parts_;                      // parameters of two maps, one after the other
};

#define ICSWEEP_EXTERN(Real, N) extern template class QueryKeyValue<Real, N>;
ICSWEEP_FOR_EACH_LANE(ICSWEEP_EXTERN)
#undef ICSWEEP_EXTERN

}  // namespace icsweep
