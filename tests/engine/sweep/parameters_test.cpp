#include "engine/sweep/parameters.hpp"

#include <gtest/gtest.h>

#include "io/schema_builders.hpp"

namespace icsweep {
namespace {

TEST(Parameters, ASuggestionKnowsTheNamesOfAllSchemas) {
  const Schema first{"augmented", 1, {integer("depth", 1), real("learning_rate", 0.1)}, {}};
  const Schema second{"plain", 1, {integer("width", 8)}, {}};
  EXPECT_EQ(parameter_suggestion("dept", {&first}), ", did you mean depth? icsweep tasks augmented lists them");
  EXPECT_EQ(parameter_suggestion("widht", {&first, &second}),
            ", did you mean width? icsweep tasks TASK lists those of a task");
  EXPECT_EQ(parameter_suggestion("unlike", {&second}), "; icsweep tasks plain lists them");
}

}  // namespace
}  // namespace icsweep
