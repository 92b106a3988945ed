#include "models/transformer/positional_factors.hpp"

#include <algorithm>
#include <utility>

#include "models/kernels/merge.hpp"
#include "models/kernels/positional_attention.hpp"
#include "models/kernels/positional_factor.hpp"

namespace icsweep {

template <class Real, int N>
PositionalFactors<Real, N>::PositionalFactors(const TransformerShape& s)
    : shape_(s), separate_(s.projections == Projections::separate) {
  if (s.attention != Attention::positional) return;
  const int T = s.tokens, D = s.width;
  factors_.resize(separate_ ? 1 : s.heads);
  for (Factor& f : factors_) {
    f.a.resize((D + 1) * (D + 1));
    f.factor.resize(T * T);
    f.sums.resize(pair_sums_size(T));
    f.total.resize(T * T);
  }
  theta_.resize(T * D + s.separate_parameters());
  merge_.resize(MergeShape{D, D}.scratch());
  scratch_.resize(PositionShape{T, D}.scratch());
  da_.resize((D + 1) * (D + 1));
}

template <class Real, int N>
auto PositionalFactors<Real, N>::scorer(const Real* own, const Real* heads, int f) const -> Scorer {
  const int D = shape_.width;
  if (separate_) return {own, own + 2 * D * D};
  const Real* head = heads + f * shape_.head_parameters();
  return {head, head + 3 * D * D};
}

template <class Real, int N>
const Real* PositionalFactors<Real, N>::set_parameters(const Real* theta, const Real* heads) {
  const int T = shape_.tokens, D = shape_.width;
  std::copy_n(theta, theta_.size(), theta_.data());
  for (int f = 0; f < int(factors_.size()); ++f) {
    const Scorer by = scorer(theta_.data() + T * D, heads, f);
    merge_scores<Real>({D, D}, by.weights, by.biases, merge_.data(), factors_[f].a.data());
    positional_factor<Real>({T, D}, theta_.data(), factors_[f].a.data(), scratch_.data(), factors_[f].factor.data());
  }
  return theta + theta_.size();
}

template <class Real, int N>
AlignedVector<Real>& PositionalFactors<Real, N>::fold(Factor& factor) {
  if (!std::exchange(factor.folded, true))
    take_pair_sums<Real, N>(shape_.tokens, factor.sums.data(), factor.total.data());
  return factor.total;
}

template <class Real, int N>
Real* PositionalFactors<Real, N>::reduce_gradient(Real* gradient, Real* dheads, const Real* heads) {
  const int T = shape_.tokens, D = shape_.width;
  std::fill_n(gradient, theta_.size(), Real(0));
  for (int f = 0; f < int(factors_.size()); ++f) {
    Factor& factor = factors_[f];
    std::fill(da_.begin(), da_.end(), Real(0));
    positional_factor_backward<Real>({T, D}, theta_.data(), factor.a.data(), factor.factor.data(), fold(factor).data(),
                                     scratch_.data(), da_.data(), gradient);
    const Scorer by = scorer(theta_.data() + T * D, heads, f), to = scorer(gradient + T * D, dheads, f);
    merge_scores_backward<Real>({D, D}, by.weights, by.biases, da_.data(), merge_.data(), const_cast<Real*>(to.weights),
                                const_cast<Real*>(to.biases));
  }
  return gradient + theta_.size();
}

template class PositionalFactors<float, 16>;
template class PositionalFactors<float, 8>;
template class PositionalFactors<double, 1>;

}  // namespace icsweep
