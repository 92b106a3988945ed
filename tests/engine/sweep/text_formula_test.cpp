#include "engine/sweep/text_formula.hpp"

#include <gtest/gtest.h>

#include "io/schema/schema_builders.hpp"

namespace icsweep::text_formula_test {
namespace {

const Schema schema{
    "toy", 1, {integer("depth", 2).between(0, 99), real("rate", 0.5), choice("kind", "soft", {"soft", "linear"})}, {}};

std::string value(const std::string& text) {
  Config config;
  config.set("depth", std::int64_t{3});
  config.set("rate", 0.1 + 0.2);
  config.set("kind", std::string("linear"));
  return TextFormula(schema, text).value(config);
}

std::string error(const std::string& text) {
  try {
    value(text);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(TextFormula, JoinsTextsParametersAndNumbers) {
  EXPECT_EQ(value("'run-' + kind + \"-\" + depth"), "run-linear-3");
  EXPECT_EQ(value("kind"), "linear");
  EXPECT_EQ(value("rate + '/' + 2 * (depth + 1)"), "0.3/8");
  EXPECT_EQ(value("'a+b' + -depth"), "a+b-3");
}

TEST(TextFormula, AChoiceBetweenTextsIsNoNumber) {
  EXPECT_NE(error("(kind == 'soft' ? 'a' : 'b')"), "");
}

TEST(TextFormula, IsToldFromArithmeticByItsParts) {
  const auto is_text = [](const std::string& name) { return name == "kind"; };
  EXPECT_TRUE(TextFormula::joins_texts("'a' + depth", is_text));
  EXPECT_TRUE(TextFormula::joins_texts("depth + kind", is_text));
  EXPECT_FALSE(TextFormula::joins_texts("depth + 1", is_text));
  EXPECT_FALSE(TextFormula::joins_texts("(kind == 'soft') + 1", is_text));
}

TEST(TextFormula, NamesWhatItUses) {
  EXPECT_EQ(TextFormula(schema, "kind + 'x' + depth").names(), (std::vector<std::string>{"kind", "depth"}));
}

TEST(TextFormula, MistakesNameTheirCharacter) {
  EXPECT_EQ(error("'a' + "), "\"'a' + \" has nothing on one side of a +, remove the +");
  EXPECT_NE(error("'a' + depht").find("\"depht\" (character 7), did you mean depth?"), std::string::npos);
  EXPECT_NE(error("kind * 2").find("the text kind (character 1) can only be compared"), std::string::npos);
}

}  // namespace
}  // namespace icsweep::text_formula_test
