#include "io/whole_numbers.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace icsweep {
namespace {

using Json = nlohmann::json;

TEST(WholeNumbers, OtherNumbersAndTypesAreNone) {
  const Json example{{"pid", 1}, {"share", 0.5}, {"host", "a"}};
  EXPECT_TRUE(has_whole_numbers({{"pid", 7}, {"share", 1}, {"host", 2}}, example)) << "only pid is a whole number";
  EXPECT_TRUE(has_whole_numbers({{"more", 1e300}}, example)) << "a member may be missing";
  for (const Json& value : {Json(1e300), Json(7.0), Json("7"), Json(nullptr), Json(true), Json::array()})
    EXPECT_FALSE(has_whole_numbers({{"pid", value}}, example)) << value;
}

}  // namespace
}  // namespace icsweep
