#include "io/report/columns.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace icsweep::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

TEST(ReportColumns, RealsHaveTheDigitsAskedForAndNaNIsNull) {
  NumberArrays arrays;
  const std::vector<double> values{1.0 / 3, nan, 1e-300, -2};
  EXPECT_EQ(arrays.add(values, Digits::seven), 0);
  EXPECT_EQ(arrays.add(values, Digits::exact), 1);
  EXPECT_EQ(arrays.add(std::vector<double>{1763778000.26}, Digits::tenth), 2);
  EXPECT_EQ(arrays.text(), "[[0.3333333,null,1e-300,-2],\n[0.3333333333333333,null,1e-300,-2],\n[1763778000.3]]");
}

TEST(ReportColumns, InfinitiesAreNumbersBeyondEveryDouble) {
  NumberArrays arrays;
  arrays.add(std::vector<double>{inf, -inf}, Digits::seven);
  EXPECT_EQ(arrays.text(), "[[1e999,-1e999]]");
}

TEST(ReportColumns, OneValueForAllRowsIsWrittenOnce) {
  NumberArrays arrays;
  EXPECT_EQ(column_json(std::vector<double>{nan, nan, nan}, Digits::seven, arrays),
            (Json{{"array", 0}, {"same", true}}));
  EXPECT_EQ(column_json(std::vector<double>{1, nan}, Digits::seven, arrays), (Json{{"array", 1}}));
  EXPECT_EQ(column_json(std::vector<std::int64_t>{7, 7}, arrays), (Json{{"array", 2}, {"same", true}}));
  EXPECT_EQ(arrays.text(), "[[null],\n[1,null],\n[7]]");
}

TEST(ReportColumns, TextsAreWrittenOnceAndCounted) {
  NumberArrays arrays;
  EXPECT_EQ(column_json(std::vector<std::string>{"b", "a", "b"}, arrays), (Json{{"texts", {"b", "a"}}, {"array", 0}}));
  EXPECT_EQ(column_json(std::vector<std::string>{"a", "b"}, arrays), (Json{{"texts", {"a", "b"}}}));
  EXPECT_EQ(arrays.text(), "[[0,1,0]]");
}

TEST(ReportColumns, IntegersThatADoubleDoesNotHoldAreTexts) {
  NumberArrays arrays;
  EXPECT_EQ(column_json(std::vector<std::int64_t>{1, (std::int64_t{1} << 53) + 1}, arrays),
            (Json{{"texts", {"1", "9007199254740993"}}}));
}

TEST(ReportColumns, NoRowsAreNoValues) {
  NumberArrays arrays;
  EXPECT_EQ(column_json(std::vector<double>{}, Digits::seven, arrays), (Json{{"array", 0}}));
  EXPECT_EQ(column_json(std::vector<std::string>{}, arrays), (Json{{"texts", Json::array()}}));
  EXPECT_EQ(arrays.text(), "[[]]");
}

using Json = nlohmann::ordered_json;

TEST(ScriptText, NothingInItCanEndTheScriptOrBreakALine) {
  const std::string text = script_text({{"</script><script>", "<!-- & --> \xe2\x80\xa8\xe2\x80\xa9 ]]>"}});
  EXPECT_EQ(text.find_first_of("<>&"), std::string::npos) << text;
  EXPECT_EQ(text.find("\xe2\x80"), std::string::npos) << text;
}

TEST(ScriptText, ItIsTheSameValue) {
  const Json value{
      {"quotes \" ' \\", "</script>"}, {"lines", "a\u2028b\u2029c\n\x01"}, {"emoji", "🙂 é"}, {"number", 0.1}};
  EXPECT_EQ(Json::parse(script_text(value)), value);
}

TEST(ScriptText, BytesThatAreNoTextAreReplaced) {
  EXPECT_EQ(Json::parse(script_text("a\xff\xe2\x80z")), Json("a\ufffd\ufffdz"));
}

}  // namespace

}  // namespace icsweep::report
