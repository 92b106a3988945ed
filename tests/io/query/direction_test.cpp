#include "io/query/direction.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

StoreHeader with_text(const std::string& text) {
  StoreHeader header;
  header.resolved = text;
  return header;
}

TEST(LargestIsBest, FollowsTheSearch) {
  const StoreHeader one = with_text("[search]\nmetric = { name = \"margin\", largest = true }\n");
  EXPECT_TRUE(largest_is_best(one, "margin"));
  EXPECT_FALSE(largest_is_best(one, "test_mse"));
  const StoreHeader several = with_text("[search]\nmetric = [\"score\", { name = \"gain\", largest = true }]\n");
  EXPECT_FALSE(largest_is_best(several, "score"));  // the search wants the smallest
  EXPECT_TRUE(largest_is_best(several, "gain"));
}

TEST(LargestIsBest, FollowsTheLastWordOfTheName) {
  const StoreHeader none = with_text("[[grid]]\n");
  for (const char* name : {"accuracy", "test_accuracy", "R2", "auc"}) EXPECT_TRUE(largest_is_best(none, name)) << name;
  for (const char* name : {"test_mse", "accuracy_gap", "1 - accuracy", "inaccuracy", "", "seconds"})
    EXPECT_FALSE(largest_is_best(none, name)) << name;
}

}  // namespace
}  // namespace icsweep
