#include "io/base/line_reader.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

TEST(LineReader, TakesWholeLines) {
  LineReader reader;
  std::string line;
  EXPECT_FALSE(reader.take(line));
  reader.text() += "one\n\ntw";
  EXPECT_TRUE(reader.take(line));
  EXPECT_EQ(line, "one");
  EXPECT_TRUE(reader.take(line));
  EXPECT_EQ(line, "");
  EXPECT_FALSE(reader.take(line));
  EXPECT_EQ(reader.length(), 2u);
  reader.text() += "o\nthree";
  EXPECT_TRUE(reader.has_line());
  EXPECT_EQ(reader.length(), 3u);
  EXPECT_TRUE(reader.take(line));
  EXPECT_EQ(line, "two");
  EXPECT_FALSE(reader.empty());
  reader.clear();
  EXPECT_TRUE(reader.empty());
  EXPECT_FALSE(reader.has_line());
}

}  // namespace
}  // namespace icsweep
