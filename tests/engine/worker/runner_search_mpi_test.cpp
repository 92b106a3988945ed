// Tests experiments of a search: they stop at rungs, resume, or end as pruned.
#include <cmath>
#include <filesystem>

#include "engine/search/search.hpp"
#include "engine/worker/running.hpp"
#include "io/store/hdf5_store.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

class Searched : public ::testing::Test {
 protected:
  Searched() {
    const Sweep sweep = parse_sweep(
        "[search]\nmethod = \"halving\"\nmetric = \"loss\"\nresource = \"epochs\"\neta = 3\nrungs = 3\n[[grid]]\ntask "
        "= "
        "\"augmented\"\nlength = 4\ndim = 2\nsequences = 16\ntest_sequences = 16\nepochs = 50\nbatch = 8\n"
        "learning_rate = [0.005, 1e3]\n",
        "s.toml");
    experiments_ = expand(papers_tasks(), sweep).experiments;
    search_ = make_search(*sweep.search, experiments_);
    for (const char* name : {"s.h5", "whole.h5"})
      prepare_store({sweep, papers_tasks()}, folder_.file(name), experiments_, {.search = &search_});
  }

  Assignment assignment(std::optional<RungIndex> until, bool prunes = false, std::size_t row = 0) const {
    Assignment a{experiments_[row].task, experiments_[row].identity, experiments_[row].config,
                 RowIndex(std::int64_t(row))};
    a.rungs = experiments_[row].rungs;
    a.stint.until = until, a.stint.pruned_at = prunes ? until : std::nullopt;
    return a;
  }
  Outcome run(const std::string& store, const Assignment& a, int epoch = 1) {
    StoreWriter writer(folder_.file(store));
    RunnerSettings settings{.checkpoints = folder_.file(store + ".checkpoints"), .epoch = epoch};
    Assignment given = a;
    given.isolated = isolated_;
    Runner runner(writer, 0_rank, settings, stop_, [](const Progress&) {});
    const Outcome outcome = runner.run(given);
    rungs_ = runner.rungs();
    writer.commit();
    return outcome;
  }
  Row row(const std::string& store, std::int64_t index = 0) const {
    return StoreReader(folder_.file(store)).find("augmented")->read_rows(index, 1).at(0);
  }
  std::vector<double> loss(const std::string& store) const { return std::get<Array>(row(store).at("loss")).values; }
  template <class T>
  T cell(const std::string& store, const std::string& column) const {
    return std::get<T>(row(store).at(column));
  }
  std::size_t files() const {
    const std::string folder = folder_.file("s.h5.checkpoints");
    if (!std::filesystem::exists(folder)) return 0;
    return std::size_t(std::distance(std::filesystem::directory_iterator(folder), {}));
  }

  TemporaryFolder folder_;
  std::vector<Experiment> experiments_;
  Search search_;
  StopFlag stop_;
  std::vector<double> rungs_;
  bool isolated_ = false;
};

TEST_F(Searched, StopsAtARungAndGoesOnWithTheBitsOfARunThatWasNeverPaused) {
  ASSERT_EQ(run("whole.h5", assignment(std::nullopt)), Outcome::done);
  const std::vector<double> whole = loss("whole.h5"), values{whole[4], whole[15]};  // after 5 and 16 epochs
  EXPECT_EQ(rungs_, values);
  for (const bool isolated : {false, true}) {
    isolated_ = isolated;
    EXPECT_EQ(run("s.h5", assignment(0_rung)), Outcome::pending);
    EXPECT_EQ(rungs_, (std::vector<double>{values[0]}));
    EXPECT_EQ(run("s.h5", assignment(0_rung)), Outcome::pending);  // it is already there
    EXPECT_EQ(rungs_, (std::vector<double>{values[0]}));
    EXPECT_EQ(files(), 1u);
  }
  EXPECT_EQ(run("s.h5", assignment(1_rung)), Outcome::pending);
  EXPECT_EQ(rungs_, values);
  EXPECT_EQ(loss("s.h5")[15], whole[15]);
  EXPECT_TRUE(std::isnan(loss("s.h5")[16]));
  EXPECT_EQ(run("s.h5", assignment(std::nullopt)), Outcome::done);
  EXPECT_EQ(rungs_, values);
  EXPECT_EQ(cell<std::int64_t>("s.h5", "digest"), cell<std::int64_t>("whole.h5", "digest"));
  EXPECT_EQ(cell<std::int64_t>("s.h5", rung_column), 0);
  EXPECT_EQ(files(), 0u);
}

