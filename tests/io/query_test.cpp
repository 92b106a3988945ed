#include "io/query.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/temporary_folder.hpp"
#include "support/toy_store.hpp"

namespace icsweep {
namespace {

class Query : public ::testing::Test {
 protected:
  Query() {
    create_toy_store(path(), 5);
    StoreWriter writer(path());
    for (int i = 0; i < 4; ++i) writer.write("toy", i, toy_row(i), Outcome::done);
    writer.commit();
  }
  std::string path() const { return folder_.file("s.h5"); }
  std::string ask(const std::string& sql, QueryFormat format = QueryFormat::csv) const {
    std::ostringstream out;
    run_query(StoreReader(path()), sql, format, out);
    return out.str();
  }
  std::string refusal(const std::string& sql) const {
    try {
      ask(sql);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }
  TemporaryFolder folder_;
};

TEST_F(Query, AnswersOverScalarsWithUnfinishedRowsAsNull) {
  EXPECT_EQ(ask("SELECT count(*) AS n, count(error) AS done, avg(error) AS mean FROM toy"), "n,done,mean\n5,4,11.5\n");
  EXPECT_EQ(ask("SELECT status, count(*) AS n FROM toy GROUP BY status ORDER BY n"), "status,n\npending,1\ndone,4\n");
}

TEST_F(Query, MedianAndSampleDeviation) {
  EXPECT_EQ(ask("SELECT median(error) AS m FROM toy"), "m\n11.5\n");
  EXPECT_EQ(ask("SELECT round(stddev(error), 6) AS s FROM toy"), "s\n1.290994\n");  // of 10, 11, 12, 13: √(5/3)
  EXPECT_EQ(ask("SELECT median(error) AS m FROM toy WHERE 0"), "m\n\n");
}

TEST_F(Query, CurvesAreTablesOfTheirOwnCountedFromOne) {
  EXPECT_EQ(
      ask("SELECT t.length, c.position, c.value FROM toy t JOIN toy_curve c USING (experiment) WHERE t.experiment = 1"),
      "length,position,value\n2,1,1\n2,2,1\n");
  EXPECT_EQ(ask("SELECT count(*) AS n FROM toy_curve"), "n\n7\n");  // 1 + 2 + 3 + 1 values; padding is not there
}

TEST_F(Query, AMatrixIsATableWithTwoIndicesWithoutItsPadding) {
  EXPECT_EQ(ask("SELECT row, column, value FROM toy_P WHERE experiment = 1 ORDER BY row, column"),
            "row,column,value\n0,0,1\n0,1,1.01\n1,0,1.02\n1,1,1.03\n");
  EXPECT_EQ(ask("SELECT count(*) AS n FROM toy_P"), "n\n15\n");  // 1 + 4 + 9 + 1 elements
}

TEST_F(Query, NamesNeedNoCapitalsAndNoQuotes) {
  EXPECT_EQ(ask("SELECT count(*) AS n FROM TOY_p JOIN Toy USING (experiment) WHERE Length = 2"), "n\n4\n");
  EXPECT_EQ(ask("SELECT DISTINCT start, text, loss FROM toy WHERE status = 'done'"),
            "start,text,loss\nunit,moby.txt,0.5\n");
}

TEST_F(Query, FormatsHoldTheSameRows) {
  const auto json =
      nlohmann::json::parse(ask("SELECT experiment, error FROM toy WHERE experiment IN (0, 4)", QueryFormat::json));
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0]["error"], 10.0);
  EXPECT_TRUE(json[1]["error"].is_null());
  EXPECT_EQ(ask("SELECT kind, error FROM toy WHERE experiment < 2", QueryFormat::table),
            "kind  error\na        10\na        11\n");
  EXPECT_EQ(ask("SELECT 'a,\"b\"' AS x"), "x\n\"a,\"\"b\"\"\"\n");
}

TEST_F(Query, NothingCanBeChangedOrReachedOutside) {
  for (const char* sql :
       {"DELETE FROM toy", "DROP TABLE toy", "UPDATE toy SET error = 0", "CREATE TABLE x (a)",
        "ATTACH DATABASE 'other.db' AS other", "PRAGMA journal_mode = WAL", "INSERT INTO toy (experiment) VALUES (9)"})
    EXPECT_NE(refusal(sql).find("SQL: "), std::string::npos) << sql;
  EXPECT_FALSE(std::filesystem::exists("other.db"));
}

TEST_F(Query, MistakesAreOneLineWithSqlitesReason) {
  EXPECT_NE(refusal("SELECT colour FROM toy").find("no such column: colour"), std::string::npos);
  EXPECT_NE(refusal("SELEC 1").find("syntax error"), std::string::npos);
  EXPECT_NE(refusal("").find("empty"), std::string::npos);
  EXPECT_NE(refusal("SELECT 1; SELECT 2").find("more than one statement"), std::string::npos);
}

TEST_F(Query, ListsItsTablesAndColumns) {
  std::ostringstream out;
  describe_tables(StoreReader(path()), out);
  for (const char* text : {"toy (5 experiments)", "error", "a scalar", "toy_curve(experiment, position, value)",
                           "toy_P(experiment, row, column, value)\n  a matrix"})
    EXPECT_NE(out.str().find(text), std::string::npos) << text;
}

}  // namespace
}  // namespace icsweep
