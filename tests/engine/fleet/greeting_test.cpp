#include "engine/fleet/greeting.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace icsweep::greeting_test {
namespace {

const Likeness ours{"icsweep 1 build a", "5eed", "1000"};

TEST(Greeting, AHelloReadsBack) {
  const Hello hello{ours, {"h1", "h1", "h2"}, "host h1, process 7", 12.5, {"{}", "", "x"}};
  const auto read = hello_in(to_message(hello));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->hosts, hello.hosts);
  EXPECT_EQ(read->job, hello.job);
  EXPECT_EQ(read->seconds, 12.5);
  EXPECT_EQ(read->capacities, hello.capacities);
  EXPECT_EQ(difference(read->likeness, ours), "");
}

TEST(Greeting, ALaunchWithoutATimeLimitStaysOne) {
  EXPECT_TRUE(std::isinf(hello_in(to_message(Hello{ours, {"h"}}))->seconds));
}

TEST(Greeting, AWelcomeReadsBack) {
  const auto read = welcome_in(to_message(Welcome{"3", 18, 1ULL << 60, true, "{\"epoch\":1}"}));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->guest, "3");
  EXPECT_EQ(read->first, 18);
  EXPECT_EQ(read->inode, 1ULL << 60);
  EXPECT_TRUE(read->has_more);
  EXPECT_EQ(read->terms, "{\"epoch\":1}");
}

TEST(Greeting, OtherTextsAreNone) {
  for (const char* text : {"", "{}", "[]", "7", "{\"hosts\":3}", "{\"guest\":1}", "[[[[[[[[[[[["}) {
    EXPECT_FALSE(hello_in(text)) << text;
    EXPECT_FALSE(welcome_in(text)) << text;
  }
}

TEST(Greeting, EachDifferenceIsNamed) {
  const auto with = [](auto change) {
    Likeness other = ours;
    change(other);
    return difference(other, ours);
  };
  EXPECT_NE(with([](Likeness& l) { l.user = "0"; }).find("another user"), std::string::npos);
  EXPECT_NE(with([](Likeness& l) { l.program += "b"; }).find("one build"), std::string::npos);
  EXPECT_NE(with([](Likeness& l) { l.sweep += "b"; }).find("another sweep"), std::string::npos);
}

}  // namespace
}  // namespace icsweep::greeting_test