TEST_F(Searched, APrunedRowHasItsRungItsMetricAndItsCurveUpToThere) {
  ASSERT_EQ(run("whole.h5", assignment(std::nullopt)), Outcome::done);
  const std::vector<double> whole = loss("whole.h5");
  ASSERT_EQ(run("s.h5", assignment(0_rung, true)), Outcome::pruned);
  const std::vector<double> curve = loss("s.h5");
  for (std::size_t i = 0; i < curve.size(); ++i)
    if (i <= 4) EXPECT_EQ(curve[i], whole[i]);
    else EXPECT_TRUE(std::isnan(curve[i])) << i;
  EXPECT_EQ(cell<std::int64_t>("s.h5", rung_column), 1);
  EXPECT_EQ(cell<double>("s.h5", rung_metric_column), whole[4]);
  EXPECT_TRUE(std::isnan(cell<double>("s.h5", "test_mse")));
  EXPECT_EQ(
      cell<std::string>("s.h5", "message").substr(0, 60),
      "not among the best at rung 1 of 3, epochs 5 of 50: loss " + cell<std::string>("s.h5", "message").substr(56, 4));
  EXPECT_EQ(files(), 1u);  // it may continue later
  EXPECT_EQ(run("s.h5", assignment(std::nullopt)), Outcome::done);
  EXPECT_EQ(cell<std::int64_t>("s.h5", "digest"), cell<std::int64_t>("whole.h5", "digest"));
}

TEST_F(Searched, HowFarItHadGoneAtItsOwnRiskDoesNotShow) {
  ASSERT_EQ(run("whole.h5", assignment(0_rung, true)), Outcome::pruned);
  ASSERT_EQ(run("s.h5", assignment(1_rung)), Outcome::pending);
  Assignment later = assignment(0_rung, true);  // in the next launch
  later.checkpoint = checkpoint_path(folder_.file("s.h5.checkpoints"), later.identity, 1);
  ASSERT_EQ(run("s.h5", later, 2), Outcome::pruned);
  EXPECT_EQ(rungs_.size(), 2u);
  for (const char* column : {"digest", rung_column})
    EXPECT_EQ(cell<std::int64_t>("s.h5", column), cell<std::int64_t>("whole.h5", column));
  EXPECT_EQ(cell<double>("s.h5", rung_metric_column), cell<double>("whole.h5", rung_metric_column));
  EXPECT_EQ(cell<std::string>("s.h5", "message"), cell<std::string>("whole.h5", "message"));
}

TEST_F(Searched, WhatItsSettingLeavesBehindEndsWhereItStandsOrWithoutARun) {
  Assignment at_first = assignment(0_rung);
  at_first.stint.pruned_at = 1_rung;  // it had come to the first rung when its setting left at the second
  ASSERT_EQ(run("whole.h5", at_first), Outcome::pruned);
  ASSERT_EQ(run("s.h5", assignment(1_rung)), Outcome::pending);  // speculatively
  ASSERT_EQ(run("s.h5", at_first), Outcome::pruned);
  for (const char* column : {"digest", rung_column})
    EXPECT_EQ(cell<std::int64_t>("s.h5", column), cell<std::int64_t>("whole.h5", column));
  EXPECT_FALSE(std::isnan(loss("s.h5")[4]));
  EXPECT_TRUE(std::isnan(loss("s.h5")[5]));
  EXPECT_EQ(cell<std::int64_t>("s.h5", rung_column), 2);
  EXPECT_TRUE(std::isnan(cell<double>("s.h5", rung_metric_column)));
  EXPECT_EQ(cell<std::string>("s.h5", "message"),
            "its setting left the race without it at rung 2 of 3, epochs 16 of 50");

  ASSERT_EQ(run("s.h5", assignment(0_rung, false, 1)), Outcome::pending);
  Assignment nowhere = assignment(std::nullopt, false, 1);
  nowhere.stint.pruned_at = 0_rung;
  for (const bool isolated : {false, true}) {
    isolated_ = isolated;
    ASSERT_EQ(run("s.h5", nowhere), Outcome::pruned);
    const Row unrun = row("s.h5", 1);
    EXPECT_EQ(std::get<std::int64_t>(unrun.at(rung_column)), 1);
    for (const double value : std::get<Array>(unrun.at("loss")).values) EXPECT_TRUE(std::isnan(value));
  }
}

