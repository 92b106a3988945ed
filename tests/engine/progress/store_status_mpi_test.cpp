#include "engine/progress/store_status.hpp"

#include <gtest/gtest.h>

#include "engine/progress/status_text.hpp"
#include "support/synthetic_store.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep::store_status_test {
namespace {

/// Seeds 0 … 3 of the task with these ratios. Seeds in `diverged` have no result.
void fill(SyntheticStore& store, const std::vector<double>& ratios, int diverged = -1) {
  for (std::size_t seed = 0; seed < ratios.size(); ++seed) store.add().set("seed", std::int64_t(seed));
  store.write([&](const Config& c, const std::string& output,
                  std::size_t) { return output == "zero_ratio" ? ratios[std::size_t(c.integer("seed"))] : 1.0; },
              Outcome::diverged, diverged);
}

TEST(Unlearnt, AreDoneAboveTheRatioOfPredictingZero) {
  SyntheticStore store("diagonal");
  fill(store, {0.951, 0.95, 0.2, 7}, 3);
  const StoreReader reader(store.path());
  const auto found = task_status(reader)[0].unlearnt;
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0], reader.tables()[0].texts("identity")[0]);
}

TEST(Unlearnt, StatusNamesThem) {
  SyntheticStore store("diagonal");
  fill(store, {0.99, 0.3, 1.2});
  const StoreReader reader(store.path());
  const std::string text = to_text(task_status(reader)[0]);
  EXPECT_NE(text.find("\n  2 learnt nothing, above 0.95 of predicting zero: "), std::string::npos) << text;
  SyntheticStore learnt("diagonal");
  fill(learnt, {0.1});
  EXPECT_EQ(to_text(task_status(StoreReader(learnt.path()))[0]), "diagonal: 1 planned: 1 done\n");
}

TEST(Unlearnt, TasksThatTrainNothingHaveNone) {
  SyntheticStore store("trajectory");
  store.add();
  store.write([](const Config&, const std::string&, std::size_t) { return 1.0; });
  EXPECT_TRUE(task_status(StoreReader(store.path()))[0].unlearnt.empty());
}

TEST(Unlearnt, ManyAreNamedInPart) {
  const TaskStatus many{.task = "diagonal", .unlearnt = std::vector<std::string>(12, "0123456789abcdef")};
  const std::string text = to_text(many);
  EXPECT_NE(text.find("\n  12 learnt nothing"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with(" 01234567 ...\n")) << text;
}

/// The advice follows from the decision that a launch would take.
TEST(StoreStatus, AdvisesWhatDueDecides) {
  SyntheticStore store("diagonal");
  std::vector<SyntheticStore::Fate> fates(7);
  for (int i = 0; i < outcome_count; ++i) {
    store.add().set("seed", std::int64_t(i));
    fates[std::size_t(i)].outcome = Outcome(i);
  }
  store.write([](const Config&, const std::string&, std::size_t) { return 0.1; }, fates);
  const StoreStatus s =
      store_status(papers_tasks(), StoreReader(store.path()), store.path(), {}, "stopped", Messages::unread);
  EXPECT_EQ(s.planned, 7u);
  EXPECT_EQ(s.ended, 6u);
  EXPECT_EQ(s.retryable, (OutcomeCounts{0, 0, 0, 1, 1, 1, 0}));
  EXPECT_EQ(left_text(s),
            "1 of 7 left: run the same command to resume; add --retry failed,timed_out,crashed to the command to run 3 "
            "of them again");
  StoreStatus left_out = s;
  left_out.not_asked = 1;
  EXPECT_TRUE(
      left_text(left_out).starts_with("1 of 7 left: the last command did not ask for them, run the whole sweep on"));
}

TEST(StoreStatus, BetweenTwoRoundsIsNotComplete) {
  StoreStatus s;
  s.planned = s.ended = 4;
  EXPECT_TRUE(s.is_complete());
  EXPECT_EQ(left_text(s), "all 4 experiments have ended");
  s.rounds = RoundsStatus{{"test_mse"}, 2, {{"augmented", 1, true}}};
  EXPECT_FALSE(s.is_complete());
  EXPECT_EQ(left_text(s), "the next round of proposals follows: run the same command to resume");
  s.rounds->grids[0].round = 2;
  EXPECT_TRUE(s.is_complete());
  s.rounds->grids[0].have_ended = false;
  EXPECT_FALSE(s.is_complete());
}

}  // namespace
}  // namespace icsweep::store_status_test
