#include "models/kernels/dense.hpp"

#include "models/kernels/linear_tiles.hpp"
#include "models/kernels/transpose.hpp"

namespace icsweep {
namespace {

using namespace detail;

/// A tile of the weight gradient: outputs × registers of inputs. Of 16 registers 12 hold sums, 2 inputs and 1 an
/// output.
inline constexpr int tile_outputs = vector_registers >= 32 ? 8 : 6, tile_inputs = vector_registers >= 32 ? 3 : 2;
/// A register of inputs.
template <class Real>
using Inputs = Lane<Real, 16>;
template <class Real>
inline constexpr int register_size = piece_size<Real, 16>;
/// Bytes of weights that are used again and again before the next are: they stay in the second cache.
inline constexpr int cached = 1 << 17;

/// f(first, count) for each run of at most `most` of n.
template <class F>
void for_each_run(int n, int most, F&& f) {
  for (int first = 0; first < n; first += most) f(first, std::min(most, n - first));
}

/// Outputs whose weights are packed, and met by all tokens, together.
template <class Real>
int outputs_of_run(int terms) {
  return std::max(1, cached / int(sizeof(Real)) / terms / linear_columns) * linear_columns;
}

/// Element (k, o) of a tile of outputs lies at o₀·terms + k·width + o − o₀: tiles read it front to back.
template <class Real>
void pack(int terms, int outputs, const Real* w, int row, int column, Real* packed) {
  for_each_run(outputs, outputs_of_run<Real>(terms), [&](int begin, int count) {
    for_each_tile<linear_columns>(count, [&](int first, auto width) {
      for (int k = 0; k < terms; ++k)
        for (int o = begin + first; o < begin + first + width; ++o)
          *packed++ = w[std::ptrdiff_t(o) * row + std::ptrdiff_t(k) * column];
    });
  });
}

template <Start start, class Real, int N>
void product(const LinearShape& s, const Real* in, const Real* packed, const Real* bias, const Real* base, Real* out) {
  for_each_run(s.outputs, outputs_of_run<Real>(s.inputs), [&](int begin, int count) {
    for_each_tile<linear_rows>(s.tokens, [&](int t, auto rows) {
      for_each_tile<linear_columns>(count, [&](int first, auto width) {
        const int o = begin + first, at = t * s.outputs + o;
        for (int piece = 0; piece < pieces<Real, N>; ++piece)
          product_tile<rows(), width(), start, Lane<Real, N>>(
              as_lanes<Real, N>(in, piece) + t * s.inputs, s.inputs, packed + std::ptrdiff_t(o) * s.inputs, 1, width(),
              s.inputs, bias ? bias + o : nullptr, as_lanes<Real, N>(base, piece) + at,
              as_lanes<Real, N>(out, piece) + at, s.outputs);
      });
    });
  });
}

/// f(first, registers) for panels of inputs, counted in registers.
template <class Real, class F>
void for_each_panel(int inputs, F&& f) {
  for_each_tile<tile_inputs>((inputs + register_size<Real> - 1) / register_size<Real>, f);
}

/// x by rows (token, lane), zero behind the last input: register r of a row lies in the panel of registers first … at
/// (first·rows + row·registers + r − first).
template <class Real, int N>
void transpose_inputs(const LinearShape& s, const Real* x, Real* panels) {
  constexpr int size = register_size<Real>;
  for (int t = 0; t < s.tokens; ++t)
    for_each_panel<Real>(s.inputs, [&](int first, auto registers) {
      Real* row = panels + (first * s.tokens + t * registers()) * N * size;
      for (int r = 0; r < registers; ++r) {
        const int begin = (first + r) * size, count = std::min(size, s.inputs - begin);
        spread_lanes<Real, N, size>(count, x + (t * s.inputs + begin) * N, row + r * size, registers() * size);
      }
    });
}

/// sums[o][i] += Σ_t Σ_n dy[t][o][n] x[t][n][i] for a panel and the dy of these outputs alone.
template <int Outputs, int Registers, int N, class Real>
ICSWEEP_REGISTER_TILE void gradient_tile(int tokens, const Real* dy, const Real* panel, Real* sums) {
  using V = Inputs<Real>;
  const LanePointer<const V, 1> x{panel};
  const LanePointer<V, 1> to{sums};
  V sum[Outputs][Registers];
  unroll<Outputs>([&](auto o) { unroll<Registers>([&](auto r) { sum[o][r].setZero(); }); });
  for (int t = 0; t < tokens; ++t, dy += Outputs * N)
    for (int n = 0; n < N; ++n) {
      V input[Registers];
      unroll<Registers>([&](auto r) { input[r] = x[(t * N + n) * Registers + r]; });
      unroll<Outputs>([&](auto o) {
        const Real slope = dy[o * N + n];
        unroll<Registers>([&](auto r) { sum[o][r] += slope * input[r]; });
      });
    }
  unroll<Outputs>([&](auto o) { unroll<Registers>([&](auto r) { to[o * Registers + r] += sum[o][r]; }); });
}

/// The dy of two tiles of outputs, one behind the other. In place, the tokens of a tile are so far apart that they
/// share a few lines of the cache.
template <class Real, int N>
void pack_tiles(const LinearShape& s, const Real* dy, int begin, int count, Real* to) {
  for_each_tile<tile_outputs>(count, [&](int o, auto outputs) {
    for (int t = 0; t < s.tokens; ++t) to = std::copy_n(dy + (t * s.outputs + begin + o) * N, outputs() * N, to);
  });
}

/// db[o] += Σ_t Σ_n dy[t][o][n]; lanes: outputs lanes of working memory.
template <class Real, int N>
void add_bias_gradient(const LinearShape& s, const Real* dy, Real* lanes, Real* dbias) {
  const int count = s.outputs * N;
  std::copy_n(dy, count, lanes);
  for (int t = 1; t < s.tokens; ++t)
    for (int i = 0; i < count; ++i) lanes[i] += dy[t * count + i];
  for (int o = 0; o < s.outputs; ++o)
    for (int n = 0; n < N; ++n) dbias[o] += lanes[o * N + n];
}

}  // namespace

template <class Real>
void dense_pack(const LinearShape& s, const Real* weight, Real* packed, Real* transposed) {
  pack(s.inputs, s.outputs, weight, s.inputs, 1, packed);
  pack(s.outputs, s.inputs, weight, 1, s.inputs, transposed);
}

template <class Real, int N>
void dense_forward(const LinearShape& s, const Real* x, const Real* packed, const Real* bias, const Real* base,
                   Real* y) {
  if (base) product<Start::base, Real, N>(s, x, packed, bias, base, y);
  else if (bias) product<Start::bias, Real, N>(s, x, packed, bias, y, y);
  else product<Start::zero, Real, N>(s, x, packed, nullptr, y, y);
}

template <class Real, int N>
void dense_backward_weight(const LinearShape& s, const Real* x, const Real* dy, Real* scratch, Real* sums,
                           Real* dbias) {
  constexpr int size = register_size<Real>;
  Real *panels = scratch, *group = panels + s.tokens * (s.inputs + 15) * N, *lanes = group + s.tokens * 16 * N;
  transpose_inputs<Real, N>(s, x, panels);
  for_each_run(s.outputs, 2 * tile_outputs, [&](int begin, int count) {
    pack_tiles<Real, N>(s, dy, begin, count, group);
    for_each_panel<Real>(s.inputs, [&](int first, auto registers) {
      for_each_tile<tile_outputs>(count, [&](int o, auto outputs) {
        gradient_tile<outputs(), registers(), N>(s.tokens, group + o * s.tokens * N,
                                                 panels + first * s.tokens * N * size,
                                                 sums + (first * s.outputs + (begin + o) * registers()) * size);
      });
    });
  });
  if (dbias) add_bias_gradient<Real, N>(s, dy, lanes, dbias);
}

template <class Real>
void dense_take_gradient(const LinearShape& s, Real* sums, Real* dweight) {
  for_each_panel<Real>(s.inputs, [&](int first, auto registers) {
    constexpr int size = register_size<Real>, width = registers() * size;
    const int begin = first * size, count = std::min(width, s.inputs - begin);
    for (int o = 0; o < s.outputs; ++o)
      std::copy_n(sums + first * s.outputs * size + o * width, count, dweight + std::ptrdiff_t(o) * s.inputs + begin);
  });
  std::fill_n(sums, dense_sums(s), Real(0));
}

#define INSTANTIATE(Real, N)                                                                                           \
  template void dense_forward<Real, N>(const LinearShape&, const Real*, const Real*, const Real*, const Real*, Real*); \
  template void dense_backward_weight<Real, N>(const LinearShape&, const Real*, const Real*, Real*, Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)
template void dense_pack<float>(const LinearShape&, const float*, float*, float*);
template void dense_pack<double>(const LinearShape&, const double*, double*, double*);
template void dense_take_gradient<float>(const LinearShape&, float*, float*);
template void dense_take_gradient<double>(const LinearShape&, double*, double*);

}  // namespace icsweep