TEST_F(Searched, AStopBeforeARungIsNoRung) {
  stop_.set_after(-1);
  EXPECT_EQ(run("s.h5", assignment(0_rung)), Outcome::pending);
  EXPECT_TRUE(rungs_.empty());
}

TEST_F(Searched, APlanReadsFromRowsWhatTheSearchHasToKnow) {
  ASSERT_EQ(run("s.h5", assignment(std::nullopt)), Outcome::done);
  ASSERT_EQ(run("s.h5", assignment(0_rung, true, 1)), Outcome::pruned);
  const Sweep sweep = parse_sweep(StoreReader(folder_.file("s.h5")).header().sweep_text, "s.toml");
  const StorePlan plan =
      prepare_store({sweep, papers_tasks()}, folder_.file("s.h5"), experiments_, {.search = &search_});
  ASSERT_EQ(plan.entrants.size(), 2u);
  EXPECT_EQ(plan.entrants[0_experiment].outcome, Outcome::done);
  EXPECT_EQ(plan.entrants[0_experiment].rungs.size(), 2u);
  EXPECT_EQ(plan.entrants[1_experiment].outcome, Outcome::pruned);
  EXPECT_EQ(plan.entrants[1_experiment].rungs.size(), 1u);
  EXPECT_EQ(plan.count(Due::unpruned), 0u);
  EXPECT_TRUE(plan.jobs.empty());
  EXPECT_TRUE(plan.saved.contains(experiments_[1].identity));
}

TEST_F(Searched, WithoutTheSearchAPrunedRowWaitsAgainWithItsCurve) {
  ASSERT_EQ(run("s.h5", assignment(0_rung, true)), Outcome::pruned);
  const Sweep sweep = parse_sweep(
      "[[grid]]\ntask = \"augmented\"\nlength = 4\ndim = 2\nsequences = 16\ntest_sequences = 16\nepochs = 50\nbatch = "
      "8\nlearning_rate = [0.005, 1e3]\n",
      "s.toml");
  const auto experiments = expand(papers_tasks(), sweep).experiments;
  const StorePlan plan = prepare_store({sweep, papers_tasks()}, folder_.file("s.h5"), experiments);
  EXPECT_EQ(plan.count(Due::unpruned), 1u);
  EXPECT_EQ(plan.jobs.size(), 2u);
  EXPECT_FALSE(plan.jobs[0_job].again);  // its checkpoint counts
  EXPECT_FALSE(std::isnan(loss("s.h5")[4]));
  EXPECT_EQ(StoreReader(folder_.file("s.h5")).header().search, "");
  EXPECT_EQ(cell<std::int64_t>("s.h5", rung_column), 0);
}

TEST_F(Searched, AStoreOfAnotherSearchIsRefused) {
  const Sweep sweep = parse_sweep(
      "[search]\nmethod = \"halving\"\nmetric = \"loss\"\nresource = \"epochs\"\neta = 3\nrungs = 2\n[[grid]]\ntask = "
      "\"augmented\"\n",
      "s.toml");
  auto experiments = expand(papers_tasks(), sweep).experiments;
  const Search search = make_search(*sweep.search, experiments);
  try {
    prepare_store({sweep, papers_tasks()}, folder_.file("s.h5"), experiments, {.search = &search});
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()).substr(folder_.file("s.h5").size()),
              ": was searched by \"halving metric=loss smallest resource=epochs eta=3 rungs=3 keep=fifth\", and the "
              "sweep's search "
              "is \"halving metric=loss smallest resource=epochs eta=3 rungs=2 keep=fifth\"; name another store, or "
              "run the sweep "
              "without [search] first");
  }
}

