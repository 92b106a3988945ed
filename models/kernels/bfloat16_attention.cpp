#include "models/kernels/bfloat16_attention.hpp"

#include <cmath>
#include <type_traits>

#include "models/kernels/tiles/bfloat16_attention.hpp"
#include "models/kernels/tiles/bfloat16_emulated.hpp"
#include "models/kernels/tiles/exponential.hpp"

namespace icsweep {
namespace {

using namespace detail;

template <int N>
struct EmulatedHead : Emulated<N> {
  using Sum = typename Emulated<N>::Sum;
  static Sum exponential(const Sum& a, float least) {
    Eigen::Array<float, N, 1> x(a.at);
    x = detail::exponential(x, least);
    return Emulated<N>::template each<Sum>([&](int n) { return x[n]; });
  }
};

template <class Real, int N>
void clear(int tokens, int features, std::ptrdiff_t row, Real* x) {
  for (int t = 0; t < tokens; ++t) std::fill_n(x + t * row * N, features * N, Real(0));
}

double inner(int features, const double* a, const double* b) {
  double sum = 0;
  for (int f = 0; f < features; ++f) sum += rounded(a[f]) * rounded(b[f]);
  return sum;
}
void add(int features, double weight, const double* x, double* to) {
  for (int f = 0; f < features; ++f) to[f] += rounded(weight) * rounded(x[f]);
}

/// The kernels in double precision, by their definition. kept: query t's weights start at t(t + 1)/2.
struct Reference {
  PairShape s;
  PairWeight weight;

  int value_of(int t, int c) const { return s.shift == Shift::none ? c : std::min(c + 1, t); }
  bool brings(int t, int c) const { return c < t || s.shift != Shift::without_own; }
  /// Weights of values 0 … t.
  void value_weights(int t, const double* p, double* to) const {
    std::fill_n(to, t + 1, 0.0);
    for (int c = 0; c <= t; ++c)
      if (brings(t, c)) to[value_of(t, c)] += p[c];
  }

  void forward(const double* q, const double* k, const double* v, double* weights, double* kept, double* inverse_sum,
               double* z) const {
    clear<double, 1>(s.tokens, s.values, s.output_row(), z);
    kept += s.first * (s.first + 1) / 2;
    for (int t = s.first; t < s.tokens; ++t, kept += t) {
      double largest = -INFINITY, sum = 0;
      for (int c = 0; c <= t; ++c)
        largest = std::max(largest, kept[c] = inner(s.keys, q + t * s.key_row(), k + c * s.key_row()));
      if (weight != PairWeight::linear)
        for (int c = 0; c <= t; ++c) sum += kept[c] = std::exp(kept[c] - (weight == PairWeight::softmax ? largest : 0));
      value_weights(t, kept, weights);
      double* const out = z + t * s.output_row();
      for (int c = 0; c <= t; ++c) add(s.values, weights[c], v + c * s.value_row(), out);
      if (weight != PairWeight::softmax) continue;
      inverse_sum[t] = 1 / sum;
      for (int f = 0; f < s.values; ++f) out[f] *= inverse_sum[t];
    }
  }

  void backward(const double* q, const double* k, const double* v, const double* kept, const double* inverse_sum,
                const double* z, const double* dz, double* weights, double* dq, double* dk, double* dv) const {
    double* const upstream = weights + s.tokens;
    for (double* to : {dq, dk}) clear<double, 1>(s.tokens, s.keys, s.key_row(), to);
    clear<double, 1>(s.tokens, s.values, s.value_row(), dv);
    kept += s.first * (s.first + 1) / 2;
    for (int t = s.first; t < s.tokens; ++t, kept += t) {
      double mean = 0;
      for (int f = 0; f < s.values; ++f) {
        upstream[f] = dz[t * s.output_row() + f] * (weight == PairWeight::softmax ? inverse_sum[t] : 1);
        if (weight == PairWeight::softmax) mean += upstream[f] * z[t * s.output_row() + f];
      }
      value_weights(t, kept, weights);
      for (int c = 0; c <= t; ++c) {
        double slope = brings(t, c) ? inner(s.values, upstream, v + value_of(t, c) * s.value_row()) : 0;
        if (weight != PairWeight::linear) slope = (slope - mean) * kept[c];
        add(s.keys, slope, k + c * s.key_row(), dq + t * s.key_row());
        add(s.keys, slope, q + t * s.key_row(), dk + c * s.key_row());
        add(s.values, weights[c], upstream, dv + c * s.value_row());
      }
    }
  }
};

}  // namespace

template <class Real, int N>
const AttentionKernels<Real, N>& attention_kernels() {
  static constexpr AttentionKernels<Real, N> kernels{
      [](const PairShape& s, PairWeight weight, const Real* q, const Real* k, const Real* v, Real*, Real* kept,
         Real* inverse_sum,
         Real* z) { quadratic_attention_forward<Real, N>(s, weight, q, k, v, kept, inverse_sum, z); },
      [](const PairShape& s, PairWeight weight, const Real* q, const Real* k, const Real* v, const Real* kept,
         const Real* inverse_sum, const Real* z, const Real* dz, Real* scratch, Real* dq, Real* dk, Real* dv) {
        clear<Real, N>(s.tokens, s.keys, s.key_row(), dk);
        clear<Real, N>(s.tokens, s.values, s.value_row(), dv);
        quadratic_attention_backward<Real, N>(s, weight, q, k, v, kept, inverse_sum, z, dz, scratch, dq, dk, dv);
      }};
  return kernels;
}

template <class Real, int N>
const AttentionKernels<Real, N>& bfloat16_attention_kernels() {
  if constexpr (std::is_same_v<Real, float>) {
    static constexpr auto kernels = pair_attention_kernels<EmulatedHead<N>>();
    return kernels;
  } else {
    static constexpr AttentionKernels<Real, N> kernels{
        [](const PairShape& s, PairWeight weight, const Real* q, const Real* k, const Real* v, Real* scratch,
           Real* kept, Real* inverse_sum, Real* z) {
          Reference{s, weight}.forward(q, k, v, scratch, kept, inverse_sum, z);
        },
        [](const PairShape& s, PairWeight weight, const Real* q, const Real* k, const Real* v, const Real* kept,
           const Real* inverse_sum, const Real* z, const Real* dz, Real* scratch, Real* dq, Real* dk, Real* dv) {
          Reference{s, weight}.backward(q, k, v, kept, inverse_sum, z, dz, scratch, dq, dk, dv);
        }};
    return kernels;
  }
}

#define INSTANTIATE(Real, N)                                              \
  template const AttentionKernels<Real, N>& attention_kernels<Real, N>(); \
  template const AttentionKernels<Real, N>& bfloat16_attention_kernels<Real, N>();
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
