#include "engine/sweep/expression.hpp"

#include <gtest/gtest.h>

#include "io/schema/schema_builders.hpp"

namespace icsweep::expression_test {
namespace {

const Schema schema{
    "toy",
    1,
    {integer("depth", 2).between(0, 99), real("rate", 0.5).between(0, 1), choice("kind", "soft", {"soft", "linear"})},
    {}};

Config at(std::int64_t depth, double rate, const std::string& kind) {
  Config config;
  config.set("depth", depth);
  config.set("rate", rate);
  config.set("kind", kind);
  return config;
}

double value(const std::string& text, const Config& config = at(3, 0.25, "linear")) {
  return Expression(schema, text).value(config);
}

std::string error(const std::string& text) {
  try {
    value(text);
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << "one line";
    return e.what();
  }
  return "";
}

TEST(ExpressionTest, IsArithmeticOfParameters) {
  EXPECT_DOUBLE_EQ(value("2 * depth + rate"), 6.25);
  EXPECT_DOUBLE_EQ(value("depth ^ 2 % 4"), 1);
  EXPECT_DOUBLE_EQ(value("floor(depth / 2) + ceil(rate) + min(depth, 1)"), 3);
  EXPECT_DOUBLE_EQ(value("depth > 2 ? 10 : 20"), 10);
}

TEST(ExpressionTest, RulesAreComparisonsAndTheirCombinations) {
  EXPECT_TRUE(value("depth <= 3 && rate < 1"));
  EXPECT_FALSE(value("depth < 3 || rate > 1"));
  EXPECT_TRUE(value("!(depth == 2)"));
}

TEST(ExpressionTest, TextsAreComparedWithTextsInQuotes) {
  EXPECT_TRUE(value("kind == \"linear\""));
  EXPECT_TRUE(value("kind != 'soft' && depth == 3"));
  EXPECT_FALSE(value("kind == 'soft'"));
}

TEST(ExpressionTest, MistakesSayWhatWhereAndTheNearestName) {
  EXPECT_EQ(error("depht + 1"),
            "task toy has no parameter \"depht\" (character 1), did you mean depth? "
            "icsweep tasks toy lists them");
  EXPECT_EQ(error("depth < 3 and dim == 2"), "\"and\" at character 11 is no operator here, write &&");
  EXPECT_EQ(error("kind == 'sotf'"), "no parameter can be \"sotf\" (character 9), did you mean soft?");
  EXPECT_EQ(error("depth = 3"), "\"=\" at character 7 assigns nothing here, compare with ==");
  EXPECT_EQ(error("depth, rate"), "a comma separates several expressions, write one");
  EXPECT_NE(error("depth +").find("(character "), std::string::npos);
  EXPECT_NE(error("(depth").find("(character "), std::string::npos);
  EXPECT_NE(error(""), "");
}

TEST(ExpressionTest, PlacesAreThoseOfWholeWordsOutsideQuotes) {
  EXPECT_NE(error("depth <= dep").find("\"dep\" (character 10)"), std::string::npos) << error("depth <= dep");
  EXPECT_NE(error("kind == 'soft' || dep").find("\"dep\" (character 19)"), std::string::npos);
  EXPECT_EQ(error("kind == soft"), "soft (character 9) is a text, put it in quotes: 'soft'");
}

TEST(ExpressionTest, TextsAreComparedAndNothingElse) {
  const std::string what = " can only be compared with a text, by ==, != or in";
  EXPECT_EQ(error("kind > 2"), "the text kind (character 1)" + what);
  EXPECT_EQ(error("kind + 1"), "the text kind (character 1)" + what);
  EXPECT_EQ(error("3 * 'soft'"), "the text soft (character 5)" + what);
  EXPECT_EQ(error("'soft'"), "the text soft (character 1)" + what);
  EXPECT_EQ(error("depth == 'soft'"), "the text soft (character 10)" + what);
  EXPECT_TRUE(value("'linear' == kind && kind == kind"));
}

TEST(ExpressionTest, RoundsAndRaises) {
  EXPECT_DOUBLE_EQ(value("round(2.5) + int(-1.7) + pow(depth, 2)"), 3 - 1 + 9);
}

TEST(ExpressionTest, ListsAreSearched) {
  EXPECT_TRUE(value("depth in [1, 3]"));
  EXPECT_FALSE(value("depth in [1, 2]"));
  EXPECT_TRUE(value("depth not in [1, 2] && kind in ['soft', 'linear']"));
  EXPECT_FALSE(value("kind not in ['soft', 'linear']"));
  EXPECT_TRUE(value("(depth + 1) in [4] && max(depth, 7) in [-7, 7] && !(rate in [depth])"));
  EXPECT_EQ(error("kind in ['soft', 'sotf']"), "no parameter can be \"sotf\" (character 18), did you mean soft?");
  EXPECT_EQ(error("kind in ['soft', 2]"),
            "the text kind (character 1) can only be compared with a text, by ==, != or in");
  EXPECT_EQ(error("depth in ['soft']"),
            "the text soft (character 11) can only be compared with a text, by ==, != or in");
  for (const char* text :
       {"in [1]", "depth in", "depth in 3", "depth in []", "depth in [1", "depth in [1,]", "+ in [1]"})
    EXPECT_NE(error(text).find("needs a value before it and a list behind it"), std::string::npos) << text;
  EXPECT_NE(error("depth in [1] +").find("(character 15)"), std::string::npos) << error("depth in [1] +");
}

TEST(ExpressionTest, AFunctionThatThereIsNotIsNamed) {
  EXPECT_NE(error("cbrt(depth)").find("there is no function cbrt (character 1), use one of abs, "), std::string::npos);
  EXPECT_EQ(error("cbrt(depth)").find("_in_"), std::string::npos);
}

TEST(ExpressionTest, TextsMayBeThoseOfOtherTasks) {
  const Schema other{"other", 1, {choice("kind", "own", {"own"})}, {}};
  EXPECT_EQ(Expression(schema, "kind == 'own'", {&other}).value(at(1, 0, "soft")), 0);
  EXPECT_THROW(Expression(schema, "kind == 'own'"), Error);
}

TEST(ExpressionTest, ADivisionByZeroNamesThePoint) {
  EXPECT_EQ(error("1 / (depth - 3)"), "is inf at depth = 3: a division by zero, or out of a function's range");
  EXPECT_NE(error("sqrt(rate - 1)").find("nan at rate = 0.25"), std::string::npos);
  EXPECT_EQ(error("1 / 0"), "is inf: a division by zero, or out of a function's range");
}

TEST(ExpressionTest, KnowsWhichNamesATaskLacks) {
  EXPECT_TRUE(Expression::unknown_names(schema, "depth + rate").empty());
  EXPECT_EQ(Expression::unknown_names(schema, "depth + heads"), std::vector<std::string>{"heads"});
}

Schema wide() {
  Schema all = schema;
  Parameter rate{"decay", 0.0}, flag{"flag", false}, layers{"layers", Composite{"[]"}}, lr{"model_lr", 0.0},
      name{"name", std::string()};
  rate.nullable = rate.optional = name.optional = true;
  all.parameters.insert(all.parameters.end(), {rate, flag, layers, lr, name});
  return all;
}

double wide_value(const std::string& text, const Value& decay, bool flag = true) {
  Config config = at(3, 0.25, "linear");
  config.set("decay", decay);
  config.set("flag", flag);
  config.set("layers", Composite{"[16,16]"});
  config.set("model_lr", 0.5);
  config.set("name", Absent{});
  return Expression(wide(), text).value(config);
}

TEST(ExpressionTest, BooleansAreOneAndZero) {
  EXPECT_TRUE(wide_value("flag && flag == true && flag != false", 0.5));
  EXPECT_TRUE(wide_value("!flag", 0.5, false));
}

TEST(ExpressionTest, ListsAreComparedByTheirJson) {
  EXPECT_TRUE(wide_value("layers == '[16,16]' && layers in ['[1]', '[16,16]']", 0.5));
  EXPECT_FALSE(wide_value("layers == '[16]'", 0.5));
}

TEST(ExpressionTest, NoneIsComparedByItsText) {
  for (const Value& missing : std::vector<Value>{None{}, Absent{}}) {
    EXPECT_TRUE(wide_value("decay == 'none'", missing));
    EXPECT_TRUE(wide_value("depth == 3 && \"none\" == decay && depth in [3]", missing));
    EXPECT_FALSE(wide_value("decay != 'none' || decay < 1 || decay >= 1 || decay == 0", missing));
    EXPECT_TRUE(wide_value("decay != 1", missing));
    EXPECT_EQ(wide_value("decay == 'none' ? 7 : 2 * decay", missing), 7);
    EXPECT_THROW(wide_value("2 * decay", missing), Error);
  }
  EXPECT_FALSE(wide_value("decay == 'none'", 0.5));
  EXPECT_TRUE(wide_value("decay != 'none' && decay == 0.5", 0.5));
  EXPECT_FALSE(wide_value("name == 'a'", 0.5));
  EXPECT_TRUE(wide_value("name != 'a' && name == 'none'", 0.5));
}

TEST(ExpressionTest, ANestedParameterHasItsColumnOrItsPath) {
  EXPECT_TRUE(wide_value("model.lr == model_lr && model.lr < .6", 0.5));
  EXPECT_EQ(with_columns("a.b.c + 1.5 == 'x.y'"), "a_b_c + 1.5 == 'x.y'");
}

}  // namespace
}  // namespace icsweep::expression_test
