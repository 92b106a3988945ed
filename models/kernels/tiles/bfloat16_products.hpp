// Private to the kernel library: linear maps of wide layers on bfloat16 factors with float32 sums. The products of a
// sum form pairs in the order of its terms, and each pair is added as the machine does. Nothing else affects a bit.
//
// A machine has
//   lanes                        N, floats in a register; also pairs of bfloat16
//   tokens, columns              of a tile of products; at most bfloat16_tile_tokens
//   outputs, registers           of a tile of the weight gradient, whose inputs are in registers of Wide, a machine of
//   16 Sum, Pairs                   registers; load, store, constant, plus, load_pairs, spread (a pair to all) and
//   maximum(a, b)                a > b ? a : b
//   where_positive(condition, a) a where the condition in memory is above 0, else 0
//   add_products(sum, a, b)      sum + the two products of each pair
//   round_pairs, round_neighbours, round_columns    pairs of two features, of two lanes, of two lanes transposed
#pragma once

#include <cstddef>

#include "models/kernels/bfloat16_linear.hpp"
#include "models/kernels/tiles/bfloat16.hpp"
#include "models/kernels/tiles/unroll.hpp"

namespace icsweep::detail {

/// Inputs in a register of the weight gradient, for any lane.
inline constexpr int gradient_inputs = 16;

inline int pairs_of(int terms) {
  return (terms + 1) / 2;
}

/// Outputs whose packed weights all tokens use before the next ones, so that they stay in the second cache.
template <int Columns>
int outputs_of_run(int pairs) {
  constexpr int cached = 1 << 19;
  return std::max(1, cached / int(sizeof(Pair)) / pairs / Columns) * Columns;
}

/// Pair (k, o) of a tile of outputs lies at o₀·pairs + k·width + o − o₀. Its numbers are terms 2k and 2k + 1, or 0
/// after the last term. w: rounded.
template <int Columns>
void pack_pairs(int terms, int outputs, const float* w, int row, int column, Pair* packed) {
  const int pairs = pairs_of(terms);
  for_each_run(outputs, outputs_of_run<Columns>(pairs), [&](int begin, int count) {
    for_each_tile<Columns>(count, [&](int first, auto width) {
      const float* from = w + std::ptrdiff_t(begin + first) * row;
      for (int k = 0; k < terms / 2; ++k, from += 2 * column, packed += width)
        for (int o = 0; o < width; ++o)
          packed[o] = joined(from[std::ptrdiff_t(o) * row], from[std::ptrdiff_t(o) * row + column]);
      if (terms % 2 == 0) return;
      for (int o = 0; o < width; ++o) packed[o] = joined(from[std::ptrdiff_t(o) * row], 0);
      packed += width;
    });
  });
}

/// Pair (k, t) of a few tokens: their terms 2k and 2k + 1.
template <class Machine, int Tokens>
void round_tokens(int terms, const float* x, Pair* rounded) {
  constexpr int N = Machine::lanes;
  for (int k = 0; k < pairs_of(terms); ++k)
    for (int t = 0; t < Tokens; ++t, rounded += N) {
      const float* const first = x + (t * terms + 2 * k) * N;
      Machine::round_pairs(first, 2 * k + 1 < terms ? first + N : nullptr, rounded);
    }
}

/// Start and end of a map's sums: base + b[o] + …, then max(…, 0), then 0 unless `positive` is above 0. Null or false
/// skips a part.
struct Ends {
  const float *bias = nullptr, *base = nullptr, *positive = nullptr;
  bool rectified = false;
  /// The ends for outputs `o` and later, of the tokens that start `at` floats on.
  Ends from(int o, std::ptrdiff_t at) const {
    return {bias ? bias + o : nullptr, base ? base + at : nullptr, positive ? positive + at : nullptr, rectified};
  }
};

/// One tile of y[t][o] = Σ_k Σ_{two terms} W x between its ends, whose arrays have `row` floats per token like y. Calls
/// each(k) with each pair.
template <class Machine, int Tokens, int Columns, class Each>
ICSWEEP_REGISTER_TILE void pair_tile(int pairs, const Pair* x, const Pair* w, const Ends& ends, float* y,
                                     std::ptrdiff_t row, Each each) {
  constexpr int N = Machine::lanes;
  typename Machine::Sum sum[Tokens][Columns];
  unroll<Tokens>([&](auto t) {
    unroll<Columns>([&](auto o) {
      sum[t][o] = ends.base ? Machine::load(ends.base + t * row + o * N) : Machine::constant(0);
      if (ends.bias) sum[t][o] = Machine::plus(sum[t][o], Machine::constant(ends.bias[o]));
    });
  });
  for (int k = 0; k < pairs; ++k, x += Tokens * N, w += Columns) {
    each(k);
    typename Machine::Pairs in[Tokens];
    unroll<Tokens>([&](auto t) { in[t] = Machine::load_pairs(x + t * N); });
    unroll<Columns>([&](auto o) {
      const auto weight = Machine::spread(w[o]);
      unroll<Tokens>([&](auto t) { sum[t][o] = Machine::add_products(sum[t][o], in[t], weight); });
    });
  }
  unroll<Tokens>([&](auto t) {
    unroll<Columns>([&](auto o) {
      const std::ptrdiff_t at = t * row + o * N;
      if (ends.rectified) sum[t][o] = Machine::maximum(Machine::constant(0), sum[t][o]);
      if (ends.positive) sum[t][o] = Machine::where_positive(ends.positive + at, sum[t][o]);
      Machine::store(y + at, sum[t][o]);
    });
  });
}

/// See wide_linear_forward(). rounded: Machine::tokens · pairs lanes.
template <class Machine>
void forward_pairs(const LinearShape& s, const float* x, const float* packed_, const Ends& ends, float* scratch,
                   float* y) {
  static_assert(Machine::tokens <= bfloat16_tile_tokens);
  constexpr int N = Machine::lanes;
  const int pairs = pairs_of(s.inputs);
  const Pair* const packed = reinterpret_cast<const Pair*>(packed_);
  Pair* const rounded = reinterpret_cast<Pair*>(scratch);
  for_each_run(s.outputs, outputs_of_run<Machine::columns>(pairs), [&](int begin, int count) {
    for_each_tile<Machine::tokens>(s.tokens, [&](int t, auto tokens) {
      round_tokens<Machine, tokens()>(s.inputs, x + t * s.inputs * N, rounded);
      const float* const next = x + (t + tokens) * s.inputs * N;
      const int more = std::min<int>(tokens, s.tokens - t - tokens) * N;  // floats per term of the next tokens
      for_each_tile<Machine::columns>(count, [&](int first, auto width) {
        const int o = begin + first;
        const std::ptrdiff_t at = std::ptrdiff_t(t * s.outputs + o) * N;
        const Pair* const weights = packed + std::ptrdiff_t(o) * pairs;
        const float* const later = next + more * s.inputs / count * first;
        const auto each = [ =, step = 2 * more * width / count ](int k) __attribute__((always_inline)) {
          __builtin_prefetch(weights + (pairs + k) * width, 0, 3);
          __builtin_prefetch(later + k * step, 0, 2);
        };
        pair_tile<Machine, tokens(), width()>(pairs, rounded, weights, ends.from(o, at), y + at, s.outputs * N, each);
      });
    });
  });
}

/// Calls f(first, registers) for panels of inputs, counted in registers.
template <class Machine, class F>
void for_each_panel_of(int inputs, F&& f) {
  for_each_tile<Machine::registers>((inputs + gradient_inputs - 1) / gradient_inputs, f);
}

/// Pairs of neighbouring lanes of x, 16 inputs in a register, zero after the last input. Pair m of token t in register
/// r lies in the panel of registers first … at (first·rows + (t·N/2 + m)·registers + r − first) · 16.
template <class Machine>
void round_inputs(const LinearShape& s, const float* x, Pair* panels) {
  constexpr int N = Machine::lanes, rows = N / 2;
  for (int t = 0; t < s.tokens; ++t)
    for_each_panel_of<Machine>(s.inputs, [&](int first, auto registers) {
      Pair* const at = panels + (first * s.tokens + t * registers()) * rows * gradient_inputs;
      for (int r = 0; r < registers; ++r) {
        const int begin = (first + r) * gradient_inputs, count = std::min(gradient_inputs, s.inputs - begin);
        Machine::round_columns(count, x + (t * s.inputs + begin) * N, at + r * gradient_inputs,
                               registers() * gradient_inputs);
      }
    });
}

/// sums[o][i] (+)= Σ_t Σ_n dy[t][o][n] x[t][n][i] for a panel and a few outputs. dy: `row` pairs per token. Meanwhile
/// prefetches the sums of the next tile, and x of the next tokens: from `later` on, `step` floats apart.
template <class Machine, int Outputs, int Registers>
ICSWEEP_REGISTER_TILE void gradient_pair_tile(int tokens, const Pair* dy, std::ptrdiff_t row, const Pair* panel,
                                              float* sums, bool accumulate, const float* later, int step) {
  constexpr int rows = Machine::lanes / 2;
  using Wide = typename Machine::Wide;
  typename Wide::Sum sum[Outputs][Registers];
  unroll<Outputs>([&](auto o) {
    unroll<Registers>([&](auto r) {
      sum[o][r] = accumulate ? Wide::load(sums + (o * Registers + r) * gradient_inputs) : Wide::constant(0);
    });
  });
  const float* next = sums + Outputs * Registers * gradient_inputs;
  for (int t = 0; t < tokens; ++t, dy += row)
    for (int m = 0; m < rows; ++m, panel += Registers * gradient_inputs, next += gradient_inputs / 2, later += step) {
      __builtin_prefetch(next, 0, 3);
      __builtin_prefetch(later, 0, 2);
      typename Wide::Pairs in[Registers];
      unroll<Registers>([&](auto r) { in[r] = Wide::load_pairs(panel + r * gradient_inputs); });
      unroll<Outputs>([&](auto o) {
        const auto slope = Wide::spread(dy[o * rows + m]);
        unroll<Registers>([&](auto r) { sum[o][r] = Wide::add_products(sum[o][r], in[r], slope); });
      });
    }
  unroll<Outputs>([&](auto o) {
    unroll<Registers>([&](auto r) { Wide::store(sums + (o * Registers + r) * gradient_inputs, sum[o][r]); });
  });
}

/// Pairs of neighbouring lanes of dy, outputs·N/2 per token. Adds dy to its sums over tokens, outputs lanes.
template <class Machine>
void round_slopes(const LinearShape& s, const float* dy, Pair* rounded, float* sums) {
  constexpr int N = Machine::lanes;
  for_each_tile<4>(s.outputs, [&](int first, auto outputs) {
    typename Machine::Sum sum[outputs()];
    unroll<outputs()>([&](auto o) { sum[o] = Machine::load(sums + (first + o) * N); });
    for (int t = 0; t < s.tokens; ++t)
      unroll<outputs()>([&](auto o) {
        const int at = t * s.outputs + first + o;
        sum[o] = Machine::plus(sum[o], Machine::load(dy + at * N));
        Machine::round_neighbours(dy + at * N, rounded + at * N / 2);
      });
    unroll<outputs()>([&](auto o) { Machine::store(sums + (first + o) * N, sum[o]); });
  });
}

/// See wide_linear_backward_weight(). scratch: outputs·N floats, then (tokens·(inputs + 15 + outputs) + 1)·N/2 pairs.
template <class Machine>
void backward_weight_pairs(const LinearShape& s, const float* x, const float* dy, float* scratch, float* sums,
                           float* dbias, bool accumulate) {
  constexpr int N = Machine::lanes, rows = N / 2, panel_bytes = rows * Machine::registers * gradient_inputs * 4,
                part_tokens = std::max(1, (20 << 10) / panel_bytes);
  int tiles = 0;
  for_each_panel_of<Machine>(s.inputs,
                             [&](int, auto) { tiles += (s.outputs + Machine::outputs - 1) / Machine::outputs; });
  std::fill_n(scratch, s.outputs * N, 0.0f);
  Pair* const slopes = reinterpret_cast<Pair*>(scratch + s.outputs * N);
  for_each_part(s.tokens, (s.tokens + part_tokens - 1) / part_tokens, [&](int begin, int end) {
    const LinearShape part{end - begin, s.inputs, s.outputs};
    Pair* const panels = slopes + (part.tokens * s.outputs + 1) / 2 * N;
    round_slopes<Machine>(part, dy + begin * s.outputs * N, slopes, scratch);
    round_inputs<Machine>(part, x + begin * s.inputs * N, panels);
    const float* later = x + end * s.inputs * N;
    const int more = std::min(part.tokens, s.tokens - end) * s.inputs * N / (tiles * part.tokens * rows);
    for_each_panel_of<Machine>(s.inputs, [&](int first, auto registers) {
      for_each_tile<Machine::outputs>(s.outputs, [&](int o, auto outputs) {
        gradient_pair_tile<Machine, outputs(), registers()>(
            part.tokens, slopes + o * rows, s.outputs * rows, panels + first * part.tokens * rows * gradient_inputs,
            sums + (first * s.outputs + o * registers()) * gradient_inputs, accumulate || begin > 0, later, more);
        later += more * part.tokens * rows;
      });
    });
  });
  if (dbias && !accumulate) std::fill_n(dbias, s.outputs, 0.0f);
  for (int i = 0; dbias && i < s.outputs * N; ++i) dbias[i / N] += scratch[i];
}

/// See wide_linear_reduce_gradient().
template <class Machine>
void reduce_pair_gradient(const LinearShape& s, const float* sums, float* dweight) {
  for_each_panel_of<Machine>(s.inputs, [&](int first, auto registers) {
    constexpr int width = registers() * gradient_inputs;
    const int begin = first * gradient_inputs, count = std::min(width, s.inputs - begin);
    for (int o = 0; o < s.outputs; ++o)
      std::copy_n(sums + first * s.outputs * gradient_inputs + o * width, count,
                  dweight + std::ptrdiff_t(o) * s.inputs + begin);
  });
}

/// The kernels on a machine. Pairs are stored in the places of floats.
template <class Machine>
constexpr WideLinearKernels<float, Machine::lanes> pair_kernels() {
  return {[](const LinearShape& s) { return bfloat16_linear_memory(s, Machine::lanes); },
          [](const LinearShape& s, float* weight, float* packed, float* transposed) {
            for (int i = 0; i < s.inputs * s.outputs; ++i) weight[i] = float_of(rounded_bits(weight[i]));
            pack_pairs<Machine::columns>(s.inputs, s.outputs, weight, s.inputs, 1, reinterpret_cast<Pair*>(packed));
            pack_pairs<Machine::columns>(s.outputs, s.inputs, weight, 1, s.inputs, reinterpret_cast<Pair*>(transposed));
          },
          [](const LinearShape& s, const float* x, const float* packed, const float* bias, const float* base,
             float* rounded, float* y) {
            forward_pairs<Machine>(s, x, packed, {bias, base}, rounded, y);
          },
          [](const LinearShape& s, const float* x, const float* packed, const float* bias, float* rounded, float* y) {
            forward_pairs<Machine>(s, x, packed, {.bias = bias, .rectified = true}, rounded, y);
          },
          [](const LinearShape& s, const float* dy, const float* packed, const float* relu, float* rounded, float* dx) {
            forward_pairs<Machine>(s, dy, packed, {.positive = relu}, rounded, dx);
          },
          backward_weight_pairs<Machine>,
          reduce_pair_gradient<Machine>};
}

}  // namespace icsweep::detail
