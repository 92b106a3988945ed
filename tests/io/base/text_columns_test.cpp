#include "io/base/text_columns.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

TEST(Columns, AreThoseOfATerminalNotBytes) {
  EXPECT_EQ(columns_of("depth=3"), 7);
  EXPECT_EQ(columns_of("μ=0.5 é"), 7);
  EXPECT_EQ(columns_of("日本"), 4);
  EXPECT_EQ(columns_of("e\u0301"), 1);  // a combining accent takes none
  EXPECT_EQ(columns_of(""), 0);
}

TEST(Cut, KeepsWholeCharactersThatFit) {
  EXPECT_EQ(cut("depth=3", 5), "depth");
  EXPECT_EQ(cut("日本", 3), "日");
  EXPECT_EQ(cut("e\u0301a", 1), "e\u0301");
  EXPECT_EQ(cut("short", 80), "short");
  EXPECT_EQ(cut("any", 0), "");
  EXPECT_EQ(cut("any", -3), "");
}

TEST(CutWithin, KeepsTheBeginningAndTheEnd) {
  EXPECT_EQ(cut_within("short", 5), "short");
  EXPECT_EQ(cut_within("where \"((((((((((\": close them", 20), "where \"((( ... close them");
  EXPECT_EQ(cut_within("日本日本日本", 8), "日本 ... 日本");
}

TEST(Wrapped, BreaksAtBlanksAndNoWord) {
  EXPECT_EQ(wrapped("run fig5, then fig10", 10), (std::vector<std::string>{"run fig5,", "then fig10"}));
  EXPECT_EQ(wrapped("universality-fig2 x", 5), (std::vector<std::string>{"universality-fig2", "x"}));
  EXPECT_EQ(wrapped("", 5), std::vector<std::string>{""});
}

TEST(Printable, HasNothingThatTurnsTheDirectionOfWriting) {
  EXPECT_EQ(printable("a\u202Eb\u2066c\u200Fd"), "a?b?c?d");
}

TEST(Printable, HasNothingThatMovesACursor) {
  EXPECT_EQ(printable("a\nb\tc"), "a b c");
  EXPECT_EQ(printable("\x1b[31mred\x07"), "?[31mred?");
  EXPECT_EQ(printable("\u009b2J"), "?2J");  // the one-character form of ESC [
  EXPECT_EQ(printable("caf\xc3"), "caf?");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a?b");
  EXPECT_EQ(printable("μ 日"), "μ 日");
}

}  // namespace
}  // namespace icsweep
