#include "io/values_json.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace icsweep {
namespace {

TEST(ValuesJson, KeepsTheTypeOfEachValue) {
  const Values values{{"attention", "linear"}, {"depth", std::int64_t(3)}, {"rate", 1.0}};
  EXPECT_EQ(to_json(values).dump(), R"({"attention":"linear","depth":3,"rate":1.0})");
  EXPECT_EQ(to_json({}).dump(), "{}");
}

TEST(ValuesJson, ARealReadsBackExactly) {
  for (const double value : {0.1, 1 / 3.0, 5e-324, 1.7976931348623157e308})
    EXPECT_EQ(nlohmann::json::parse(to_json({{"x", value}}).dump()).at("x").get<double>(), value);
  const std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(nlohmann::json::parse(to_json({{"n", largest}}).dump()).at("n").get<std::int64_t>(), largest);
}

}  // namespace
}  // namespace icsweep
