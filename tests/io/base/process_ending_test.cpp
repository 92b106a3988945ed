#include "io/base/process_ending.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace icsweep {
namespace {

TEST(ProcessEnding, KnowsAnExitFromASignal) {
  const ProcessEnding exited(3 << 8), killed(SIGSEGV);
  EXPECT_EQ(exited.exit_status(), 3);
  EXPECT_EQ(exited.signal(), 0);
  EXPECT_EQ(killed.exit_status(), -1);
  EXPECT_EQ(killed.signal(), SIGSEGV);
  EXPECT_TRUE(ProcessEnding().is_success());
  EXPECT_FALSE(exited.is_success());
  EXPECT_EQ(ProcessEnding(SIGKILL, "took long").text(), "took long");
}

TEST(ProcessEnding, HasTheLastWordsOfTheProcess) {
  EXPECT_EQ(with_last_words("died", ""), "died");
  EXPECT_EQ(with_last_words("died", "\n \n"), "died");
  EXPECT_EQ(with_last_words("died", "first\n\n  last\twords\n"), "died; it last said: first / last words");
  const std::string line(100, 'a');
  EXPECT_EQ(with_last_words("died", line + "\n" + line + "b\n"), "died; it last said: " + line + "b");
  EXPECT_EQ(with_last_words("died", std::string(1000, 'a')).size(), 20u + 150u);
}

}  // namespace
}  // namespace icsweep
