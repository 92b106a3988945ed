#include "io/base/shared.hpp"

#include <gtest/gtest.h>

#include <string>

namespace icsweep {
namespace {

TEST(Shared, IsTheDefaultUntilItIsChanged) {
  Shared<std::string> text;
  EXPECT_EQ(*text, "");
  text.change() = "a";
  EXPECT_EQ(text, "a");
}

TEST(Shared, ACopySeesNoChange) {
  Shared<std::string> text = "a";
  Shared<std::string> copy = text;
  EXPECT_EQ(&*copy, &*text);
  copy.change() += "b";
  EXPECT_EQ(*text, "a");
  EXPECT_EQ(*copy, "ab");
}

}  // namespace
}  // namespace icsweep
