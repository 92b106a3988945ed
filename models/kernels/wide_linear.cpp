#include "models/kernels/wide_linear.hpp"

#include "models/kernels/tiles/linear_tiles.hpp"
#include "models/kernels/tiles/transpose.hpp"

namespace icsweep {
namespace {

using namespace detail;

/// Layout of packed values: that of the trained lane. Tile sizes depend on the lane, but packed values serve all lanes
/// of a type.
template <class Real>
inline constexpr int own_lanes = std::is_same_v<Real, float> ? trained_lanes : 1;
/// A tile of the weight gradient: outputs × registers of inputs. Of 16 registers 12 hold sums, 2 inputs and 1 an
/// output.
template <int N>
inline constexpr int tile_outputs = tile_size<N>(vector_registers >= 32 ? 8 : 6);
template <class Real>
inline constexpr int tile_inputs = tile_size<own_lanes<Real>>(vector_registers >= 32 ? 3 : 2);
template <class Real>
inline constexpr int packed_columns = linear_columns<own_lanes<Real>>;
/// A register of inputs.
template <class Real>
using Inputs = Lane<Real, 16>;
template <class Real>
inline constexpr int register_size = piece_size<Real, 16>;
/// Bytes of weights that all tokens use before the next weights, so that they stay in the second cache.
inline constexpr int cached = vector_registers >= 32 ? 1 << 18 : 1 << 17;

/// Prefetches a line to the first cache, or to the second: one line for each few multiply-adds of a tile. Many
/// prefetches at once delay everything after them, since about 16 lines can be on their way. With arrays in the third
/// cache, width 256 and 16 lanes on Granite Rapids: products 142 -> 157 GFLOP/s, 128 -> 154 from 1024 inputs; weight
/// gradients 126 -> 134, 128 -> 137. Multiply-adds with such loads peak at 185.
inline void bring_first(const void* line) {
  __builtin_prefetch(line, 0, 3);
}
inline void bring_second(const void* line) {
  __builtin_prefetch(line, 0, 2);
}

/// Outputs whose weights are packed together, and used by all tokens together.
template <class Real>
int outputs_of_run(int terms) {
  return std::max(1, cached / int(sizeof(Real)) / terms / packed_columns<Real>) * packed_columns<Real>;
}

/// Element (k, o) of a tile of outputs lies at o₀·terms + k·width + o − o₀, so tiles read it front to back.
template <class Real>
void pack(int terms, int outputs, const Real* w, int row, int column, Real* packed) {
  for_each_run(outputs, outputs_of_run<Real>(terms), [&](int begin, int count) {
    for_each_tile<packed_columns<Real>>(count, [&](int first, auto width) {
      const Real* from = w + std::ptrdiff_t(begin + first) * row;
      for (int k = 0; k < terms; ++k, from += column, packed += width) {
        if (row == 1) std::copy_n(from, width(), packed);
        else unroll<width()>([&](auto o) { packed[o] = from[std::ptrdiff_t(o) * row]; });
      }
    });
  });
}

template <Start start, class Real, int N>
void product(const LinearShape& s, const Real* in, const Real* packed, const Real* bias, const Real* base, Real* out) {
  for_each_run(s.outputs, outputs_of_run<Real>(s.inputs), [&](int begin, int count) {
    for_each_tile<linear_rows<N>>(s.tokens, [&](int t, auto rows) {
      const Real* const next = in + (t + rows) * s.inputs * N;
      const int more = std::min<int>(rows, s.tokens - t - rows) * N;  // scalars per term of the next tokens
      for_each_tile<packed_columns<Real>>(count, [&](int first, auto width) {
        const int o = begin + first, at = t * s.outputs + o;
        const Real *weights = packed + std::ptrdiff_t(o) * s.inputs, *tokens = next + more * s.inputs / count * first;
        const auto each = [ =, inputs = s.inputs, step = more * width / count ](int k) __attribute__((always_inline)) {
          bring_first(weights + (inputs + k) * width);
          bring_second(tokens + k * step);
        };
        for (int piece = 0; piece < pieces<Real, N>; ++piece)
          product_tile<rows(), width(), start, Lane<Real, N>>(as_lanes<Real, N>(in, piece) + t * s.inputs, s.inputs,
                                                              weights, 1, width(), s.inputs, bias ? bias + o : nullptr,
                                                              as_lanes<Real, N>(base, piece) + at,
                                                              as_lanes<Real, N>(out, piece) + at, s.outputs, each);
      });
    });
  });
}

/// Calls f(first, registers) for panels of inputs, counted in registers.
template <class Real, class F>
void for_each_panel(int inputs, F&& f) {
  for_each_tile<tile_inputs<Real>>((inputs + register_size<Real> - 1) / register_size<Real>, f);
}

/// x by rows (token, lane), zero after the last input. Register r of a row lies in the panel of registers first … at
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

/// sums[o][i] (+)= Σ_t Σ_n dy[t][o][n] x[t][n][i] for a panel and a few outputs. dy: `row` scalars per token. dy and
/// the sums come from distant caches, so those of the next tile are prefetched meanwhile.
template <int Outputs, int Registers, int N, class Real>
ICSWEEP_REGISTER_TILE void gradient_tile(int tokens, const Real* dy, std::ptrdiff_t row, const Real* panel, Real* sums,
                                         bool accumulate) {
  using V = Inputs<Real>;
  const LanePointer<V, 1> to{sums};
  const Real* next = sums + Outputs * Registers * register_size<Real>;
  LanePointer<const V, 1> x{panel};
  V sum[Outputs][Registers];
  const auto from = lanes_or_zeros<Outputs * Registers>(!accumulate, to);
  unroll<Outputs>([&](auto o) { unroll<Registers>([&](auto r) { sum[o][r] = from[o * Registers + r]; }); });
  for (int t = 0; t < tokens; ++t, dy += row)
    for (int n = 0; n < N; ++n, x = x + Registers, next += register_size<Real> / 2) {
      bring_first(next);
      bring_first(dy + Outputs * (N + n));
      V input[Registers];
      unroll<Registers>([&](auto r) { input[r] = x[r]; });
      unroll<Outputs>([&](auto o) {
        const Real slope = dy[o * N + n];
        unroll<Registers>([&](auto r) { sum[o][r] += slope * input[r]; });
      });
    }
  unroll<Outputs>([&](auto o) { unroll<Registers>([&](auto r) { to[o * Registers + r] = sum[o][r]; }); });
}

/// Number of tokens whose panel fills half of the first cache, since all outputs use the panel. With a panel of all
/// tokens, each group of outputs fetched it from the second cache again: 119 instead of 137 GFLOP/s at width 64, 128
/// instead of 158 from 1024 inputs.
template <class Real, int N>
inline constexpr int part_tokens = std::max(1, first_cache / 2 /
                                                   (N * tile_inputs<Real> * register_size<Real> * int(sizeof(Real))));

/// db[o] (+)= Σ_t Σ_n dy[t][o][n]. lanes: outputs lanes of working memory.
template <class Real, int N>
void bias_gradient(const LinearShape& s, const Real* dy, Real* lanes, Real* dbias, bool accumulate) {
  const int count = s.outputs * N;
  std::copy_n(dy, count, lanes);
  for (int t = 1; t < s.tokens; ++t)
    for (int i = 0; i < count; ++i) lanes[i] += dy[t * count + i];
  if (!accumulate) std::fill_n(dbias, s.outputs, Real(0));
  for (int o = 0; o < s.outputs; ++o)
    for (int n = 0; n < N; ++n) dbias[o] += lanes[o * N + n];
}

}  // namespace

template <class Real>
void wide_linear_pack(const LinearShape& s, const Real* weight, Real* packed, Real* transposed) {
  pack(s.inputs, s.outputs, weight, s.inputs, 1, packed);
  pack(s.outputs, s.inputs, weight, 1, s.inputs, transposed);
}

template <class Real, int N>
void wide_linear_forward(const LinearShape& s, const Real* x, const Real* packed, const Real* bias, const Real* base,
                         Real* y) {
  if (base) product<Start::base, Real, N>(s, x, packed, bias, base, y);
  else if (bias) product<Start::bias, Real, N>(s, x, packed, bias, y, y);
  else product<Start::zero, Real, N>(s, x, packed, nullptr, y, y);
}

template <class Real, int N>
void wide_linear_backward_weight(const LinearShape& s, const Real* x, const Real* dy, Real* scratch, Real* sums,
                                 Real* dbias, bool accumulate) {
  constexpr int size = register_size<Real>;
  for_each_part(s.tokens, (s.tokens + part_tokens<Real, N> - 1) / part_tokens<Real, N>, [&](int begin, int end) {
    const LinearShape part{end - begin, s.inputs, s.outputs};
    const Real* slopes = dy + begin * s.outputs * N;
    transpose_inputs<Real, N>(part, x + begin * s.inputs * N, scratch);
    for_each_panel<Real>(s.inputs, [&](int first, auto registers) {
      for_each_tile<tile_outputs<N>>(s.outputs, [&](int o, auto outputs) {
        gradient_tile<outputs(), registers(), N>(
            part.tokens, slopes + o * N, s.outputs * N, scratch + first * part.tokens * N * size,
            sums + (first * s.outputs + o * registers()) * size, accumulate || begin > 0);
      });
    });
  });
  if (dbias) bias_gradient<Real, N>(s, dy, scratch, dbias, accumulate);
}

template <class Real>
void wide_linear_reduce_gradient(const LinearShape& s, const Real* sums, Real* dweight) {
  for_each_panel<Real>(s.inputs, [&](int first, auto registers) {
    constexpr int size = register_size<Real>, width = registers() * size;
    const int begin = first * size, count = std::min(width, s.inputs - begin);
    for (int o = 0; o < s.outputs; ++o)
      std::copy_n(sums + first * s.outputs * size + o * width, count, dweight + std::ptrdiff_t(o) * s.inputs + begin);
  });
}

#define INSTANTIATE(Real, N)                                                                                         \
  template void wide_linear_forward<Real, N>(const LinearShape&, const Real*, const Real*, const Real*, const Real*, \
                                             Real*);                                                                 \
  template void wide_linear_backward_weight<Real, N>(const LinearShape&, const Real*, const Real*, Real*, Real*,     \
                                                     Real*, bool);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)
template void wide_linear_pack<float>(const LinearShape&, const float*, float*, float*);
template void wide_linear_pack<double>(const LinearShape&, const double*, double*, double*);
template void wide_linear_reduce_gradient<float>(const LinearShape&, const float*, float*);
template void wide_linear_reduce_gradient<double>(const LinearShape&, const double*, double*);

}  // namespace icsweep
