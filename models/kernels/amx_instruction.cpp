#include "models/kernels/bfloat16_instruction.hpp"

#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "models/kernels/tiles/bfloat16_instruction.hpp"
#include "models/kernels/tiles/tile_products.hpp"

namespace icsweep {
namespace {

using namespace detail;

/// Forces stores to memory: GCC 12's tile functions do not declare that they read and write memory.
inline void finish_stores() {
  asm volatile("" ::: "memory");
}

/// All eight tiles: 16 rows of 64 bytes.
struct alignas(64) TileConfiguration {
  std::uint8_t palette = 1, start_row = 0, reserved[14] = {};
  std::uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};

constexpr long row = 64;  // bytes

/// Tiles 0 to 3: c, 4 and 5: a, 6 and 7: b.
void multiply_two_by_two(const TileBlock& block) {
  const Pair *a0 = block.a[0], *a1 = block.a[1], *b0 = block.b[0], *b1 = block.b[1];
  _tile_loadd(0, block.c[0][0], row);
  _tile_loadd(1, block.c[0][1], row);
  _tile_loadd(2, block.c[1][0], row);
  _tile_loadd(3, block.c[1][1], row);
  for (int step = 0; step < block.steps; ++step) {
    const std::ptrdiff_t at = std::ptrdiff_t(step) * tile_pairs;
    _tile_loadd(6, b0 + at, row);
    _tile_loadd(4, a0 + at, row);
    _tile_dpbf16ps(0, 4, 6);
    _tile_loadd(7, b1 + at, row);
    _tile_dpbf16ps(1, 4, 7);
    _tile_loadd(5, a1 + at, row);
    _tile_dpbf16ps(2, 5, 6);
    _tile_dpbf16ps(3, 5, 7);
  }
  _tile_stored(0, block.c[0][0], row);
  _tile_stored(1, block.c[0][1], row);
  _tile_stored(2, block.c[1][0], row);
  _tile_stored(3, block.c[1][1], row);
}

void multiply_one(int steps, const Pair* a, const Pair* b, float* c) {
  _tile_loadd(0, c, row);
  for (int step = 0; step < steps; ++step, a += tile_pairs, b += tile_pairs) {
    _tile_loadd(4, a, row);
    _tile_loadd(6, b, row);
    _tile_dpbf16ps(0, 4, 6);
  }
  _tile_stored(0, c, row);
}

struct Amx : Instruction {
  /// Configures the tiles while it exists. Outside, they cost nothing when threads change.
  struct Session {
    Session() {
      static constexpr TileConfiguration configuration;
      finish_stores();
      _tile_loadconfig(&configuration);
    }
    ~Session() { _tile_release(); }
    Session(const Session&) = delete;
  };

  template <int Width>
  static void multiply(const TileBlock& block) {
    static_assert(Width == 16);
    finish_stores();
    if (block.rows == 2 && block.columns == 2) {
      multiply_two_by_two(block);
    } else {
      for (int r = 0; r < block.rows; ++r)
        for (int j = 0; j < block.columns; ++j) multiply_one(block.steps, block.a[r], block.b[j], block.c[r][j]);
    }
    finish_stores();
  }
};

}  // namespace

bool amx_is_permitted() {
  unsigned a, b, c, d;
  constexpr unsigned saves = 1u << 27, bfloat16 = 1u << 22, tile = 1u << 24;  // OSXSAVE, AMX-BF16, AMX-TILE
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & saves)) return false;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(d & bfloat16) || !(d & tile)) return false;
  constexpr unsigned tile_state = 3u << 17;  // XTILECFG and XTILEDATA
  if ((_xgetbv(0) & tile_state) != tile_state) return false;
  constexpr long request = 0x1023, tile_data = 18;  // ARCH_REQ_XCOMP_PERM
  return syscall(SYS_arch_prctl, request, tile_data) == 0;
}

const WideLinearKernels<float, 16>& amx_instruction_kernels() {
  static constexpr auto kernels = tile_kernels<Amx>();
  return kernels;
}

}  // namespace icsweep
