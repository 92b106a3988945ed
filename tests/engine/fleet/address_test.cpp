#include "engine/fleet/address.hpp"

#include <gtest/gtest.h>

#include "io/base/error.hpp"

namespace icsweep::address_test {
namespace {

TEST(Address, NamesOneOfThisHost) {
  EXPECT_FALSE(reachable_address().empty());
  EXPECT_EQ(endpoint_of("").rfind("tcp://", 0), 0u);
}

TEST(Address, TakesAddressesAndInterfaces) {
  EXPECT_EQ(endpoint_of("127.0.0.1"), "tcp://127.0.0.1:*");
  EXPECT_EQ(endpoint_of("::1"), "tcp://[::1]:*");
  EXPECT_EQ(endpoint_of("lo"), "tcp://lo:*");
}

TEST(Address, TakesTheNameOfTheLoopback) {
  EXPECT_EQ(endpoint_of("localhost"), "tcp://127.0.0.1:*");
}

TEST(Address, PublishesNoAddressThatMeansAll) {
  const std::string all = published("tcp://0.0.0.0:41234");
  EXPECT_EQ(all.find("0.0.0.0"), all.npos) << all;
  EXPECT_TRUE(all.ends_with(":41234")) << all;
  EXPECT_EQ(published("tcp://[::]:41234"), all);
  EXPECT_EQ(published("tcp://10.0.0.1:41234"), "tcp://10.0.0.1:41234");
}

TEST(Address, RefusesOtherTexts) {
  EXPECT_THROW(endpoint_of("10.0.0.1:80"), Error);
  EXPECT_THROW(endpoint_of("a b"), Error);
  EXPECT_THROW(endpoint_of("tcp://h1"), Error);
}

}  // namespace
}  // namespace icsweep::address_test
