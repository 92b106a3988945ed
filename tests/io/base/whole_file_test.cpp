#include "io/base/whole_file.hpp"

#include <gtest/gtest.h>

#include <string>

namespace icsweep {
namespace {

TEST(LeadsOut, AnAbsolutePathAndOneThatGoesUpDo) {
  for (const char* path : {"/etc/passwd", "..", "../a", "a/../../b", "a/..", "./.."})
    EXPECT_TRUE(leads_out(path)) << path;
  for (const char* path : {"", ".", "a", "a/b.txt", "./a", "a..b/..c", "..."}) EXPECT_FALSE(leads_out(path)) << path;
}

/// Identities of stored experiments depend on it. The first value is XXH3's own for an empty input.
TEST(ContentHash, IsThe128BitsOfXxh3) {
  EXPECT_EQ(content_hash(""), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(content_hash("abc"), "06b05ab6733a618578af5f94892f3950");
}

TEST(ContentHash, TakesEveryByte) {
  EXPECT_NE(content_hash(std::string("a\0b", 3)), content_hash(std::string("a\0c", 3)));
  EXPECT_NE(content_hash("a"), content_hash(std::string("a\0", 2)));
}

}  // namespace

}  // namespace icsweep
