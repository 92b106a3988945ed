#include "engine/commands/typed_line.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

OptionTable table() {
  using namespace option;
  return {{place("sweep", "SWEEP", ""), place("store", "STORE", ""), text("scale", "NAME", ""),
           text("output", "FILE", "").with_letter('o'), flag("check", ""), integer("", "N", "").with_letter('n')}};
}

TypedLine typed(const std::vector<std::string>& words) {
  return typed_line(table(), words);
}

/// Returns the option whose value is being typed.
std::string key(const TypedLine& line) {
  return line.option ? line.option->key() : "";
}

TEST(TypedLine, KnowsThePlaceOfTheLastWord) {
  EXPECT_EQ(key(typed({"fi"})), "sweep");
  EXPECT_EQ(typed({"fi"}).word, "fi");
  EXPECT_EQ(key(typed({"fig5", ""})), "store");
  EXPECT_EQ(key(typed({"fig5", "a.h5", ""})), "store") << "the last place takes all following words";
}

TEST(TypedLine, PassesOverOptionsAndTheirValues) {
  const TypedLine line = typed({"-n", "2", "--check", "--scale", "quick", "-o", "a.h5", "fig5", ""});
  EXPECT_EQ(key(line), "store");
  EXPECT_EQ(line.values, (std::map<std::string, std::string>{
                             {"-n", "2"}, {"scale", "quick"}, {"output", "a.h5"}, {"sweep", "fig5"}}));
}

TEST(TypedLine, KnowsWhoseValueIsTyped) {
  EXPECT_EQ(key(typed({"fig5", "--scale", ""})), "scale");
  EXPECT_EQ(key(typed({"fig5", "-o", "x"})), "output");
  const TypedLine joined = typed({"fig5", "--scale=qu"});
  EXPECT_EQ(key(joined), "scale");
  EXPECT_EQ(joined.prefix, "--scale=");
  EXPECT_EQ(joined.word, "qu");
}

TEST(TypedLine, AnOptionThatIsTypedIsNoValue) {
  EXPECT_EQ(key(typed({"fig5", "--sc"})), "");
  EXPECT_EQ(typed({"fig5", "--sc"}).word, "--sc");
  EXPECT_EQ(key(typed({"--unknown", "fi"})), "sweep") << "unknown options are ignored";
}

}  // namespace
}  // namespace icsweep
