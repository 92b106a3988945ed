// Private to the kernel library: loops over register tiles.
#pragma once

#include <algorithm>
#include <utility>

namespace icsweep::detail {

/// Attribute for functions that hold a tile: everything they call is inlined before arrays are given registers. Without
/// it GCC 12 made functions of some of the lambdas below, and of enough of attention's at AVX2 to put the tile in
/// memory: linear attention ran at 20 % of peak instead of 65 % on Zen 3. These functions are not inlined themselves,
/// since inlining them into a function that is not flattened would lose the effect.
#define ICSWEEP_REGISTER_TILE __attribute__((flatten, noinline))

/// Calls f(0), f(1), …, f(n−1) with constant arguments. Loops over a register tile use it because GCC 12 keeps an array
/// in registers only if its indices are constants before scalar replacement. With GCC's own unrolling the AVX2 tiles
/// fell to 5 % of peak.
template <int n, class F>
[[gnu::always_inline]] inline void unroll(F&& f) {
  [&]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
    (f(std::integral_constant<int, i>{}), ...);
  }
  (std::make_integer_sequence<int, n>{});
}

/// Calls f(integral_constant<int, n>) for a run-time n in 1..Max. Always inlined, as for_each_tile(): what f refers to
/// then stays in registers. GCC 12 otherwise reads it from memory after each store of a tile.
template <int Max, class F>
[[gnu::always_inline]] inline void with_size(int n, F&& f) {
  if constexpr (Max > 1) {
    if (n < Max) return with_size<Max - 1>(n, std::forward<F>(f));
  }
  f(std::integral_constant<int, Max>{});
}

/// Splits 0..n into the fewest pieces of at most Max, as equal as possible. Calls f(begin, integral_constant<int,
/// size>) for each.
template <int Max, class F>
[[gnu::always_inline]] inline void for_each_tile(int n, F&& f) {
  const int pieces = (n + Max - 1) / Max;
  if (pieces == 0) return;
  const int least = n / pieces, more = n % pieces;  // piece p begins at ⌊n·p/pieces⌋; no division in the loop
  for (int piece = 0, begin = 0, carry = 0; piece < pieces; ++piece) {
    carry += more;
    const int size = carry >= pieces ? least + 1 : least;
    if (carry >= pieces) carry -= pieces;
    const auto call = [&](auto constant) __attribute__((always_inline)) {
      f(begin, constant);
    };
    with_size<Max>(size, call);
    begin += size;
  }
}

/// Calls f(begin, end) for `count` parts of 0 … n − 1, as equal as possible, in order.
template <class F>
void for_each_part(int n, int count, F&& f) {
  for (int part = 0; part < count; ++part) f(n * part / count, n * (part + 1) / count);
}

/// Calls f(first, count) for each run of at most `most` of n.
template <class F>
void for_each_run(int n, int most, F&& f) {
  for (int first = 0; first < n; first += most) f(first, std::min(most, n - first));
}

}  // namespace icsweep::detail
