#include "engine/certify/certified_row.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

const Schema& schema() {
  static const TaskRegistry tasks = papers_tasks();
  return tasks.find("augmented").schema();
}

CertifiedRow some_row() {
  const Config config = default_config(schema());
  return {.task = "augmented",
          .identity = identity(schema(), config),
          .status = Outcome::done,
          .level = "plain",
          .result_version = 2,
          .parameters = config.values(),
          .later = {"zero_ratio"},
          .results = "00ff"};
}

TEST(CertifiedRow, ReadsBackFromItsLine) {
  const CertifiedRow row = some_row(), again = row_in(to_line(row));
  EXPECT_EQ(to_line(again), to_line(row));
  EXPECT_EQ(again.parameters, row.parameters);
  EXPECT_EQ(again.later, row.later);
  EXPECT_EQ(to_line(row).find('\n'), std::string::npos);
  EXPECT_EQ(identity(schema(), config_of(schema(), again)), row.identity);
}

TEST(CertifiedRow, OfAnotherFormIsRefused) {
  for (const char* line : {"", "{}", "[1]", "{\"task\":1}", "not JSON"}) EXPECT_THROW(row_in(line), Error) << line;
  std::string line = to_line(some_row());
  line.replace(line.find("\"done\""), 6, "\"fine\"");
  EXPECT_THROW(row_in(line), Error);
}

TEST(CertifiedRow, WithParametersThatAreNotItsIdentitysIsRefused) {
  CertifiedRow row = some_row();
  row.parameters["depth"] = std::int64_t{2};
  EXPECT_THROW(config_of(schema(), row), Error);
  row = some_row();
  row.parameters["depth"] = std::int64_t{-2};
  EXPECT_THROW(config_of(schema(), row), Error);
  row = some_row();
  row.parameters.erase("depth");
  EXPECT_THROW(config_of(schema(), row), Error);
  row.parameters["colour"] = std::string("red");
  EXPECT_THROW(config_of(schema(), row), Error);
}

TEST(ResultHash, FollowsResultsAlone) {
  const Table table = make_table(schema());
  Row row{{"test_mse", 0.5}, {"seconds", 1.0}};
  const std::string hash = result_hash(table, row);
  row["seconds"] = 2.0;
  row["train_mse"] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(result_hash(table, row).size(), 64u);
  row["test_mse"] = std::nextafter(0.5, 1.0);
  EXPECT_NE(result_hash(table, row), hash) << "the last bit counts";
}

TEST(ResultHash, DoesNotFollowTheOrderOfColumns) {
  Table table = make_table(schema());
  const Row row{{"test_mse", 0.5}, {"train_mse", 0.25}};
  const std::string hash = result_hash(table, row);
  std::reverse(table.columns.begin(), table.columns.end());
  EXPECT_EQ(result_hash(table, row), hash);
}

}  // namespace
}  // namespace icsweep
