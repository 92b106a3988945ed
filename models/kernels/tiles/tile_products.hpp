// Private to the kernel library: linear maps of wide layers by TDPBF16PS of AMX, whose registers are tiles of 16 rows.
// amx_linear.hpp defines the results. A factor's tile is 16 rows of 16 pairs, one after the other (of N pairs, the
// lanes, where it holds x of a token). A sum's tile is 16 rows of 16 (or N) floats.
//
// A machine has the parts that round_tokens, round_inputs and forward_pairs of bfloat16_products.hpp use, and
//   multiply<Width>(block)   c[r][j] = c[r][j] + a[r] b[j] for each step; a and b advance by one tile per step
//   Session                  exists while multiply is called
#pragma once

#include <cstddef>

#include "models/kernels/amx_linear.hpp"
#include "models/kernels/tiles/bfloat16_products.hpp"

namespace icsweep::detail {

/// At most two by two products of tiles, 256 pairs each for a, 16·Width for b. rows and columns count those that are
/// used. c: 16 rows of Width floats.
struct TileBlock {
  int steps, rows, columns;
  const Pair *a[2], *b[2];
  float* c[2][2];
};

/// Calls f(first, count) for one or two of n at a time.
template <class F>
void for_each_two(int n, F&& f) {
  for_each_run(n, 2, f);
}

/// Packs W: tile (o/16, k/32), row o, pair k/2, zero beyond its terms and outputs. Steps of a row of tiles are
/// neighbours.
inline void pack_tiles(int terms, int outputs, const float* w, int row, int column, Pair* packed) {
  const auto weight = [&](int o, int k) {
    return o < outputs && k < terms ? w[std::ptrdiff_t(o) * row + std::ptrdiff_t(k) * column] : 0.0f;
  };
  for (int o = 0; o < outputs; o += tile_rows)
    for (int k = 0; k < terms; k += tile_terms)
      for (int r = 0; r < tile_rows; ++r)
        for (int pair = 0; pair < tile_terms / 2; ++pair)
          *packed++ = joined(weight(o + r, k + 2 * pair), weight(o + r, k + 2 * pair + 1));
}

/// Starts the sums of `count` outputs of a token as base + bias, or ends them.
template <class Machine>
void begin_sums(int count, const Ends& ends, float* y) {
  constexpr int N = Machine::lanes;
  for (int o = 0; o < count; ++o) {
    auto sum = ends.base ? Machine::load(ends.base + o * N) : Machine::constant(0);
    if (ends.bias) sum = Machine::plus(sum, Machine::constant(ends.bias[o]));
    Machine::store(y + o * N, sum);
  }
}
template <class Machine>
void end_sums(int count, const Ends& ends, const float* sums, float* y) {
  constexpr int N = Machine::lanes;
  if (sums == y && !ends.rectified && !ends.positive) return;
  for (int o = 0; o < count; ++o) {
    auto sum = Machine::load(sums + o * N);
    if (ends.rectified) sum = Machine::maximum(Machine::constant(0), sum);
    if (ends.positive) sum = Machine::where_positive(ends.positive + o * N, sum);
    Machine::store(y + o * N, sum);
  }
}

/// A block of outputs from 16·o on, of the tokens from t on, whose rounded terms are given.
template <class Machine>
void forward_block(const LinearShape& s, TileBlock block, int t, int o, const Ends& ends, float* y) {
  constexpr int N = Machine::lanes;
  alignas(64) float incomplete[2][tile_rows * N];  // tiles of fewer than 16 outputs
  const auto each = [&](auto&& f) {
    for (int r = 0; r < block.rows; ++r)
      for (int j = 0; j < block.columns; ++j) {
        const int first = (o + r) * tile_rows;
        const std::ptrdiff_t at = (std::ptrdiff_t(t + j) * s.outputs + first) * N;
        f(std::min(tile_rows, s.outputs - first), ends.from(first, at), y + at, j, block.c[r][j]);
      }
  };
  each([&](int count, const Ends& of, float* to, int j, float*& c) {
    c = count == tile_rows ? to : incomplete[j];
    if (count < tile_rows) std::fill_n(c, tile_rows * N, 0.0f);
    begin_sums<Machine>(count, of, c);
  });
  Machine::template multiply<N>(block);
  each([](int count, const Ends& of, float* to, int, float* c) { end_sums<Machine>(count, of, c, to); });
}

/// See wide_linear_forward().
template <class Machine>
void forward_tiles(const LinearShape& s, const float* x, const float* packed, const Ends& ends, float* scratch,
                   float* y) {
  constexpr int N = Machine::lanes;
  const typename Machine::Session session;
  const int steps = tiles_of(s.inputs, tile_terms), size = steps * tile_rows * N;  // of a token's pairs
  const auto* const weights = reinterpret_cast<const Pair*>(packed);
  Pair* const rounded = reinterpret_cast<Pair*>(scratch);
  for_each_two(s.tokens, [&](int t, int tokens) {
    for (int j = 0; j < tokens; ++j) {
      round_tokens<Machine, 1>(s.inputs, x + std::ptrdiff_t(t + j) * s.inputs * N, rounded + j * size);
      const int used = pairs_of(s.inputs) * N;
      std::fill_n(rounded + j * size + used, size - used, 0);
    }
    for_each_two(tiles_of(s.outputs, tile_rows), [&](int o, int rows) {
      TileBlock block{.steps = steps, .rows = rows, .columns = tokens, .b = {rounded, rounded + size}};
      for (int r = 0; r < rows; ++r) block.a[r] = weights + std::ptrdiff_t(o + r) * steps * tile_pairs;
      forward_block<Machine>(s, block, t, o, ends, y);
    });
  });
}

/// Factors of the weight gradient of a part of the tokens. Tile (o/16, step): row o, pairs of neighbouring lanes of the
/// step's tokens. Tile (i/16, step): column i, the same pairs in rows. Zero after the last output, input and token.
template <class Machine>
void round_gradient_factors(const LinearShape& s, int steps, const float* x, const float* dy, Pair* slopes,
                            Pair* inputs) {
  constexpr int N = Machine::lanes, pairs = N / 2, together = tile_terms / N;
  std::fill_n(slopes, std::ptrdiff_t(tiles_of(s.outputs, tile_rows)) * steps * tile_pairs, 0);
  if (s.tokens % together)
    for (int i = 1; i <= tiles_of(s.inputs, tile_rows); ++i)
      std::fill_n(inputs + (std::ptrdiff_t(i) * steps - 1) * tile_pairs, tile_pairs, 0);
  for (int t = 0; t < s.tokens; ++t) {
    const int at = t % together * pairs;
    const auto tile = [&](Pair* tiles, int row) { return tiles + (row / 16 * steps + t / together) * tile_pairs; };
    for (int o = 0; o < s.outputs; ++o)
      Machine::round_neighbours(dy + (t * s.outputs + o) * N, tile(slopes, o) + o % tile_rows * 16 + at);
    for (int i = 0; i < s.inputs; i += gradient_inputs)
      Machine::round_columns(std::min(gradient_inputs, s.inputs - i), x + (t * s.inputs + i) * N,
                             tile(inputs, i) + at * 16, 16);
  }
}

/// db[o] (+)= Σ_n Σ_t dy[t][o], lane by lane. lanes: N floats of working memory.
template <class Machine>
void add_bias_gradient(const LinearShape& s, const float* dy, float* lanes, float* dbias, bool accumulate) {
  constexpr int N = Machine::lanes;
  if (!accumulate) std::fill_n(dbias, s.outputs, 0.0f);
  for (int o = 0; o < s.outputs; ++o) {
    auto sum = Machine::constant(0);
    for (int t = 0; t < s.tokens; ++t) sum = Machine::plus(sum, Machine::load(dy + (t * s.outputs + o) * N));
    Machine::store(lanes, sum);
    for (int n = 0; n < N; ++n) dbias[o] += lanes[n];
  }
}

/// See wide_linear_backward_weight(). Sums: tile (o/16, i/16).
template <class Machine>
void backward_weight_tiles(const LinearShape& s, const float* x, const float* dy, float* scratch, float* sums,
                           float* dbias, bool accumulate) {
  constexpr int N = Machine::lanes, part_tokens = tile_part_steps * tile_terms / N;
  const typename Machine::Session session;
  const int high = tiles_of(s.outputs, tile_rows), wide = tiles_of(s.inputs, tile_rows);
  if (!accumulate) std::fill_n(sums, std::ptrdiff_t(high) * wide * tile_pairs, 0.0f);
  Pair* const slopes = reinterpret_cast<Pair*>(scratch);
  for_each_run(s.tokens, part_tokens, [&](int begin, int count) {
    const int steps = tiles_of(count * N, tile_terms);
    Pair* const inputs = slopes + high * steps * tile_pairs;
    round_gradient_factors<Machine>({count, s.inputs, s.outputs}, steps, x + std::ptrdiff_t(begin) * s.inputs * N,
                                    dy + std::ptrdiff_t(begin) * s.outputs * N, slopes, inputs);
    for_each_two(high, [&](int o, int rows) {
      for_each_two(wide, [&](int i, int columns) {
        TileBlock block{.steps = steps, .rows = rows, .columns = columns};
        for (int r = 0; r < rows; ++r) block.a[r] = slopes + (o + r) * steps * tile_pairs;
        for (int j = 0; j < columns; ++j) block.b[j] = inputs + (i + j) * steps * tile_pairs;
        for (int r = 0; r < rows; ++r)
          for (int j = 0; j < columns; ++j) block.c[r][j] = sums + (std::ptrdiff_t(o + r) * wide + i + j) * tile_pairs;
        Machine::template multiply<gradient_inputs>(block);
      });
    });
  });
  if (dbias) add_bias_gradient<Machine>(s, dy, scratch, dbias, accumulate);
}

/// See wide_linear_reduce_gradient().
inline void reduce_tile_gradient(const LinearShape& s, const float* sums, float* dweight) {
  const int wide = tiles_of(s.inputs, tile_rows);
  for (int o = 0; o < s.outputs; ++o)
    for (int i = 0; i < s.inputs; i += tile_rows) {
      const std::ptrdiff_t tile = std::ptrdiff_t(o / tile_rows) * wide + i / tile_rows;
      std::copy_n(sums + tile * tile_pairs + o % tile_rows * 16, std::min(tile_rows, s.inputs - i),
                  dweight + std::ptrdiff_t(o) * s.inputs + i);
    }
}

/// The kernels on a machine.
template <class Machine>
constexpr WideLinearKernels<float, Machine::lanes> tile_kernels() {
  return {[](const LinearShape& s) { return tile_linear_memory(s, Machine::lanes); },
          [](const LinearShape& s, float* weight, float* packed, float* transposed) {
            for (int i = 0; i < s.inputs * s.outputs; ++i) weight[i] = float_of(rounded_bits(weight[i]));
            pack_tiles(s.inputs, s.outputs, weight, s.inputs, 1, reinterpret_cast<Pair*>(packed));
            pack_tiles(s.outputs, s.inputs, weight, 1, s.inputs, reinterpret_cast<Pair*>(transposed));
          },
          [](const LinearShape& s, const float* x, const float* packed, const float* bias, const float* base,
             float* rounded, float* y) {
            forward_tiles<Machine>(s, x, packed, {bias, base}, rounded, y);
          },
          [](const LinearShape& s, const float* x, const float* packed, const float* bias, float* rounded, float* y) {
            forward_tiles<Machine>(s, x, packed, {.bias = bias, .rectified = true}, rounded, y);
          },
          [](const LinearShape& s, const float* dy, const float* packed, const float* relu, float* rounded, float* dx) {
            forward_tiles<Machine>(s, dy, packed, {.positive = relu}, rounded, dx);
          },
          backward_weight_tiles<Machine>,
          reduce_tile_gradient};
}

}  // namespace icsweep::detail
