#include "io/base/process_memory.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "io/base/exec.hpp"
#include "io/base/process.hpp"

namespace icsweep::process_memory_test {
namespace {

constexpr std::size_t large = 64 << 20;

TEST(ProcessMemory, ThePeakStaysUntilItIsForgotten) {
  void* const held = ::mmap(nullptr, large, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  ASSERT_NE(held, MAP_FAILED);
  ::munmap(held, large);
  const double peak = peak_bytes_of(::getpid());
  EXPECT_GE(peak, double(large));
  forget_peak(::getpid());
  EXPECT_LT(peak_bytes_of(::getpid()), peak - large / 2);
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

TEST(ProcessMemory, ATreeCountsSharedPagesOnce) {
  const auto run = [](const char* command) {
    return Process({.file = "python3",
                    .arguments = {"python3", "-c", command},
                    .environment = child_environment(),
                    .lifetime = Lifetime::kept});
  };
  constexpr const char* one = "import sys; held = b'1' * (64 << 20); print('ready', flush=True); sys.stdin.read()";
  constexpr const char* three =
      "import os, sys; held = b'1' * (64 << 20)\n"
      "for i in range(2):\n"
      "  if os.fork() == 0: own = b'2' * (32 << 20); os.write(1, b'r'); sys.stdin.read(); os._exit(0)\n"
      "sys.stdin.read()";
  Process alone = run(one), tree = run(three);
  std::string heard, both;
  while (heard.empty()) alone.wait(10), alone.read_output(heard);
  while (both.size() < 2) tree.wait(10), tree.read_output(both);
  EXPECT_EQ(bytes_of_tree(alone.program()), 0) << "it has no descendant";
  const double bytes = bytes_of_tree(tree.program());
  EXPECT_GE(bytes, 128 << 20);
  EXPECT_LT(bytes, 190 << 20) << "64 MiB are shared by three processes";
  EXPECT_EQ(bytes_of_tree(-1), 0);
}

}  // namespace
}  // namespace icsweep::process_memory_test
