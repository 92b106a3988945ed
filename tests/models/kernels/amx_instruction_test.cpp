// The instruction's kernels on processors without AMX. Every tile instruction raises SIGILL there, and its handler
// executes the instruction on tiles in memory, as the manual defines it. This shows that the compiled code configures,
// loads, multiplies and stores the right tiles.
#ifdef ICSWEEP_AMX_INSTRUCTION
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "models/kernels/bfloat16_instruction.hpp"
#include "models/kernels/tiles/tile_emulated.hpp"
#include "models/layers/wide_kernels.hpp"
#include "tests/models/rounded_linear.hpp"

namespace icsweep::test {
namespace {

using Register = std::array<std::uint8_t, 1024>;  // 16 rows of 64 bytes
std::array<Register, 8> tiles;
bool configured = false;
long products = 0;

/// Ends the test program: it cannot continue after an instruction that the handler does not know.
[[noreturn]] void give_up(const char* why) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, why, std::strlen(why));
  ::_exit(1);
}
void expect(bool holds, const char* what) {
  if (!holds) give_up(what);
}

/// An instruction with a three-byte VEX prefix, decoded from its first byte on.
class Instruction {
 public:
  explicit Instruction(ucontext_t& context)
      : registers_(context.uc_mcontext.gregs), next_(reinterpret_cast<std::uint8_t*>(registers_[REG_RIP])) {
    expect(next_[0] == 0xc4 && (next_[1] & 31) == 2 && !(next_[2] & 0x84), "no tile instruction\n");
    index_ = next_[1] & 0x40 ? 0 : 8, base_ = next_[1] & 0x20 ? 0 : 8;
    vector = ~next_[2] >> 3 & 15, prefix = next_[2] & 3, code = next_[3];
    const int modrm = next_[4];
    form_ = modrm >> 6, first = modrm >> 3 & 7, second = modrm & 7;
    next_ += 5;
    if (form_ != 3) read_address();
    registers_[REG_RIP] = reinterpret_cast<greg_t>(next_);
  }
  bool is(int opcode, int with_prefix, bool in_memory) const {
    return code == opcode && prefix == with_prefix && (form_ != 3) == in_memory;
  }

  int code, prefix, vector, first, second;  // second: of two tiles
  std::uint8_t* address = nullptr;
  std::ptrdiff_t stride = 0;

 private:
  greg_t& at(int number) const {
    static constexpr int order[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                    REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    return registers_[order[number]];
  }
  template <class Number>
  std::ptrdiff_t take() {
    Number number;
    std::memcpy(&number, next_, sizeof number);
    next_ += sizeof number;
    return number;
  }
  void read_address() {
    std::ptrdiff_t to = 0;
    const bool has_index = second == 4, from_here = second == 5 && form_ == 0;
    if (has_index) {
      const int sib = *next_++, index = (sib >> 3 & 7) + index_, base = sib & 7;
      if (index != 4) stride = at(index) << (sib >> 6);
      to = base == 5 && form_ == 0 ? take<std::int32_t>() : at(base + base_);
    } else if (!from_here) {
      to = at(second + base_);
    }
    if (form_ == 1) to += take<std::int8_t>();
    if (form_ == 2 || from_here) to += take<std::int32_t>();
    address = (from_here ? next_ : nullptr) + to;
  }

  greg_t* registers_;
  std::uint8_t* next_;
  int form_, index_, base_;
};

void configure(const std::uint8_t* text) {
  std::array<std::uint8_t, 64> expected{1};
  for (int tile = 0; tile < 8; ++tile) expected[16 + 2 * tile] = 64, expected[48 + tile] = 16;
  expect(std::equal(expected.begin(), expected.end(), text), "another configuration\n");
  tiles = {};
  configured = true;
}

void multiply(Register& sum, const Register& a, const Register& b) {
  detail::add_tile_product<16>(reinterpret_cast<const detail::Pair*>(a.data()),
                               reinterpret_cast<const detail::Pair*>(b.data()), reinterpret_cast<float*>(sum.data()));
  ++products;
}

void on_trap(int, siginfo_t*, void* context) {
  const Instruction i(*static_cast<ucontext_t*>(context));
  if (i.is(0x49, 0, true)) return configure(i.address);
  expect(configured, "no configuration\n");
  Register& tile = tiles[std::size_t(i.first)];
  if (i.is(0x49, 0, false)) configured = false;  // TILERELEASE
  else if (i.is(0x4b, 3, true))
    for (int row = 0; row < 16; ++row) std::memcpy(tile.data() + 64 * row, i.address + row * i.stride, 64);
  else if (i.is(0x4b, 2, true))
    for (int row = 0; row < 16; ++row) std::memcpy(i.address + row * i.stride, tile.data() + 64 * row, 64);
  else if (i.is(0x5c, 2, false)) multiply(tile, tiles[std::size_t(i.second)], tiles[std::size_t(i.vector)]);
  else give_up("another tile instruction\n");
}

TEST(AmxInstruction, GivesTheBitsOfTheEmulationWhereItsTrapsAreAnswered) {
  if (!processor_has(Precision::bfloat16)) GTEST_SKIP() << "its rounding wants AVX512_BF16";
  if (processor_has(Precision::bfloat16_amx)) GTEST_SKIP() << "this processor has AMX: it raises no SIGILL";
  struct sigaction trap {
  }, before{};
  trap.sa_sigaction = on_trap;
  trap.sa_flags = SA_SIGINFO;
  ASSERT_EQ(::sigaction(SIGILL, &trap, &before), 0);
  for (const LinearShape& shape :
       {LinearShape{1, 1, 1}, {2, 16, 32}, {3, 33, 17}, {7, 53, 71}, {4, 64, 64}, {40, 33, 20}}) {
    const Case<float, 16> c{shape};
    for (const bool with_base : {false, true}) {
      const Computed<float, 16> a(amx_instruction_kernels(), c, true, with_base),
          b(amx_linear_kernels<float, 16>(), c, true, with_base);
      EXPECT_TRUE(a == b) << shape.tokens << " " << shape.inputs << " " << shape.outputs;
    }
  }
  ::sigaction(SIGILL, &before, nullptr);
  EXPECT_GT(products, 1000);
  EXPECT_FALSE(configured) << "tiles are released";
}

}  // namespace
}  // namespace icsweep::test
#endif
