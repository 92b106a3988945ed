#include "engine/fleet/frame.hpp"

#include <gtest/gtest.h>

#include <random>

namespace icsweep::frame_test {
namespace {

TEST(Frame, ReadsBack) {
  for (const int rank : {0, 1, 300, 2147483647}) {
    const auto read = frame_in(to_bytes({FrameKind::message, Rank(rank), std::string("a\0b", 3)}));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->kind, FrameKind::message);
    EXPECT_EQ(read->rank, Rank(rank));
    EXPECT_EQ(read->text, std::string("a\0b", 3));
  }
}

TEST(Frame, OtherBytesAreNone) {
  EXPECT_FALSE(frame_in(""));
  EXPECT_FALSE(frame_in("M\1\0\0"));
  EXPECT_FALSE(frame_in(std::string("X\0\0\0\0", 5)));
  EXPECT_FALSE(frame_in("M\xff\xff\xff\xff"));  // no rank has a negative number
}

TEST(Frame, RandomBytesDoNoHarm) {
  std::mt19937 random(1);
  for (int i = 0; i < 10'000; ++i) {
    std::string bytes(random() % 40, '\0');
    for (char& c : bytes) c = char(random());
    if (const auto frame = frame_in(bytes)) {
      EXPECT_EQ(to_bytes(*frame), bytes);
    }
  }
}

}  // namespace
}  // namespace icsweep::frame_test