/// A task that trains nothing. The loss of `hollow` = 1 is NaN, that of 0 falls.
class HollowTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema{
        "hollow",
        1,
        {integer("hollow", 0).between(0, 1), integer("epochs", 9).between(1, 100).resource(), seed("makes it another")},
        {{"loss", "", {{"checkpoint", [](const Config& c) { return c.integer("epochs"); }}}}}};
    return schema;
  }
  Cost cost(const Config&) const override { return {1, 1, 1e6}; }
  std::string flop_formula() const override { return ""; }
  void run(const Config& c, Context& context) const override {
    Progress progress{0, long(c.integer("epochs")), 0, 0};
    std::vector<double> losses(std::size_t(progress.steps), std::nan(""));
    const auto loop = [&] {
      for (context.tick(progress); progress.step < progress.steps; context.tick(progress)) {
        const double loss = 1.0 / double(1 + progress.step);
        losses[std::size_t(progress.step++)] = c.integer("hollow") == 1 ? std::nan("") : loss;
      }
    };
    context.resumable([&](Archive& archive) { archive(progress, losses); }, loop,
                      [&] {
                        return Results{{"loss", losses}};
                      });
    context.put("loss", losses);
  }
};

TEST(SearchedMetric, ThatIsNoNumberWithoutDivergenceEndsItsRow) {
  const HollowTask task;
  const TaskRegistry tasks({&task});
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  const Sweep sweep = parse_sweep(
      "[search]\nmethod = \"scouts\"\nmetric = \"loss\"\nresource = \"epochs\"\n[[grid]]\ntask = \"hollow\"\nhollow = "
      "[0, 1]\nseed = { count = 3 }\n",
      "s.toml");
  auto experiments = expand(tasks, sweep).experiments;
  const Search search = make_search(*sweep.search, experiments);
  ASSERT_EQ(prepare_store({sweep, tasks}, store, experiments, {.search = &search}).jobs.size(), 6u);
  {
    const StopFlag stop;
    StoreWriter writer(store);
    Runner runner(writer, 0_rank, {}, stop, [](const Progress&) {});
    for (std::size_t e = 0; e < 6; ++e) {
      Assignment a{&task, experiments[e].identity, experiments[e].config, RowIndex(std::int64_t(e))};
      a.rungs = experiments[e].rungs;
      if (e >= 3)
        a.stint.pruned_at = 1_rung,
        a.stint.until = e == 3 ? a.stint.pruned_at : std::nullopt;  // the other seeds do not follow their scout
      ASSERT_EQ(runner.run(a), e < 3 ? Outcome::done : Outcome::pruned);
    }
    writer.commit();
  }
  const auto rows = StoreReader(store).find("hollow")->read_rows(0, 6);
  EXPECT_TRUE(std::isinf(std::get<double>(rows[3].at(rung_metric_column))));
  EXPECT_TRUE(std::isnan(std::get<double>(rows[5].at(rung_metric_column))));
  const StorePlan again = prepare_store({sweep, tasks}, store, experiments, {.search = &search});
  EXPECT_EQ(again.count(Due::unpruned), 0u);
  EXPECT_TRUE(again.jobs.empty());
}

TEST_F(Searched, OnlyAStoreThatHasHadASearchIsOfTheNewVersion) {
  EXPECT_EQ(StoreReader(folder_.file("s.h5")).header().version, 3);
  const Sweep sweep = parse_sweep("[[grid]]\ntask = \"augmented\"\n", "s.toml");
  const auto experiments = expand(papers_tasks(), sweep).experiments;
  prepare_store({sweep, papers_tasks()}, folder_.file("plain.h5"), experiments);
  const StoreReader plain(folder_.file("plain.h5"));
  EXPECT_EQ(plain.header().version, 2);
  EXPECT_EQ(plain.find("augmented")->table().find(rung_column), nullptr);
}

}  // namespace
}  // namespace icsweep
