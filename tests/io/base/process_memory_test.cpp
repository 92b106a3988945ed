#include "io/base/process_memory.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <vector>

#include "io/base/exec.hpp"
#include "io/base/process.hpp"

namespace icsweep::process_memory_test {
namespace {

constexpr std::size_t large = 64 << 20;

TEST(ProcessMemory, ThePeakStaysUntilItIsForgotten) {
  { const std::vector<char> held(large, 1); }
  const double peak = peak_bytes_of(::getpid());
  EXPECT_GE(peak, double(large));
  forget_peak(::getpid());
  EXPECT_LE(peak_bytes_of(::getpid()), peak);
  EXPECT_EQ(peak_bytes_of(-1), 0);
}

TEST(ProcessMemory, AProgramIsTheChildOfItsKeeper) {
  Process kept({.file = "cat", .environment = child_environment(), .lifetime = Lifetime::kept});
  EXPECT_GT(kept.program(), 0);
  EXPECT_GT(peak_bytes_of(kept.program()), 1e4);
  kept.end();
  EXPECT_EQ(kept.program(), 0);
  EXPECT_GT(kept.peak_bytes(), 1e4);
}

}  // namespace
}  // namespace icsweep::process_memory_test
