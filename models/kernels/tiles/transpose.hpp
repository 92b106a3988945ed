// Private to the kernel library: blocks of one register's size, transposed in registers.
#pragma once

#include "models/kernels/tiles/lane.hpp"

namespace icsweep::detail {

/// to[i·to_stride + j] = from(j)[i] for i, j < size. The level must have registers of that size.
template <class Real, int size, class From>
[[gnu::always_inline]] inline void transpose_block(From&& from, Real* to, int to_stride) {
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
