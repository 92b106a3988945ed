// Causal attention of H heads, each as wide as the token.
#pragma once

#include <span>

#include "models/transformer/head_map.hpp"
#include "models/transformer/positional_factors.hpp"

namespace icsweep {

/// z_t = Σ_h B_h Attn_h(x)_t + b. Keys and values are the tokens themselves: each head's four projections are merged
/// into A_h (K×K) and B_h (D×K) (models/kernels/merge.hpp). Callers see the unmerged parameters. B_h and b are centred
/// if the following norm expects it (centre_columns()).
template <class Real, int N>
class AttentionLayer {
 public:
  /// Working memory shared by the attention layers of a model. Every call overwrites it.
  struct Workspace {
    explicit Workspace(const TransformerShape& shape);
    AlignedVector<Real> dquery, dattention, attention, merge, da, db, head, dhead;
    AlignedVector<Real> dkey, dvalue, rounded;  // of bfloat16 factors
  };

  /// Makes layer number `layer` of the shape.
  AttentionLayer(const TransformerShape& shape, int layer);
  const Real* set_parameters(const Real* theta, Workspace& work);
  Real* reduce_gradient(Real* gradient, Workspace& work);
  template <class F>
  void for_each_accumulator(F&& f) {
    for (Head& head : heads_) head.a.for_each_accumulator(f), head.b.for_each_accumulator(f);
    positions_.for_each_accumulator(f);
    f(dbias_.fold());
  }
  /// x: T×K lanes, the last of each token 1; z: T×D lanes.
  void forward(const Real* x, Real* z, Workspace& work);
  /// Adds to dx unless it is null.
  void backward(const Real* x, const Real* dz, Real* dx, Workspace& work);

 private:
  struct Head {
    HeadMap<Real, N> a, b;  // merged weights
    AlignedVector<Real> query, attention, kept, inverse_sum;
    Real* kept_pairs() { return kept.empty() ? nullptr : kept.data(); }
  };
  /// Centres B_h, b or their gradients if the following norm expects it.
  void centre(int rows, int columns, Real* matrix) const;
  /// Parameters of head h, followed by its output weight. If heads share that weight, both are gathered in `work`.
  const Real* head_parameters(int h, Workspace& work) const;
  /// Start of the shared W_O in a block that begins with the layer's parameters.
  int shared_output() const { return int(theta_.size()) - shape_.width * (shape_.width + 1); }
  /// Computes the queries A x_t of every token, or A x_{t−1}; queries_backward() is their chain rule.
  void queries(Head& head, const Real* x) const;
  void queries_backward(Head& head, const Real* x, Real* dx, Workspace& work);
  void attend(int h, const Real* x, Workspace& work);
  void attend_backward(int h, const Real* x, const Real* dz, Real* dx, Workspace& work);

  TransformerShape shape_;
  int features_, copies_;
  const AttentionKernels<Real, N>* kernels_;  // of bfloat16 factors
  std::vector<Head> heads_;
  PositionalFactors<Real, N> positions_;
  AlignedVector<Real> theta_, bias_;
  LaneSums<Real, N> dbias_;
};

extern template class AttentionLayer<float, 16>;
extern template class AttentionLayer<float, 8>;
extern template class AttentionLayer<double, 1>;

}  // namespace icsweep
