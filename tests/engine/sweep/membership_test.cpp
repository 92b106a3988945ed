#include "engine/sweep/membership.hpp"

#include <gtest/gtest.h>

namespace icsweep::membership_test {
namespace {

std::string parsed(const std::string& text) {
  const auto tokens = expression_tokens(text);
  return parser_text(text, tokens, memberships(tokens)).text;
}

TEST(Membership, BecomesACall) {
  EXPECT_EQ(parsed("a in [1, 2]"), "_in_(a ,1, 2)");
  EXPECT_EQ(parsed("b < 2 && a not in ['x'] || c"), "b < 2 && !_in_(a ,'x') || c");
  EXPECT_EQ(parsed("f(a, (b)) in [1]"), "_in_(f(a, (b)) ,1)");
  EXPECT_EQ(parsed("2 * inner"), "2 * inner");
}

TEST(Membership, CharactersAreThoseOfTheOriginal) {
  const std::string text = "a in [1] + b";
  const auto tokens = expression_tokens(text);
  const ParserText p = parser_text(text, tokens, memberships(tokens));
  ASSERT_EQ(p.characters.size(), p.text.size());
  EXPECT_EQ(p.characters[p.text.find('b')], 12u);
  EXPECT_EQ(p.characters[p.text.find('1')], 7u);
}

}  // namespace
}  // namespace icsweep::membership_test
