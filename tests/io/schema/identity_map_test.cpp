#include "io/schema/identity_map.hpp"

#include <gtest/gtest.h>

#include <random>
#include <unordered_map>

#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

TEST(Identity16, KeepsTheDigitsOfAHash) {
  const std::string digits = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
  EXPECT_EQ(Identity(digits).text(), digits);
  EXPECT_EQ(Identity(content_hash("x")).text(), content_hash("x"));
}

TEST(Identity16, HashesOtherTextsSoThatTheyStayDistinct) {
  EXPECT_NE(Identity("abc"), Identity("abd"));
  EXPECT_NE(Identity("0F1E2D3C4B5A69788796A5B4C3D2E1F0"), Identity("0f1e2d3c4b5a69788796a5b4c3d2e1f0"));
  EXPECT_EQ(Identity("abc"), Identity(content_hash("abc")));
  EXPECT_NE(Identity(""), Identity("00000000000000000000000000000000"));
}

TEST(IdentityMap, AgreesWithAMapOfTexts) {
  std::mt19937 random(7);
  std::unordered_map<std::string, int> texts;
  IdentityMap<int> map;
  EXPECT_EQ(map.find("nothing"), nullptr);
  for (int i = 0; i < 5000; ++i) {
    const std::string identity = content_hash(std::to_string(random() % 3000));
    const auto [value, fresh] = map.try_emplace(identity, i);
    const auto [expected, is_fresh] = texts.try_emplace(identity, i);
    ASSERT_EQ(fresh, is_fresh);
    ASSERT_EQ(*value, expected->second);
  }
  EXPECT_EQ(map.size(), texts.size());
  for (const auto& [identity, value] : texts) EXPECT_EQ(*map.find(identity), value);
  EXPECT_EQ(map.find(content_hash("other")), nullptr);
}

TEST(IdentityMap, FindsIdentitiesThatShareASlot) {
  IdentityMap<int> map;
  for (char digit = '0'; digit <= '9'; ++digit)
    map.try_emplace(std::string(1, digit) + "000000000000000000000000000000a", digit - '0');
  for (char digit = '0'; digit <= '9'; ++digit)
    EXPECT_EQ(*map.find(std::string(1, digit) + "000000000000000000000000000000a"), digit - '0');
}

TEST(IdentityMap, TakesAtMost48BytesPerRow) {
  IdentityMap<std::int64_t> map;
  map.reserve(100'000);
  EXPECT_LE(map.bytes(), 48u * 100'000);
}

}  // namespace
}  // namespace icsweep
