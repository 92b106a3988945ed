// Private to the library of instructions: the machine of bfloat16_products.hpp by AVX512_BF16.
#pragma once

#include <immintrin.h>

#include "models/kernels/tiles/bfloat16_products.hpp"

namespace icsweep::detail {

/// Registers of 16 floats or of 16 pairs.
struct Instruction {
  static constexpr int lanes = 16;
  static constexpr int tokens = 4, columns = 6;     // of a tile of products
  static constexpr int outputs = 6, registers = 4;  // of a tile of the weight gradient
  using Sum = __m512;
  using Pairs = __m512i;
  using Wide = Instruction;

  static Sum load(const float* from) { return _mm512_load_ps(from); }
  static void store(float* to, Sum sum) { _mm512_store_ps(to, sum); }
  static Sum constant(float value) { return _mm512_set1_ps(value); }
  static Sum plus(Sum a, Sum b) { return _mm512_add_ps(a, b); }
  static Sum minus(Sum a, Sum b) { return _mm512_sub_ps(a, b); }
  static Sum times(Sum a, Sum b) { return _mm512_mul_ps(a, b); }
  static Sum multiply_add(Sum a, Sum b, Sum sum) { return _mm512_fmadd_ps(a, b, sum); }
  static Sum maximum(Sum a, Sum b) { return _mm512_max_ps(a, b); }  // a > b ? a : b
  static Sum where_positive(const float* condition, Sum a) {
    return _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(load(condition), _mm512_setzero_ps(), _CMP_GT_OQ), a);
  }
  static Sum inverse(Sum a) { return _mm512_div_ps(_mm512_set1_ps(1), a); }
  static Pairs load_pairs(const Pair* from) { return _mm512_load_si512(from); }
  static Pairs spread(Pair pair) { return _mm512_set1_epi32(int(pair)); }
  static Sum add_products(Sum sum, Pairs a, Pairs b) { return _mm512_dpbf16_ps(sum, (__m512bh)a, (__m512bh)b); }

  /// Rounds 32 numbers: the 16 at `first` to the lower half of the result, the 16 at `second` to the upper half.
  static __m512i rounded(const float* first, const float* second) {
    return (__m512i)_mm512_cvtne2ps_pbh(load(second), load(first));
  }

  /// to[n] = (first[n], second[n]); second may be null, which means zeros.
  static void round_pairs(const float* first, const float* second, Pair* to) {
    const __m512i both =
        second ? rounded(first, second) : _mm512_zextsi256_si512((__m256i)_mm512_cvtneps_pbh(load(first)));
    alignas(64) static constexpr short order[] = {0, 16, 1, 17, 2,  18, 3,  19, 4,  20, 5,  21, 6,  22, 7,  23,
                                                  8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31};
    _mm512_store_si512(to, _mm512_permutexvar_epi16(_mm512_load_si512(order), both));
  }

  /// to[m] = (x[2m], x[2m + 1]), m < 8.
  static void round_neighbours(const float* x, Pair* to) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(to), (__m256i)_mm512_cvtneps_pbh(load(x)));
  }

  /// to[m·stride + i] = (x[i][2m], x[i][2m + 1]) for m < 8 and i < count, 0 for count ≤ i < 16.
  static void round_columns(int count, const float* x, Pair* to, int stride) {
    Words row[8], next[8];  // pairs m of inputs 2j and 2j + 1 in the halves of row j
    const auto input = [&](int i) { return i < count ? load(x + i * lanes) : _mm512_setzero_ps(); };
    if (count == gradient_inputs)
      unroll<8>([&](auto j) { row[j] = (Words)rounded(x + 2 * j * lanes, x + (2 * j + 1) * lanes); });
    else unroll<8>([&](auto j) { row[j] = (Words)_mm512_cvtne2ps_pbh(input(2 * j + 1), input(2 * j)); });
    unroll<8>([&](auto j) { next[j] = exchanged<0, j() % 2>(row[j() & ~1], row[j() | 1]); });
    unroll<8>([&](auto j) { row[j] = exchanged<1, j() / 2 % 2>(next[j() & ~2], next[j() | 2]); });
    unroll<8>([&](auto j) {
      _mm512_store_si512(to + j * stride, (__m512i)exchanged<2, j() / 4>(row[j() & ~4], row[j() | 4]));
    });
  }

 private:
  using Words = std::uint32_t __attribute__((vector_size(64)));

  /// Source of word `to` in step `step` of a transposition of two rows. Row and word are numbers of 3 and 4 bits. At
  /// first an input's bits i₃ i₂ i₁ are the row and i₀ m₂ m₁ m₀ the word. Step k exchanges bit k of the row, i_{k+1},
  /// with m_k, and leaves the words i₀ m₂ m₁ i₁, then i₀ m₂ i₂ i₁, then i₃ i₂ i₁ i₀.
  static constexpr int source(int step, int m, int to) {
    const auto bit = [to](int i) { return to >> i & 1; };
    if (step == 0) return 16 * bit(0) + 8 * bit(3) + 4 * bit(2) + 2 * bit(1) + m;
    if (step == 1) return 16 * bit(1) + 8 * bit(3) + 4 * bit(2) + 2 * m + bit(0);
    return 16 * bit(3) + 8 * bit(0) + 4 * m + 2 * bit(2) + bit(1);
  }
  template <int step, int m>
  static Words exchanged(const Words& a, const Words& b) {
    return [&]<int... to>(std::integer_sequence<int, to...>) {
      return __builtin_shufflevector(a, b, source(step, m, to)...);
    }
    (std::make_integer_sequence<int, 16>{});
  }
};

}  // namespace icsweep::detail
