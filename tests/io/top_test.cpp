#include "io/top.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "support/temporary_folder.hpp"
#include "support/toy_store.hpp"

namespace icsweep {
namespace {

Schema tuned_schema() {
  return {
      "tuned",
      1,
      {{"depth", std::int64_t{1}, "", 1, 9, {}, {}},
       {"rate", 0.5, "", 0, 1, {}, {}},
       {"width", std::int64_t{5}, "", 0, 9, {}, {}},
       {"seed", std::int64_t{0}, "", 0, 9, {}, {}}},
      {{"error", "a scalar", {}}, {"curve", "a curve", {{"position", [](const Config&) { return std::int64_t{1}; }}}}}};
}

struct Tuned {
  std::int64_t depth;
  double rate;
  std::int64_t seed;
  double error;
  Outcome outcome = Outcome::done;
};

/// Two depths by two rates by two seeds. Depth 2 has the smallest error by luck, depth 1 the smallest mean.
const std::vector<Tuned> all{{1, 0.1, 0, 4}, {1, 0.1, 1, 6}, {1, 0.2, 0, 2},
                             {1, 0.2, 1, 3}, {2, 0.1, 0, 1}, {2, 0.1, 1, 11},
                             {2, 0.2, 0, 7}, {2, 0.2, 1, 7}, {3, 0.1, 0, 0, Outcome::diverged}};

class Top : public ::testing::Test {
 protected:
  Top() {
    TablePlan plan{make_table(tuned_schema()), nullptr, {}, {}, {}};
    plan.table.extents["position"] = 1;
    for (const auto& t : all) {
      Config c;
      c.set("depth", t.depth);
      c.set("rate", t.rate);
      c.set("width", std::int64_t{5});
      c.set("seed", t.seed);
      plan.added.push_back({identity(tuned_schema(), c), c});
      plan.planned.push_back(1);
    }
    identities_ = plan.added;
    create_store(path(), {"tuned", "", "test", "gcc", "plain", "now", "none"}, {plan});
    StoreWriter writer(path());
    for (std::size_t i = 0; i < all.size(); ++i) {
      Row row = row_without_results(tuned_schema(), identities_[i].config);
      row["error"] = all[i].error;
      writer.write("tuned", std::int64_t(i), row, all[i].outcome);
    }
    writer.commit();
  }
  std::string path() const { return folder_.file("s.h5"); }
  std::string short_identity(std::size_t i) const { return identities_[i].identity.substr(0, 8); }
  std::string ask(const TopQuestion& question, QueryFormat format = QueryFormat::csv) const {
    std::ostringstream out;
    print_top(StoreReader(path()), question, format, out);
    return out.str();
  }
  std::string refusal(const TopQuestion& question) const {
    try {
      ask(question);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }
  TemporaryFolder folder_;
  std::vector<NewRow> identities_;
};

TEST_F(Top, EachValueHasItsBestSettingByTheMeanOverSeeds) {
  const auto rows = nlohmann::json::parse(ask({"tuned", "error", {"depth"}}, QueryFormat::json));
  ASSERT_EQ(rows.size(), 2u);  // depth 3 is not done
  EXPECT_EQ(rows[0]["depth"], 1);
  EXPECT_EQ(rows[0]["rate"], 0.2);
  EXPECT_EQ(rows[0]["n"], 2);
  EXPECT_EQ(rows[0]["mean"], 2.5);
  EXPECT_NEAR(rows[0]["ci95"], 12.7062 / 2, 1e-4);  // of 2 and 3: s/√2 = 1/2, Student's t with 1 degree of freedom
  EXPECT_EQ(rows[0]["best"], 2.0);
  EXPECT_EQ(rows[0]["identity"], short_identity(2));
  EXPECT_EQ(rows[0]["settings"], 2);
  EXPECT_EQ(rows[1]["mean"], 6.0);
  EXPECT_EQ(rows[1]["best"], 1.0);  // the smallest of all, in a setting that is not the best
  EXPECT_FALSE(rows[0].contains("width") || rows[0].contains("seed"));
}

TEST_F(Top, TheLargestTurnsEveryOrder) {
  const auto rows = nlohmann::json::parse(ask({"tuned", "error", {"depth"}, true}, QueryFormat::json));
  EXPECT_EQ(rows[0]["depth"], 2);
  EXPECT_EQ(rows[0]["rate"], 0.2);
  EXPECT_EQ(rows[0]["mean"], 7.0);
  EXPECT_EQ(rows[1]["rate"], 0.1);
  EXPECT_EQ(rows[1]["best"], 6.0);
  EXPECT_EQ(rows[1]["identity"], short_identity(1));
}

TEST_F(Top, SeveralParametersMakeOneValueTogether) {
  EXPECT_EQ(ask({"tuned", "error", {"rate", "depth"}}).substr(0, 57),
            "rate,depth,n,mean,ci95,best,identity,settings\n0.2,1,2,2.5");
}

TEST_F(Top, ATableSaysWhatItIsTheBestOver) {
  const std::string text = ask({"tuned", "error", {"depth"}}, QueryFormat::table);
  EXPECT_TRUE(
      text.starts_with("error of tuned by depth, smallest first: 8 of 9 experiments\n"
                       "each with its best rate, by the mean over seeds\n"
                       "depth  rate  n  mean"))
      << text;
  EXPECT_EQ(ask({"tuned", "error", {"depth", "rate"}}, QueryFormat::table).find("each with"), std::string::npos);
}

TEST_F(Top, UnknownNamesAreRefusedWithTheNearest) {
  EXPECT_EQ(refusal({"tund", "error", {"depth"}}), "top: the store has no task \"tund\", did you mean tuned?");
  EXPECT_EQ(refusal({"tuned", "eror", {"depth"}}),
            "top: task tuned has no scalar result \"eror\", did you mean error?");
  EXPECT_EQ(refusal({"tuned", "error", {"dept"}}), "top: task tuned has no parameter \"dept\", did you mean depth?");
  EXPECT_EQ(refusal({"tuned", "error", {"depth", "depth"}}), "top: --by names depth twice");
  EXPECT_EQ(refusal({"tuned", "curve", {"depth"}}),
            "top: curve has an axis position, use icsweep query with the table tuned_curve");
}

TEST_F(Top, WithoutAnExperimentDoneThereIsTheHeadingAlone) {
  create_toy_store(folder_.file("toy.h5"), 2);
  std::ostringstream out;
  print_top(StoreReader(folder_.file("toy.h5")), {"toy", "error", {"length"}}, QueryFormat::csv, out);
  EXPECT_EQ(out.str(), "length,n,mean,ci95,best,identity,settings\n");
}

}  // namespace
}  // namespace icsweep
