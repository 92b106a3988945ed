// Rules for every task's schema, so that sweep files, the store, netCDF readers and SQL can name its columns.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

#include "io/query/query.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// A task's columns, including those of kept weights.
Table widest_table(const Task& task) {
  Table table = make_table(task.schema());
  set_weights(table, 1);
  return table;
}

/// A netCDF variable with the name of a dimension is that dimension's coordinate, and SQL ignores the case of letters.
TEST(Schemas, NamesOfColumnsAndDimensionsDifferByMoreThanCapitals) {
  for (const Task* task : papers_tasks().all()) {
    std::set<std::string> columns, dimensions;
    for (const auto& c : widest_table(*task).columns) {
      EXPECT_TRUE(columns.insert(lower(c.name)).second) << task->schema().task << " has two columns " << c.name;
      dimensions.insert(c.dimensions.begin(), c.dimensions.end());
      EXPECT_EQ(std::set<std::string>(c.dimensions.begin(), c.dimensions.end()).size(), c.dimensions.size())
          << c.name << " of " << task->schema().task << " has a dimension twice";
    }
    for (const char* taken : {"weights", "weight"})  // the flat dataset and its dimension
      EXPECT_FALSE(columns.contains(taken) || dimensions.contains(taken)) << task->schema().task;
    EXPECT_FALSE(columns.contains("experiment") || dimensions.contains("experiment")) << task->schema().task;
    EXPECT_FALSE(dimensions.contains("value")) << task->schema().task;  // the last column of an array's SQL table
    for (const auto& d : dimensions)
      EXPECT_FALSE(columns.contains(lower(d))) << task->schema().task << ": column and dimension " << d;
  }
}

/// "order" would need quotes in every query; "row" and "text" do not.
TEST(Schemas, NamesNeedNoQuotesInSql) {
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(":memory:", &db), SQLITE_OK);
  const auto plain = [&](const std::string& name) {
    return sqlite3_exec(db, ("SELECT " + name + " FROM (SELECT 1 AS \"" + name + "\")").c_str(), nullptr, nullptr,
                        nullptr) == SQLITE_OK;
  };
  EXPECT_TRUE(plain("row") && plain("text"));
  EXPECT_FALSE(plain("order"));
  for (const Task* task : papers_tasks().all())
    for (const auto& c : widest_table(*task).columns) {
      EXPECT_TRUE(plain(c.name)) << task->schema().task << ": column " << c.name;
      for (const auto& d : c.dimensions) EXPECT_TRUE(plain(d)) << task->schema().task << ": dimension " << d;
    }
  sqlite3_close(db);
}

/// `icsweep query STORE` breaks no line in a terminal of 80 columns. Descriptions are ASCII, so a byte is a column.
TEST(Schemas, DescriptionsFitIntoTheLinesOfQuery) {
  for (const Task* task : papers_tasks().all()) {
    std::stringstream description;
    describe_table(widest_table(*task), description);
    for (std::string line; std::getline(description, line);)
      EXPECT_LE(line.size(), 80) << task->schema().task << " by " << line.size() - 80 << ": " << line;
  }
}

TEST(Schemas, NoParameterIsAKeyOfSweepFiles) {
  for (const Task* task : papers_tasks().all())
    for (const char* key : {"task", "scale", "keep_weights"})
      EXPECT_EQ(task->schema().find(key), nullptr) << task->schema().task;
}

/// Sweep files are checked against the schema: its own default values must pass.
TEST(Schemas, StandardValuesAreAdmissible) {
  for (const Task* task : papers_tasks().all())
    for (const auto& p : task->schema().parameters)
      EXPECT_EQ(checked(p, p.default_value), p.default_value) << task->schema().task << ": " << p.name;
}

}  // namespace
}  // namespace icsweep
