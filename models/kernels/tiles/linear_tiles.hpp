// Private to the kernel library: the register tile of a linear map.
#pragma once

#include "models/kernels/tiles/lane.hpp"

namespace icsweep::detail {

/// Start of a tile's sums: 0, the bias, or another array (plus the bias, if there is one).
enum class Start { zero, bias, base };

struct Nothing {
  void operator()(int) const {}
};

/// One register tile of out[t][o] = start + Σ_k in[t][k] w[o·row + k·column], Rows tokens × Columns outputs. base and
/// out have out_stride lanes per token and may be the same. Calls each(k) with each term.
template <int Rows, int Columns, Start start, class V, class In, class Out, class Real, class Each = Nothing>
ICSWEEP_REGISTER_TILE void product_tile(In in, int in_stride, const Real* w, int row, int column, int terms,
                                        const Real* bias, In base, Out out, int out_stride, Each each = {}) {
  V sum[Rows][Columns];
  unroll<Rows>([&](auto t) {
    unroll<Columns>([&](auto o) {
      if constexpr (start == Start::zero) sum[t][o].setZero();
      if constexpr (start == Start::bias) sum[t][o].setConstant(bias[o]);
      if constexpr (start == Start::base) {
        sum[t][o] = base[t * out_stride + o];
        if (bias) sum[t][o] += bias[o];
      }
    });
  });
  for (int k = 0; k < terms; ++k) {
    each(k);
    V x[Rows];
    unroll<Rows>([&](auto t) { x[t] = in[t * in_stride + k]; });
    unroll<Columns>([&](auto o) {
      const Real weight = w[o * row + k * column];
      unroll<Rows>([&](auto t) { sum[t][o] += x[t] * weight; });
    });
  }
  unroll<Rows>([&](auto t) { unroll<Columns>([&](auto o) { out[t * out_stride + o] = sum[t][o]; }); });
}

}  // namespace icsweep::detail
