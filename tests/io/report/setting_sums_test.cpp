#include "io/report/setting_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "io/base/statistics.hpp"
#include "io/report/mixed_table.hpp"

namespace icsweep::report {
namespace {

using Json = nlohmann::ordered_json;
using Setting = std::tuple<std::int64_t, double, std::string>;  // length, rate, kind

class ReportSettings : public ::testing::Test {
 protected:
  ReportSettings() {
    for (const Row& row : rows_) {
      const Setting setting(integer_in(row, "length"), real_in(row, "rate"), text_in(row, "kind"));
      planned_[setting] += integer_in(row, "planned") == 1;
      if (is_done_and_planned(row) && std::isfinite(real_in(row, "error")))
        values_[setting].push_back(real_in(row, "error"));
    }
  }
  static Setting setting_of(const Json& at) { return {at["length"], at["rate"], at["kind"]}; }

  const std::vector<Row> rows_ = mixed_rows(3000);
  const TableInMemory table_{make_table(mixed_schema()), rows_};
  const TaskColumns columns_{table_};
  const SettingSums settings_{columns_};
  std::map<Setting, std::vector<double>> values_;
  std::map<Setting, std::int64_t> planned_;
};

TEST_F(ReportSettings, TheBestOneIsThatOfAPlainComputation) {
  for (const bool largest : {false, true}) {
    std::vector<std::pair<double, Setting>> order;
    for (const auto& [setting, values] : values_) order.emplace_back(mean(values), setting);
    std::ranges::sort(order);
    if (largest) std::ranges::reverse(order);
    const Json json = settings_.best(*table_.table().find("error"), largest);
    EXPECT_EQ(json["settings"], order.size());
    const std::pair<const char*, std::size_t> places[] = {{"best", 0}, {"next", 1}, {"median", (order.size() - 1) / 2}};
    for (const auto& [name, place] : places) {
      const auto& [wanted, setting] = order[place];
      EXPECT_EQ(setting_of(json[name]["at"]), setting) << name;
      EXPECT_EQ(json[name]["n"], values_[setting].size());
      EXPECT_DOUBLE_EQ(json[name]["mean"].get<double>(), wanted);
      EXPECT_NEAR(json[name]["half"].get<double>() / ci95(values_[setting]), 1, 1e-12);
    }
  }
}

/// Means of any groups of settings follow from these numbers.
TEST_F(ReportSettings, ThePageGetsCountMeanAndSquaresOfEachSetting) {
  NumberArrays arrays;
  const Json json = settings_.json(arrays), numbers = Json::parse(arrays.text());
  ASSERT_EQ(json["count"], 12u);
  const auto cell = [&](std::size_t column, std::size_t s) -> Json {
    const Json& c = json["columns"][column];
    const Json& value = numbers[c["array"].get<std::size_t>()][s];
    return c.contains("texts") ? c["texts"][value.get<std::size_t>()] : value;
  };
  const auto& result = *std::ranges::find_if(json["results"], [](const Json& r) { return r["name"] == "error"; });
  for (std::size_t s = 0; s < 12; ++s) {
    const Setting setting(cell(0, s), cell(1, s), cell(2, s));
    const auto& values = values_[setting];
    const auto number = [&](const Json& array) { return numbers[array.get<std::size_t>()][s].get<double>(); };
    EXPECT_EQ(number(json["planned"]), double(planned_[setting]));
    EXPECT_EQ(number(result["n"]), double(values.size()));
    EXPECT_DOUBLE_EQ(number(result["mean"]), mean(values));
    const double variance = number(result["square"]) / (double(values.size()) - 1);
    EXPECT_NEAR(std::sqrt(variance) / stddev(values), 1, 1e-12);
  }
}

TEST_F(ReportSettings, SeedsVaryWithinASetting) {
  EXPECT_TRUE(settings_.varies("seed"));
  EXPECT_TRUE(settings_.varies("length"));
  EXPECT_FALSE(settings_.varies("text"));
}

TEST(ReportManySettings, AreLeftOutOfThePage) {
  std::vector<Row> rows = mixed_rows(10'000);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i]["rate"] = double(i);
  const TableInMemory table(make_table(mixed_schema()), rows);
  const TaskColumns columns(table);
  const SettingSums settings(columns);
  EXPECT_EQ(settings.size(), rows.size());
  NumberArrays arrays;
  EXPECT_TRUE(settings.json(arrays).is_null());
}

}  // namespace
}  // namespace icsweep::report
