#include "io/report/script_text.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace icsweep::report {
namespace {

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
