// Private to the kernel library: e^x of a register of sequences.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "models/kernels/tiles/lane.hpp"

namespace icsweep::detail {

/// The least x whose e^x counts in attention of float; smaller terms are 0. Otherwise a sharp softmax would have
/// denormal numbers in all its sums, and Intel's processors take 100 cycles for a multiply-add with one. A softmax has
/// a term 1, beside which e^-50 = 2e-22 is lost in rounding. Below −87.3 e^x itself is denormal. Double has no least x.
template <class Real>
constexpr Real least_exponent(bool softmax) {
  if constexpr (!std::is_same_v<Real, float>) return -std::numeric_limits<Real>::infinity();
  else return softmax ? -50.0f : -87.3f;
}

/// e^x, and 0 for x < least. float: within 2 units in the last place for least ≤ x ≤ 88.3 and infinite above; least is
/// at least −87.3. NaN stays NaN.
///
/// With x = m ln 2 + r, |r| ≤ ln 2/2, it is 2^m times a polynomial in r: Cephes' expf, with terms in pairs, since a
/// chain of dependent terms waits. m is the low bits of x/ln 2 + 3·2²². It needs half the instructions of Eigen's,
/// whose range includes subnormal numbers: softmax of T = 50, K = 16 ran at 47 % of peak forward, with Eigen's at 46 %.
template <class V>
[[gnu::always_inline]] inline V exponential(const V& argument, typename V::Scalar least) {
  if constexpr (!std::is_same_v<typename V::Scalar, float> || V::SizeAtCompileTime < 4) {
    return (argument < least).select(V::Zero(), argument.exp());
  } else {
    typedef float Floats __attribute__((vector_size(sizeof(V))));
    typedef std::uint32_t Bits __attribute__((vector_size(sizeof(V))));
    constexpr float highest = 89, shift = 3 << 22;
    const V clamped = argument.max(least).min(highest);
    Floats x, given;
    std::memcpy(&x, clamped.data(), sizeof x);
    std::memcpy(&given, argument.data(), sizeof given);
    const Floats shifted = x * 1.44269504f + shift, m = shifted - shift;
    const Floats r = (x - m * 0.693359375f) + m * 2.12194440e-4f;
    const Floats square = r * r;
    const Floats high = r * 1.9875691500e-4f + 1.3981999507e-3f, middle = r * 8.3334519073e-3f + 4.1665795894e-2f;
    const Floats low = r * 1.6666665459e-1f + 5.0000001201e-1f;
    Floats p = (high * square + middle) * square + low;
    p = p * square + (r + 1.0f);
    const Bits power = ((Bits)shifted << 23) + (127u << 23);
    p *= (Floats)power;
    p = (Floats)((Bits)p & ~(Bits)(given < least));
    V result;
    std::memcpy(result.data(), &p, sizeof p);
    return result;
  }
}

}  // namespace icsweep::detail
