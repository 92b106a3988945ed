#include "io/schema/json.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

namespace icsweep {
namespace {

TEST(JsonDepth, CountsBracketsOutsideOfTexts) {
  EXPECT_TRUE(nests_at_most("", 0));
  EXPECT_TRUE(nests_at_most(R"({"a":[1,2],"b":[{}]})", 3));
  EXPECT_FALSE(nests_at_most(R"({"a":[1,2],"b":[{}]})", 2));
  EXPECT_TRUE(nests_at_most(R"({"[[[\"[[\\":"{{{"})", 1));
  EXPECT_TRUE(nests_at_most("[][][][]", 1));
  EXPECT_FALSE(nests_at_most(std::string(1 << 20, '['), 100));
  EXPECT_TRUE(nests_at_most("\"\\", 0)) << "a text that ends within an escape";
}

TEST(ValuesJson, KeepsTheTypeOfEachValue) {
  const Values values{{"attention", "linear"}, {"depth", std::int64_t(3)}, {"rate", 1.0}};
  EXPECT_EQ(to_json(values).dump(), R"({"attention":"linear","depth":3,"rate":1.0})");
  EXPECT_EQ(to_json({}).dump(), "{}");
}

TEST(ValuesJson, ARealReadsBackExactly) {
  for (const double value : {0.1, 1 / 3.0, 5e-324, 1.7976931348623157e308})
    EXPECT_EQ(nlohmann::json::parse(to_json({{"x", value}}).dump()).at("x").get<double>(), value);
  const std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(nlohmann::json::parse(to_json({{"n", largest}}).dump()).at("n").get<std::int64_t>(), largest);
}

using Json = nlohmann::json;

TEST(WholeNumbers, OtherNumbersAndTypesAreNone) {
  const Json example{{"pid", 1}, {"share", 0.5}, {"host", "a"}};
  EXPECT_TRUE(has_whole_numbers({{"pid", 7}, {"share", 1}, {"host", 2}}, example)) << "only pid is a whole number";
  EXPECT_TRUE(has_whole_numbers({{"more", 1e300}}, example)) << "a member may be missing";
  for (const Json& value : {Json(1e300), Json(7.0), Json("7"), Json(nullptr), Json(true), Json::array()})
    EXPECT_FALSE(has_whole_numbers({{"pid", value}}, example)) << value;
}

TEST(ValuesJson, NestsParametersAndLeavesAbsentOnesOut) {
  Parameter rate{"model_lr", 0.0}, width{"model_head_width", std::int64_t{0}};
  rate.path = "model.lr", width.path = "model.head.width";
  const Values values{{"model_lr", 0.5},  {"model_head_width", std::int64_t{8}}, {"flag", true}, {"none", None{}},
                      {"gone", Absent{}}, {"layers", Composite{"[[16],2]"}}};
  EXPECT_EQ(nested_json(values, {rate, width}).dump(),
            R"({"flag":true,"layers":[[16],2],"model":{"head":{"width":8},"lr":0.5},"none":null})");
  EXPECT_EQ(to_json(values).dump(),
            R"({"flag":true,"layers":[[16],2],"model_head_width":8,"model_lr":0.5,"none":null})");
}

TEST(ValueIn, ReadsWhatWasWritten) {
  for (const Value& value :
       std::vector<Value>{true, Composite{R"({"a":[1.5,"x"]})"}, None{}, std::int64_t{3}, 0.5, std::string("text")})
    EXPECT_EQ(value_in(value_json(value)), value);
  EXPECT_EQ(value_in(nlohmann::json(3), ValueType::real), Value(3.0));
  EXPECT_THROW(value_in(nlohmann::json("a"), ValueType::boolean), nlohmann::json::exception);
}

}  // namespace

}  // namespace icsweep
