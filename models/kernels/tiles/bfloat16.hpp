// Private to the kernel library: bfloat16 numbers (the upper halves of floats), two in a word, and their products as
// VCVTNE2PS2BF16 and VDPBF16PS of AVX512_BF16 compute them (Intel's manual, volume 2), in portable code.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace icsweep::detail {

/// Two bfloat16 numbers: the first is the low half.
using Pair = std::uint32_t __attribute__((may_alias));

inline std::uint32_t bits_of(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
inline float float_of(std::uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// x rounded to the nearest bfloat16, ties to even, in the upper half of the word; the lower half is 0. Denormal
/// numbers become zeros of their sign, and NaNs stay NaNs.
inline std::uint32_t rounded_bits(float x) {
  const std::uint32_t bits = bits_of(x), magnitude = bits & 0x7fffffff;
  const std::uint32_t nearest = bits + 0x7fff + (bits >> 16 & 1), quiet = bits | 0x400000, zero = bits & 0x80000000;
  return (magnitude < 0x800000 ? zero : magnitude > 0x7f800000 ? quiet : nearest) & 0xffff0000;
}

/// The pair of two rounded numbers.
inline Pair joined(float first, float second) {
  return bits_of(first) >> 16 | bits_of(second);
}
inline Pair rounded_pair(float first, float second) {
  return rounded_bits(first) >> 16 | rounded_bits(second);
}

/// 0 of the same sign if x is denormal, else x.
inline float without_denormal(float x) {
  const std::uint32_t bits = bits_of(x);
  return float_of((bits & 0x7fffffff) < 0x800000 ? bits & 0x80000000 : bits);
}

/// a·b + sum in one rounding to nearest even, of normal numbers and zeros. A result below the normal numbers becomes 0
/// of its sign. This is tested before its bits are cut to those of a denormal number: on a result 2^64 times larger.
/// That result's overflow does no harm: a result below the normal numbers has small terms, or terms that cancel to
/// zero, which needs no cut.
inline float multiply_add_flushed(float a, float b, float sum) {
  constexpr float root = 0x1p32f, smallest = std::numeric_limits<float>::min();
  const float large = std::fma(a * root, b * root, sum * (root * root)), result = std::fma(a, b, sum);
  return std::abs(large) < smallest * (root * root) ? float_of(bits_of(large) & 0x80000000) : result;
}

/// sum + the product of the second numbers, then + the product of the first: the operation of VDPBF16PS on each
/// element. Denormal arguments count as zeros. If the result is a NaN, its payload is undefined.
inline float add_products(float sum, Pair a, Pair b) {
  const auto number = [](std::uint32_t bits) { return without_denormal(float_of(bits & 0xffff0000)); };
  sum = multiply_add_flushed(number(a), number(b), without_denormal(sum));
  return multiply_add_flushed(number(a << 16), number(b << 16), sum);
}

}  // namespace icsweep::detail
