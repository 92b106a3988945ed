#include "io/query/sql_aggregates.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cmath>
#include <memory>
#include <string>

namespace icsweep {
namespace {

/// The answer of one cell as text, "NULL" if empty, or SQLite's message.
std::string ask(const std::string& sql) {
  sqlite3* raw = nullptr;
  sqlite3_open(":memory:", &raw);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> db(raw, &sqlite3_close);
  add_aggregates(raw);
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(raw, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) return sqlite3_errmsg(raw);
  const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> owned(statement, &sqlite3_finalize);
  if (sqlite3_step(statement) != SQLITE_ROW) return sqlite3_errmsg(raw);
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
  return text ? text : "NULL";
}

/// An aggregate of the numbers in column x, with ids in column id.
std::string of(const std::string& aggregate, const std::string& rows) {
  return ask("WITH t(x, id) AS (VALUES " + rows + ") SELECT " + aggregate + " FROM t");
}

TEST(Aggregates, QuantilesInterpolate) {
  const std::string rows = "(1, 0), (4, 0), (2, 0), (10, 0), (NULL, 0)";
  EXPECT_EQ(of("median(x)", rows), "3.0");
  EXPECT_EQ(of("quantile(x, 0)", rows), "1.0");
  EXPECT_EQ(of("quantile(x, 0.25)", rows), "1.75");  // numpy.quantile([1, 2, 4, 10], .25)
  EXPECT_EQ(of("quantile(x, 1)", rows), "10.0");
  EXPECT_EQ(of("median(x)", "(1, 0), (2, 0), (9e999, 0)"), "2.0");
}

TEST(Aggregates, SpreadIsThatOfASample) {
  EXPECT_EQ(of("round(stddev(x), 6)", "(10, 0), (11, 0), (12, 0), (13, 0)"), "1.290994");  // √(5/3)
  EXPECT_EQ(of("stddev(x)", "(10, 0)"), "NULL");
  EXPECT_EQ(of("ci95(x)", "(10, 0), (NULL, 1)"), "NULL");
}

/// Student's 0.975 quantiles, from tables: 12.7062 for 1 degree of freedom, 3.18245 for 3.
TEST(Aggregates, TheIntervalIsStudents) {
  EXPECT_NEAR(std::stod(of("ci95(x)", "(1, 0), (3, 0)")), 12.7062 * std::sqrt(2.0) / std::sqrt(2.0), 1e-4);
  EXPECT_NEAR(std::stod(of("ci95(x)", "(10, 0), (11, 0), (12, 0), (13, 0)")), 3.18245 * std::sqrt(5.0 / 3) / 2, 1e-5);
  EXPECT_EQ(of("ci95(x)", "(2, 0), (2, 0), (2, 0)"), "0.0");
}

TEST(Aggregates, OfEqualValuesAreTheValueAndZero) {
  const std::string rows = "(0.1, 0), (0.1, 0), (0.1, 0)";
  EXPECT_EQ(of("avg(x) = 0.1", rows), "1");
  EXPECT_EQ(of("stddev(x)", rows), "0.0");
  EXPECT_EQ(of("ci95(x)", rows), "0.0");
  EXPECT_EQ(of("shown(avg(x))", "(1e15, 0), (1e15 + 1, 0), (NULL, 0)"), "1000000000000000.5");
  EXPECT_EQ(of("avg(x)", "(NULL, 0)"), "NULL");
  EXPECT_EQ(of("shown(avg(x))", "(1.7e308, 0), (1.7e308, 0)"), "1.7e+308");
  EXPECT_EQ(of("sum(x)", "(1e16, 0), (1, 0), (-1e16, 0)"), "1.0");
  EXPECT_EQ(of("total(x)", "(0.1, 0), (0.2, 0), (0.3, 0)"), "0.6");
  EXPECT_EQ(of("sum(x)", "(9223372036854775807, 0), (-1, 0)"), "9223372036854775806");
  EXPECT_EQ(of("sum(x)", "(NULL, 0)"), "NULL");
  EXPECT_EQ(of("total(x)", "(NULL, 0)"), "0.0");
  EXPECT_EQ(of("sum(x) OVER (ORDER BY id ROWS 1 PRECEDING)", "(1, 0), (4, 1)"), "1");
  EXPECT_EQ(of("avg(x) OVER (ORDER BY id ROWS 1 PRECEDING)", "(1, 0), (4, 1)"), "1.0") << "a window of one row";
}

TEST(Functions, AQuotedRealIsReadAsItself) {
  for (const char* real :
       {"0.1", "1e-310", "2.2250738585072014e-308", "1.2345678901234567e-305", "1.7976931348623157e308"})
    EXPECT_EQ(ask(std::string("SELECT shown(") + ask(std::string("SELECT quote(real_of('") + real + "'))") + ")"),
              ask(std::string("SELECT shown(real_of('") + real + "'))"))
        << real;
  EXPECT_EQ(ask("SELECT quote('it''s')"), "'it''s'");
  EXPECT_EQ(ask("SELECT quote(x'') || quote(x'00FF27')"), "X''X'00FF27'");
  EXPECT_EQ(ask("SELECT quote(NULL) || quote(7) || quote(2.0)"), "NULL72.0");
  EXPECT_EQ(ask("SELECT shown(0.1 + 0.2)"), "0.30000000000000004");
}

TEST(Aggregates, ArgminIsTheIdOfTheFirstSmallest) {
  EXPECT_EQ(of("argmin_id(x, id)", "(NULL, 'n'), (2, 'a'), (1, 'b'), (1, 'c')"), "b");
  EXPECT_EQ(of("argmin_id(-x, id)", "(2, 'a'), (1, 'b')"), "a");
  EXPECT_EQ(of("argmin_id(x, id)", "(NULL, 'n')"), "NULL");
  EXPECT_EQ(of("argmin_id(x, id) + 1", "(2, 41), (3, 7)"), "42");
}

TEST(Aggregates, NothingOfNothing) {
  for (const char* aggregate : {"median(x)", "quantile(x, 0.5)", "stddev(x)", "ci95(x)", "argmin_id(x, id)"})
    EXPECT_EQ(ask(std::string("WITH t(x, id) AS (VALUES (1, 1)) SELECT ") + aggregate + " FROM t WHERE 0"), "NULL")
        << aggregate;
}

TEST(Aggregates, WhatIsNoNumberOrNoShareIsRefused) {
  EXPECT_EQ(of("median(x)", "('host', 0)"), "an aggregate of numbers was given \"host\"");
  EXPECT_EQ(of("quantile(x, 2)", "(1, 0)"), "quantile(x, p): p must be from 0 to 1");
  EXPECT_EQ(of("quantile(x, NULL)", "(1, 0)"), "quantile(x, p): p must be from 0 to 1");
  EXPECT_EQ(of("quantile(x, id)", "(1, 0), (1, 1)"), "quantile(x, p): p must be the same for all rows");
}

}  // namespace
}  // namespace icsweep
