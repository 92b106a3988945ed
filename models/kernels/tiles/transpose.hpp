// Private to the kernel library: blocks of one register's size, transposed in registers.
#pragma once

#include "models/kernels/tiles/lane.hpp"

namespace icsweep::detail {

#if defined(__AVX512F__)
/// Quarter q of the result is at from(q).
template <class From>
[[gnu::always_inline]] inline __m512 quarters(From&& from) {
  __m512 all = _mm512_castps128_ps512(_mm_loadu_ps(from(0)));
  all = _mm512_insertf32x4(all, _mm_loadu_ps(from(1)), 1);
  all = _mm512_insertf32x4(all, _mm_loadu_ps(from(2)), 2);
  return _mm512_insertf32x4(all, _mm_loadu_ps(from(3)), 3);
}

/// Transposes 16 rows of 16, four columns at a time. Loads bring each row's four numbers into their quarter, so that
/// half the shuffles suffice: Intel's processors have one unit that shuffles 512 bits. On Emerald Rapids a register
/// took 3.5 cycles, and 6.0 by Eigen's ptranspose.
template <class From>
[[gnu::always_inline]] inline void transpose_sixteen(From&& from, float* to, int to_stride) {
  unroll<4>([&](auto part) {
    __m512 row[4];
    unroll<4>([&](auto r) { row[r] = quarters([&](int q) { return from(4 * q + r) + 4 * part; }); });
    const __m512 a = _mm512_unpacklo_ps(row[0], row[1]), b = _mm512_unpacklo_ps(row[2], row[3]);
    const __m512 c = _mm512_unpackhi_ps(row[0], row[1]), d = _mm512_unpackhi_ps(row[2], row[3]);
    float* const out = to + 4 * part * to_stride;
    _mm512_store_ps(out, _mm512_shuffle_ps(a, b, 0x44));
    _mm512_store_ps(out + to_stride, _mm512_shuffle_ps(a, b, 0xee));
    _mm512_store_ps(out + 2 * to_stride, _mm512_shuffle_ps(c, d, 0x44));
    _mm512_store_ps(out + 3 * to_stride, _mm512_shuffle_ps(c, d, 0xee));
  });
}
#endif

/// to[i·to_stride + j] = from(j)[i] for i, j < size. The level must have registers of that size.
template <class Real, int size, class From>
[[gnu::always_inline]] inline void transpose_block(From&& from, Real* to, int to_stride) {
#if defined(__AVX512F__)
  if constexpr (std::is_same_v<Real, float> && size == 16) return transpose_sixteen(from, to, to_stride);
#endif
  using Packet = typename Eigen::internal::find_best_packet<Real, size>::type;
  Eigen::internal::PacketBlock<Packet, size> block;
  unroll<size>([&](auto j) { block.packet[j] = Eigen::internal::ploadu<Packet>(from(j)); });
  Eigen::internal::ptranspose(block);
  unroll<size>([&](auto i) { Eigen::internal::pstore(to + i * to_stride, block.packet[i]); });
}

template <class Real, int size>
inline constexpr bool has_registers =
    size > 1 &&
    Eigen::internal::unpacket_traits<typename Eigen::internal::find_best_packet<Real, size>::type>::size == size;

/// to[n·to_stride + i] = lanes[i][n] for n < N and i < count, 0 for count ≤ i < size.
template <class Real, int N, int size>
void spread_lanes(int count, const Real* lanes, Real* to, int to_stride) {
  if constexpr (has_registers<Real, size> && N % size == 0)
    if (count == size) {
      for (int n = 0; n < N; n += size)
        transpose_block<Real, size>([&](int i) { return lanes + i * N + n; }, to + n * to_stride, to_stride);
      return;
    }
  for (int n = 0; n < N; ++n)
    for (int i = 0; i < size; ++i) to[n * to_stride + i] = i < count ? lanes[i * N + n] : Real(0);
}

}  // namespace icsweep::detail
