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

TEST(Address, RefusesOtherTexts) {
  EXPECT_THROW(endpoint_of("10.0.0.1:80"), Error);
  EXPECT_THROW(endpoint_of("a b"), Error);
  EXPECT_THROW(endpoint_of("tcp://h1"), Error);
}

}  // namespace
}  // namespace icsweep::address_test
