#include "io/leads_out.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

TEST(LeadsOut, AnAbsolutePathAndOneThatGoesUpDo) {
  for (const char* path : {"/etc/passwd", "..", "../a", "a/../../b", "a/..", "./.."})
    EXPECT_TRUE(leads_out(path)) << path;
  for (const char* path : {"", ".", "a", "a/b.txt", "./a", "a..b/..c", "..."}) EXPECT_FALSE(leads_out(path)) << path;
}

}  // namespace
}  // namespace icsweep
