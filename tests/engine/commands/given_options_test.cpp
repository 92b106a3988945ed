#include "engine/commands/given_options.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

using namespace option;

OptionTable asking() {
  return {{place("store", "STORE.h5", ""), place("task", "TASK", "").optional(), place("metric", "METRIC", ""),
           text("by", "NAME", "").with_default("all"), flag("largest", "")}};
}

TEST(GivenOptions, AnOptionalPlaceIsFilledOnlyWhenTheRequiredOnesAre) {
  const GivenOptions two(asking(), {"s.h5", "--largest", "error"});
  EXPECT_EQ(two.text("store"), "s.h5");
  EXPECT_EQ(two.text("metric"), "error");
  EXPECT_FALSE(two.has("task"));
  EXPECT_TRUE(two.flag("largest"));
  const GivenOptions three(asking(), {"s.h5", "toy", "error"});
  EXPECT_EQ(three.text("task"), "toy");
  EXPECT_EQ(three.text("metric"), "error");
  const GivenOptions named(asking(), {"s.h5", "toy", "--metric", "error"});
  EXPECT_EQ(named.text("task"), "toy");
  EXPECT_EQ(named.text("metric"), "error");
}

TEST(GivenOptions, AMissingPlaceIsNamed) {
  try {
    GivenOptions(asking(), {"s.h5"});
    FAIL();
  } catch (const boost::program_options::required_option& e) {
    EXPECT_EQ(e.get_option_name(), "--metric");
  }
  EXPECT_THROW(GivenOptions(asking(), {"s.h5", "--task", "toy"}), boost::program_options::required_option)
      << "a word with a name stays with it";
  EXPECT_TRUE(GivenOptions(asking(), {"--help"}).helps());
}

TEST(GivenOptions, ADefaultIsNotGiven) {
  const GivenOptions given(asking(), {"s.h5", "error"});
  EXPECT_EQ(given.text("by"), "all");
  EXPECT_TRUE(given.has("by"));
  EXPECT_FALSE(given.is_given("by"));
}

}  // namespace
}  // namespace icsweep
