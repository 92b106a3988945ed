#include "io/base/say.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

TEST(WrappedLines, BreakAtBlanksAndAreIndented) {
  const std::string text = "  one two three four five six seven eight\nshort\n";
  EXPECT_EQ(wrapped_lines(text, 30), "  one two three four five\n      six seven eight\nshort\n");
  EXPECT_EQ(wrapped_lines(text, 80), text);
  EXPECT_EQ(wrapped_lines("", 80), "");
  EXPECT_EQ(wrapped_lines("no end", 80), "no end");
}

TEST(WrappedLines, KeepTablesAndLongWords) {
  const std::string row = "name      value     more words of a table that is wider than it should be";
  EXPECT_EQ(wrapped_lines(row, 40), row);
  const std::string word(50, 'x');
  EXPECT_EQ(wrapped_lines(word, 40), word);
}

}  // namespace
}  // namespace icsweep
