#include "tasks/code_task.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "io/schema/schema_builders.hpp"

namespace icsweep {
namespace {

TEST(ParametersJson, NamesDefaultsAndSeedsReadBack) {
  std::vector<Parameter> parameters{integer("steps", 10), real("rate", 0.1), real("whole", 2), text("kind", "a")};
  parameters.emplace_back(Parameter{"seed", std::int64_t(0)}).repeats = true;
  const std::vector<Parameter> read = parameters_in(nlohmann::json::parse(to_json(parameters).dump()));
  ASSERT_EQ(read.size(), parameters.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].name, parameters[i].name);
    EXPECT_EQ(read[i].default_value, parameters[i].default_value) << read[i].name << ", whose type counts";
    EXPECT_EQ(read[i].repeats, parameters[i].repeats) << read[i].name;
  }
}

TEST(ParametersJson, AnotherFormIsAnError) {
  for (const char* text : {R"([{"name": "a"}])", R"([{"name": 1, "value": 1, "repeats": false}])", "[1]",
                           R"([{"name": "a", "value": {}, "repeats": false}])"})
    EXPECT_THROW(parameters_in(nlohmann::json::parse(text)), nlohmann::json::exception) << text;
}

}  // namespace
}  // namespace icsweep
