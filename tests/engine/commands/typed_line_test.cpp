#include "engine/commands/typed_line.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

namespace po = boost::program_options;

Interface interface() {
  po::options_description options("Options");
  options.add_options()("sweep", po::value<std::string>(), "")("store", po::value<std::string>(), "")(
      "scale", po::value<std::string>(), "")("output,o", po::value<std::string>(), "")("check", po::bool_switch(), "")(
      ",n", po::value<int>(), "");
  return {Command{"run", "", "", "", nullptr}, options, {"sweep", "store"}};
}

TypedLine typed(const Arguments& words) {
  return typed_line(interface(), words);
}

TEST(TypedLine, KnowsThePlaceOfTheLastWord) {
  EXPECT_EQ(typed({"fi"}).option, "sweep");
  EXPECT_EQ(typed({"fi"}).word, "fi");
  EXPECT_EQ(typed({"fig5", ""}).option, "store");
  EXPECT_EQ(typed({"fig5", "a.h5", ""}).option, "store") << "the last place takes all that follow";
}

TEST(TypedLine, PassesOverOptionsAndTheirValues) {
  const TypedLine line = typed({"-n", "2", "--check", "--scale", "quick", "-o", "a.h5", "fig5", ""});
  EXPECT_EQ(line.option, "store");
  EXPECT_EQ(line.values, (std::map<std::string, std::string>{
                             {"-n", "2"}, {"scale", "quick"}, {"output", "a.h5"}, {"sweep", "fig5"}}));
}

TEST(TypedLine, KnowsWhoseValueIsTyped) {
  EXPECT_EQ(typed({"fig5", "--scale", ""}).option, "scale");
  EXPECT_EQ(typed({"fig5", "-o", "x"}).option, "output");
  const TypedLine joined = typed({"fig5", "--scale=qu"});
  EXPECT_EQ(joined.option, "scale");
  EXPECT_EQ(joined.prefix, "--scale=");
  EXPECT_EQ(joined.word, "qu");
}

TEST(TypedLine, AnOptionThatIsTypedIsNoValue) {
  EXPECT_EQ(typed({"fig5", "--sc"}).option, "");
  EXPECT_EQ(typed({"fig5", "--sc"}).word, "--sc");
  EXPECT_EQ(typed({"--unknown", "fi"}).option, "sweep") << "what is not known is ignored";
}

}  // namespace
}  // namespace icsweep
