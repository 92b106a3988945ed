#include "tasks/text/sentences.hpp"

#include <gtest/gtest.h>

#include <string>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

using Sentences = std::vector<std::string_view>;

TEST(Sentences, EndAtPunctuationBeforeWhiteSpaceAndACapitalOrDigit) {
  EXPECT_EQ(sentences("Call me Ishmael. Some years ago! Why? 12 men; yes. and no."),
            (Sentences{"Call me Ishmael.", "Some years ago!", "Why?", "12 men; yes. and no."}));
  EXPECT_EQ(sentences("About 3.14 or so.No blank. Élan."), (Sentences{"About 3.14 or so.", "Élan."}));
}

TEST(Sentences, QuotesAndBracketsCloseOneAndOpenTheNext) {
  EXPECT_EQ(sentences("\"Ha!\" He laughed. (Twice.) \"No?\" [A] 'Tis."),
            (Sentences{"\"Ha!\"", "He laughed.", "(Twice.)", "\"No?\"", "[A] 'Tis."}));
  EXPECT_EQ(sentences("(\"Oh.\") “Ah.” «Ça va?»\n‘Oui’."), (Sentences{"(\"Oh.\")", "“Ah.”", "«Ça va?»", "‘Oui’."}));
  EXPECT_EQ(sentences("Wait. \"(Now\" go."), (Sentences{"Wait. \"(Now\" go."}));  // at most one may open
}

TEST(Sentences, AreKeptUpToTheirSecondFullStop) {
  EXPECT_EQ(sentences("i.e. this. and that. Next. one two"), (Sentences{"i.e.", "Next. one two"}));
  EXPECT_EQ(sentences("Well... yes. No."), (Sentences{"Well..", "No."}));
  EXPECT_EQ(sentences("Only one. here! and there? Done"), (Sentences{"Only one. here! and there?", "Done"}));
}

TEST(Sentences, AreStrippedOutsideAndUntouchedInside) {
  EXPECT_EQ(sentences("\r\n\r\n One\r\nline. \r\n\r\n  Two\t.\n"), (Sentences{"One\r\nline.", "Two\t."}));
  EXPECT_EQ(sentences("no end \u00a0\r\n"), (Sentences{"no end"}));
  EXPECT_EQ(sentences("A"), (Sentences{"A"}));
  EXPECT_EQ(sentences(" \r\n "), Sentences{});
  EXPECT_EQ(sentences(""), Sentences{});
}

TEST(Sentences, ATextOfManyMegabytesWithoutAnEndIsOneSentence) {
  const std::string text(20'000'000, 'a'), blanks(1'000'000, ' '), stops(1'000'000, '.');
  EXPECT_EQ(sentences(text), Sentences{text});
  EXPECT_EQ(sentences("A." + blanks + "B."), (Sentences{"A.", "B."}));
  EXPECT_EQ(sentences(stops), (Sentences{".."}));
}

TEST(Sentences, InvalidUtf8IsRefusedWithItsPlace) {
  try {
    sentences("Call me Ish\xe9mael.");
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "byte 12 is not UTF-8, convert the text to UTF-8");
  }
}

}  // namespace
}  // namespace icsweep
