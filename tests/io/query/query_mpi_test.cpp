#include "io/query/query.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "io/base/temporary_folder.hpp"
#include "support/toy_store.hpp"

namespace icsweep {
namespace {

class Query : public ::testing::Test {
 protected:
  Query() {
    create_toy_store(path(), 5);
    StoreWriter writer(path());
    for (int i = 0; i < 4; ++i) writer.write("toy", RowIndex(i), toy_row(i), Outcome::done);
    writer.commit();
  }
  std::string path() const { return folder_.file("s.h5"); }
  std::string ask(const std::string& sql, QueryFormat format = QueryFormat::csv) const {
    std::ostringstream out;
    const StoreReader store(path());
    run_query(SqlDatabase(store), sql, format, out);
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
  EXPECT_EQ(ask("SELECT count(*) AS n, count(error) AS done, avg(error) AS mean FROM toy_all"),
            "n,done,mean\n5,4,11.5\n");
  EXPECT_EQ(ask("SELECT status, count(*) AS n FROM toy_all GROUP BY status ORDER BY n"),
            "status,n\npending,1\ndone,4\n");
}

/// Two sweeps in one store. One has rows that are not done, with results as versions before 0.2 left them.
class TwoSweeps : public Query {
 protected:
  TwoSweeps() {
    Schema schema = toy_schema();
    schema.outputs.push_back(
        {"course", "of training", {{"checkpoint", [](const Config&) { return std::int64_t{2}; }}}});
    TablePlan plan{make_table(schema), nullptr, {}, {}, {}};
    for (const char* dimension : {"position", "row", "column"}) plan.table.extents[dimension] = 3;
    plan.table.extents["checkpoint"] = 2;
    for (int i = 0; i < 6; ++i) {
      plan.added.push_back({Identity(std::to_string(i)), toy_config(1, i / 100.0)});
      plan.planned.push_back(i > 0);
    }
    create_store(path(), {"two", "", "test", "gcc", "plain", "now", "none"}, {plan});
    StoreWriter writer(path());
    const Outcome outcomes[] = {Outcome::done, Outcome::done, Outcome::done, Outcome::diverged, Outcome::timed_out};
    for (int i = 0; i < 5; ++i) {
      Row row = row_without_results(schema, toy_config(1, i / 100.0));
      row["identity"] = Identity(std::to_string(i)).text();
      row["error"] = std::pow(10.0, i);
      row["curve"] = Array{{1}, {double(i)}};
      row["course"] = Array{{2}, {double(i), 0.5}};
      row["P"] = Array{{1, 1}, {double(i)}};
      writer.write("toy", RowIndex(i), row, outcomes[i]);
    }
    writer.commit();
  }
};

TEST_F(TwoSweeps, ATableHasWhatIsDoneAndPlannedAndSaysWhatItLeavesOut) {
  const StoreReader store(path());
  const SqlDatabase database(store);
  std::ostringstream out;
  EXPECT_TRUE(database.left_out().empty());
  run_query(database, "SELECT avg(error) AS mean, count(*) AS n FROM toy WHERE length = 1", QueryFormat::csv, out);
  EXPECT_EQ(out.str(), "mean,n\n55,2\n");
  EXPECT_EQ(database.left_out(),
            std::vector<std::string>{
                "toy leaves out 1 pending, 1 diverged, 1 timed_out, 1 of earlier sweeps (toy_all has them)"});
}

TEST_F(TwoSweeps, WhoAsksForAllLeavesNothingOut) {
  const StoreReader store(path());
  const SqlDatabase database(store);
  std::ostringstream out;
  run_query(database, "SELECT count(*) AS n, max(error) AS largest FROM toy_all", QueryFormat::csv, out);
  EXPECT_EQ(out.str(), "n,largest\n6,100\n") << "a result of what did not end well is NULL";
  EXPECT_TRUE(database.left_out().empty());
}

TEST_F(TwoSweeps, CurvesFollowTheirTables) {
  EXPECT_EQ(ask("SELECT experiment FROM toy_curve"), "experiment\n1\n2\n");
  EXPECT_EQ(ask("SELECT experiment FROM toy_all_curve"), "experiment\n0\n1\n2\n");
  EXPECT_EQ(ask("SELECT experiment FROM toy_P WHERE experiment IN (0, 1, 3)"), "experiment\n1\n");
  EXPECT_EQ(ask("SELECT DISTINCT experiment FROM curves"), "experiment\n1\n2\n");
  EXPECT_EQ(ask("SELECT count(*) AS n FROM curves_all WHERE curve = 'curve'"), "n\n3\n");
}

/// Users want to see the progress of the experiment before it ended.
TEST_F(TwoSweeps, TheCourseOfTrainingIsThereOfWhatDidNotEndWell) {
  EXPECT_EQ(ask("SELECT experiment, value FROM toy_all_course WHERE checkpoint = 0"),
            "experiment,value\n0,0\n1,1\n2,2\n3,3\n4,4\n");
  EXPECT_EQ(ask("SELECT DISTINCT experiment FROM toy_course"), "experiment\n1\n2\n");
}

/// Rows of versions before 0.2 name no launch; their ranges missed the intended numbers by an ulp. Rows that have not
/// ended may be of any version and are shown unchanged.
TEST_F(Query, ParametersOfEarlyRowsAreTheNumbersThatPeopleWrote) {
  TablePlan plan{make_table(toy_schema()), nullptr, {}, {}, {}};
  for (const char* dimension : {"position", "row", "column"}) plan.table.extents[dimension] = 3;
  const std::vector<double> rates{0.0009999999999999998, 0.30000000000000004, 0.12345678901234568};
  for (const double rate : rates) {
    plan.added.push_back({Identity(std::to_string(rate)), toy_config(1, rate)});
    plan.planned.push_back(1);
  }
  create_store(path(), {"ulp", "", "test", "gcc", "plain", "now", "none"}, {plan});
  const std::string exact = "rate\n0.0009999999999999998\n0.30000000000000004\n0.12345678901234568\n";
  EXPECT_EQ(ask("SELECT rate FROM toy_all"), exact);
  {
    StoreWriter writer(path());
    for (std::size_t i = 0; i < rates.size(); ++i) {
      Row row = row_without_results(toy_schema(), toy_config(1, rates[i]));
      row["identity"] = Identity(std::to_string(rates[i])).text();
      row["launch"] = std::int64_t{0};
      row["error"] = 1.0;
      row["curve"] = Array{{1}, {1.0}};
      row["P"] = Array{{1, 1}, {1.0}};
      writer.write("toy", RowIndex(std::int64_t(i)), row, Outcome::done);
    }
    writer.commit();
  }
  EXPECT_EQ(ask("SELECT rate FROM toy_all"), "rate\n0.001\n0.3\n0.12345678901234568\n");
  EXPECT_EQ(ask("SELECT count(*) AS n FROM toy_all WHERE rate = 0.001"), "n\n1\n");
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
  EXPECT_EQ(ask("SELECT count(*) AS n FROM toy_curve"), "n\n7\n");  // 1 + 2 + 3 + 1 values, without padding
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
      nlohmann::json::parse(ask("SELECT experiment, error FROM toy_all WHERE experiment IN (0, 4)", QueryFormat::json));
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0]["error"], 10.0);
  EXPECT_TRUE(json[1]["error"].is_null());
  EXPECT_EQ(ask("SELECT kind, error FROM toy WHERE experiment < 2", QueryFormat::table),
            "kind  error\na        10\na        11\n");
  EXPECT_EQ(ask("SELECT 'a,\"b\"' AS x"), "x\n\"a,\"\"b\"\"\"\n");
}

TEST_F(Query, FormatsHoldNumbersInFullAndTellEqualNamesApart) {
  EXPECT_EQ(ask("SELECT 1.5 AS x, NULL AS x, 'a\"b' AS t, x'0aff' AS b", QueryFormat::jsonl),
            "{\"x\": 1.5, \"x:1\": null, \"t\": \"a\\\"b\", \"b\": \"0aff\"}\n");
  EXPECT_EQ(ask("SELECT 1.0 / 3 AS x"), "x\n0.3333333333333333\n");
  EXPECT_EQ(ask("SELECT 1.0 / 3 AS x, 'a' || char(10) || 'b' AS t", QueryFormat::table),
            "       x  t\n0.333333  a\\nb\n");
}

TEST_F(Query, AnEmptyAnswerHasItsHeading) {
  EXPECT_EQ(ask("SELECT kind, error FROM toy WHERE 0"), "kind,error\n");
  EXPECT_EQ(ask("SELECT kind, error FROM toy WHERE 0", QueryFormat::table), "kind  error\n");
  EXPECT_EQ(ask("SELECT kind FROM toy WHERE 0", QueryFormat::json), "[]\n");
  EXPECT_EQ(ask("SELECT kind FROM toy WHERE 0", QueryFormat::jsonl), "");
}

TEST_F(Query, ExperimentsHaveTheCommonColumnsOfAllTasks) {
  EXPECT_EQ(ask("SELECT task, experiment, status, host, rank, attempts FROM experiments WHERE experiment > 2"),
            "task,experiment,status,host,rank,attempts\ntoy,3,done,host,0,1\ntoy,4,pending,,0,0\n");
  EXPECT_EQ(
      ask("SELECT count(*) AS n FROM experiments e JOIN toy_all t USING (identity) WHERE e.experiment = t.experiment"),
      "n\n5\n");
  EXPECT_NE(refusal("SELECT error FROM experiments").find("no such column"), std::string::npos);
}

TEST_F(Query, CurvesHaveEveryResultWithOneDimension) {
  EXPECT_EQ(ask("SELECT * FROM curves WHERE experiment = 1"),
            "task,experiment,curve,at,value\ntoy,1,curve,1,1\ntoy,1,curve,2,1\n");
  EXPECT_EQ(ask("SELECT count(*) AS n FROM curves"), "n\n7\n");
  EXPECT_EQ(ask("SELECT count(*) AS n FROM curves WHERE curve = 'P' OR task = 'toys'"), "n\n0\n");
}

TEST_F(Query, SweepsHoldWhereTheStoreIsFrom) {
  EXPECT_EQ(ask("SELECT * FROM sweeps"),
            "name,text,resolved,program,compiler,level,started,command\ntoys,[sweep],,test,gcc,plain,now,none\n");
}

/// Conditions are evaluated through indices. They must find the rows that SQL's own comparison finds, conversions
/// included.
TEST_F(Query, ConditionsFindWhatComparisonFinds) {
  for (const char* condition : {"length = 2",
                                "length = 2.0",
                                "length = '2'",
                                "length = 2.5",
                                "length = 'two'",
                                "length = NULL",
                                "rate = 0.01",
                                "rate = '0.01'",
                                "kind = 'a'",
                                "kind = 'A'",
                                "kind = 5",
                                "status = 'done'",
                                "status = 'DONE' COLLATE NOCASE",
                                "experiment = 3",
                                "experiment = '3'",
                                "experiment = -1",
                                "experiment = 9",
                                "error = 10",
                                "error = NULL",
                                "length = 2 AND status = 'done'",
                                "length = 2 AND length = 3",
                                "length IN (1, 3)",
                                "experiment IN (1, 1, 2)",
                                "length = 1 OR rate = 0.01"})
    EXPECT_EQ(
        ask(std::string("SELECT experiment FROM toy WHERE ") + condition + " ORDER BY 1"),
        ask(std::string("SELECT experiment FROM (SELECT * FROM toy LIMIT 99) WHERE ") + condition + " ORDER BY 1"))
        << condition;
  for (const char* condition :
       {"experiment = 2", "row = 1", "row = 1 AND \"column\" = 1", "row = 3", "row = -1", "row = 0.5", "row = '1'",
        "row = 'one'", "experiment = 1 OR row = 0", "value = 1.01", "row IN (0, 2) AND experiment = 2"})
    EXPECT_EQ(ask(std::string("SELECT experiment, row, value FROM toy_P WHERE ") + condition + " ORDER BY 1, 2, 3"),
              ask(std::string("SELECT experiment, row, value FROM (SELECT * FROM toy_P LIMIT 99) WHERE ") + condition +
                  " ORDER BY 1, 2, 3"))
        << condition;
}

TEST_F(Query, RowsComeInTheOrderThatIsAsked) {
  EXPECT_EQ(ask("SELECT experiment FROM toy_all ORDER BY experiment DESC LIMIT 2"), "experiment\n4\n3\n");
  EXPECT_EQ(ask("SELECT experiment FROM toy_all WHERE length IN (2, 1) ORDER BY experiment"),
            "experiment\n0\n1\n3\n4\n");
  EXPECT_EQ(ask("SELECT experiment, count(*) AS n FROM toy_P GROUP BY experiment"),
            "experiment,n\n0,1\n1,4\n2,9\n3,1\n");
  EXPECT_EQ(ask("SELECT position, sum(value) AS s FROM toy_curve GROUP BY position"), "position,s\n1,6\n2,3\n3,2\n");
}

TEST_F(Query, NothingCanBeChangedOrReachedOutside) {
  const std::string other = folder_.file("other.db");
  for (const std::string& sql : std::vector<std::string>{"DELETE FROM toy",
                                                         "DROP TABLE toy",
                                                         "UPDATE toy SET error = 0",
                                                         "CREATE TABLE x (a)",
                                                         "CREATE TEMP TABLE x (a)",
                                                         "CREATE VIRTUAL TABLE x USING toy",
                                                         "CREATE VIEW x AS SELECT 1",
                                                         "ATTACH DATABASE '" + other + "' AS other",
                                                         "VACUUM INTO '" + other + "'",
                                                         "PRAGMA journal_mode = WAL",
                                                         "PRAGMA temp_store_directory = '/tmp'",
                                                         "SELECT * FROM pragma_database_list",
                                                         "BEGIN",
                                                         "ANALYZE",
                                                         "INSERT INTO toy (experiment) VALUES (9)",
                                                         "INSERT INTO sqlite_master VALUES (1, 2, 3, 4, 5)",
                                                         "SELECT load_extension('" + other + "')",
                                                         "SELECT writefile('" + other + "', 'x')",
                                                         "SELECT readfile('/etc/hostname')",
                                                         "SELECT edit('x')",
                                                         "REINDEX",
                                                         "ALTER TABLE toy RENAME TO x"})
    EXPECT_TRUE(refusal(sql).starts_with("SQL: ")) << sql << " said " << refusal(sql);
  EXPECT_EQ(refusal("BEGIN"), "SQL: not authorized; a store is read-only: write SELECT ...");
  EXPECT_FALSE(std::filesystem::exists(other));
}

TEST_F(Query, NoValueGrowsWithoutBound) {
  for (const char* sql :
       {"SELECT zeroblob(1000000000)", "SELECT hex(zeroblob(30000000))",
        "WITH RECURSIVE n(x) AS (SELECT 'x' UNION ALL SELECT x || x FROM n) SELECT max(length(x)) FROM n"})
    EXPECT_EQ(refusal(sql), "SQL: string or blob too big") << sql;
}

TEST_F(Query, MistakesAreOneLineWithTheirPlaceAndTheNearestName) {
  EXPECT_EQ(refusal("SELECT lenght FROM toy"),
            "SQL: no such column: lenght (at character 8: lenght FROM toy), did you mean length?");
  EXPECT_EQ(refusal("SELECT 'é', t.EROR\nFROM toy t"),
            "SQL: no such column: t.EROR (at character 13: t.EROR\nFROM toy t), did you mean error?");
  EXPECT_EQ(refusal("SELECT 1 FROM toi WHERE kind"),
            "SQL: no such table: toi (at character 15: toi WHERE kind), did you mean toy?");
  EXPECT_EQ(refusal("SELEC 1"), "SQL: near \"SELEC\": syntax error (at character 1: SELEC 1)");
  EXPECT_EQ(refusal("SELECT kind FROM toy WHERE kind = \"a\""),
            "SQL: no such column: a (at character 35: \"a\"); write texts in single quotes");
  EXPECT_NE(refusal("SELECT mediam(error) FROM toy").find("there are median(x), "), std::string::npos);
  EXPECT_NE(refusal("SELECT experiment FROM toy a, toy b").find("write TABLE.COLUMN"), std::string::npos);
  EXPECT_NE(refusal("").find("empty"), std::string::npos);
  EXPECT_NE(refusal("SELECT 1; SELECT 2").find("more than one statement"), std::string::npos);
  EXPECT_EQ(ask("SELECT 1 AS x; -- that is all"), "x\n1\n");
}

TEST_F(Query, ListsItsTablesAndColumnsWithAFirstLook) {
  std::ostringstream out;
  describe_tables(StoreReader(path()), out);
  for (const char* text :
       {"toy (done, planned), toy_all (5 experiments)", "a scalar", "toy_curve(experiment, position, value)",
        "toy_P(experiment, row, column, value)\n  a matrix", "experiments (", "curves (", "sweeps (", "ci95(x)",
        "    experiment  status   length  rate  error  loss\n             0  done          1     0     10   0.5\n"})
    EXPECT_NE(out.str().find(text), std::string::npos) << text << " is not in\n" << out.str();
}

}  // namespace
}  // namespace icsweep
