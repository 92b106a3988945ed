// Names that a user asks for, in stores with one task, with several and with none.
#include "io/store/asked_names.hpp"

#include <gtest/gtest.h>

#include "io/base/error.hpp"
#include "io/base/phrases.hpp"
#include "io/base/temporary_folder.hpp"
#include "io/store/hdf5_store.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

class AskedNames : public ::testing::Test {
 protected:
  StoreReader store(const std::vector<std::string>& tasks) {
    std::vector<TablePlan> plans;
    for (const auto& task : tasks) {
      plans.push_back({make_table(papers_tasks().find(task).schema()), nullptr, {}, {}, {}});
      for (const auto& c : plans.back().table.columns)
        for (const auto& d : c.dimensions) plans.back().table.extents[d] = 1;
    }
    const std::string path = folder_.file(std::to_string(tasks.size()) + ".h5");
    create_store(path, {"names", "[sweep]", "test", "gcc", "plain", "now", "none"}, plans);
    return StoreReader(path);
  }

  static std::string error(const std::function<void()>& ask) {
    try {
      ask();
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(AskedNames, AStoreWithOneTaskNeedsNoName) {
  const StoreReader one = store({"augmented"}), two = store({"augmented", "plain"});
  EXPECT_EQ(asked_table(one, "").table().task, "augmented");
  EXPECT_EQ(asked_table(two, "plain").table().task, "plain");
  EXPECT_EQ(error([&] { asked_table(two, ""); }),
            "the store has several tasks, name one before the result: augmented, plain");
  const StoreReader none = store({});
  EXPECT_EQ(error([&] { asked_table(none, ""); }), "the store has no tasks");
}

TEST_F(AskedNames, AnUnknownNameGetsTheNearestOrAllKnown) {
  const StoreReader two = store({"augmented", "plain"});
  EXPECT_EQ(error([&] { asked_table(two, "argumented"); }),
            "the store has no task \"argumented\", did you mean augmented?");
  EXPECT_EQ(error([&] { asked_table(two, "other"); }), "the store has no task \"other\"; it has augmented, plain");
  EXPECT_EQ(error([] { expect_name("toy", "result", "b", {"a", "b"}); }), "");
  EXPECT_EQ(error([] { expect_name("toy", "result", "b", {}); }), "toy has no result \"b\"; it has none");
  EXPECT_EQ(error([] { expect_name("toy", "result", "zzz", std::vector<std::string>(most_named + 2, "a")); }),
            "toy has no result \"zzz\"; it has a, a, a, a, a, a, a, a and 2 more");
}

TEST_F(AskedNames, ScalarResultsAreNumbersOfAnExperiment) {
  const StoreReader one = store({"augmented"});
  const auto scalars = scalar_results(asked_table(one, "").table());
  const auto has = [&](const char* name) { return std::ranges::count(scalars, name) == 1; };
  EXPECT_TRUE(has("test_mse") && has("seconds"));
  EXPECT_FALSE(has("loss") || has("depth") || has("rank"));
}

TEST_F(AskedNames, SqlIsNoName) {
  EXPECT_TRUE(is_column_name("test_mse") && is_column_name("größe"));
  EXPECT_FALSE(is_column_name("") || is_column_name("a / b") || is_column_name("2") || is_column_name("log(a)"));
}

}  // namespace
}  // namespace icsweep
