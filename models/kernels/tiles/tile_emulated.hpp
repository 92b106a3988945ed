// Private to the kernel library: the machine of tile_products.hpp without the instruction.
#pragma once

#include "models/kernels/tiles/bfloat16_emulated.hpp"
#include "models/kernels/tiles/tile_products.hpp"

namespace icsweep::detail {

/// c + a b of tiles in memory: the operation of TDPBF16PS. Width: of b and c.
template <int Width>
void add_tile_product(const Pair* a, const Pair* b, float* c) {
  const auto first = [](Pair pair) { return without_denormal(float_of(pair << 16)); };
  const auto second = [](Pair pair) { return without_denormal(float_of(pair & 0xffff0000)); };
  for (int row = 0; row < tile_rows; ++row, a += tile_terms / 2, c += Width) {
    float even[Width] = {}, odd[Width] = {};
    for (int k = 0; k < tile_terms / 2; ++k)
      for (int n = 0; n < Width; ++n) {
        const Pair factors = b[k * Width + n];
        even[n] = multiply_add_flushed(first(a[k]), first(factors), even[n]);
        odd[n] = multiply_add_flushed(second(a[k]), second(factors), odd[n]);
      }
    for (int n = 0; n < Width; ++n)
      c[n] = multiply_add_flushed(1, multiply_add_flushed(1, even[n], odd[n]), without_denormal(c[n]));
  }
}

template <int N>
struct EmulatedTiles : Emulated<N> {
  struct Session {
    Session() {}  // unlike the instruction's it does nothing
  };
  template <int Width>
  static void multiply(const TileBlock& block) {
    for (int r = 0; r < block.rows; ++r)
      for (int j = 0; j < block.columns; ++j)
        for (int step = 0; step < block.steps; ++step)
          add_tile_product<Width>(block.a[r] + step * tile_pairs, block.b[j] + step * tile_rows * Width, block.c[r][j]);
  }
};

}  // namespace icsweep::detail
