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
  const std::string traceback =
      "loading\nTraceback (most recent call last):\n  File \"/home/me/train.py\", line 3, in <module>\n    fit()\n    "
      "^^^^^\n"
      "  File \"/usr/lib/python3/dist-packages/numpy/core.py\", line 9, in fit\n    raise ValueError\nValueError: no "
      "such layer\n";
  EXPECT_EQ(with_last_words("died", traceback), "died; it last said: train.py:3: ValueError: no such layer");
  EXPECT_EQ(
      with_last_words("died", "  File \"/x/a.py\", line 2\n    x = = 1\n        ^\nSyntaxError: invalid syntax\n"),
      "died; it last said: a.py:2: SyntaxError: invalid syntax");
  EXPECT_EQ(with_last_words("died", traceback + "and then this\n").substr(0, 20), "died; it last said: ");
  EXPECT_EQ(with_last_words("died", traceback + "and then this\n").find("train.py:3: and"), std::string::npos);
  EXPECT_EQ(with_last_words("died", std::string(1000, 'a')).size(), 20u + 150u);
}

}  // namespace
}  // namespace icsweep
