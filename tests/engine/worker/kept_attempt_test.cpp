#include "engine/worker/kept_attempt.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "engine/search/search.hpp"
#include "io/base/temporary_folder.hpp"
#include "io/sweep_file/sweep_file.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep::kept_attempt_test {
namespace {

/// A task without a state. Its loss falls; `breaks` is the step at which it diverges.
class Stateless : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema{"stateless",
                               1,
                               {integer("breaks", 0).between(0, 1000), integer("steps", 9).between(1, 1000).resource()},
                               {{"value", "", {}}, {"loss", "", {{"checkpoint", [](const Config&) { return 9; }}}}}};
    return schema;
  }
  Cost cost(const Config&) const override { return {1, 1, 1e6}; }
  std::string flop_formula() const override { return ""; }
  bool resumable(const Config&) const override { return false; }
  void run(const Config& c, Context& context) const override {
    ++runs;
    Progress progress{0, long(c.integer("steps")), 0, 0};
    std::vector<double> losses(9, std::nan(""));
    const auto loop = [&] {
      for (context.tick(progress); progress.step < progress.steps; context.tick(progress)) {
        if (progress.step == long(c.integer("breaks")) - 1) throw Diverged("too large");
        progress.loss = 1.0 / double(++progress.step);
        losses[std::size_t(progress.step - 1)] = progress.loss;
      }
    };
    const auto state = [&](Archive&) {
      if (progress.step < progress.steps) throw NoState{};
    };
    context.resumable(state, loop, [&] { return Results{{"loss", losses}}; });
    context.put("loss", losses);
    context.put("value", 7);
  }
  mutable int runs = 0;
};

class Kept : public ::testing::Test {
 protected:
  Kept() {
    std::filesystem::create_directory(folder());
    const Sweep sweep = parse_sweep(
        "[search]\nmethod = \"halving\"\nmetric = \"loss\"\nresource = \"steps\"\neta = 3\nrungs = 3\n[[grid]]\ntask "
        "= \"stateless\"\nbreaks = [0, 6]\n",
        "s.toml");
    experiments_ = expand(TaskRegistry({&task_}), sweep).experiments;
    make_search(*sweep.search, experiments_);  // rungs at steps 1 and 3 of 9
  }
  std::string folder() const { return checkpoint_folder(folder_.file("s.h5")); }
  std::size_t files() const { return std::size_t(std::distance(std::filesystem::directory_iterator(folder()), {})); }
  Attempt run(const Stint& stint, std::size_t experiment = 0) {
    const Experiment& e = experiments_[experiment];
    Assignment a{&task_, e.identity, e.config};
    a.rungs = e.rungs, a.stint = stint;
    CheckpointSaver saver(folder(), 1, 0);
    const StopFlag stop;
    const OnTick on_tick = [&](const Progress& progress) { last_ = progress; };
    Attempt attempt = icsweep::attempt(a, 0, saver, stop, on_tick);
    if (attempt.outcome != Outcome::pending) saver.remove(a, attempt.outcome);
    return attempt;
  }

  Stateless task_;
  TemporaryFolder folder_;
  std::vector<Experiment> experiments_;
  Progress last_{};
};

TEST_F(Kept, AtARungWithoutAStateItIsPrunedWithoutAnotherRun) {
  const Attempt waits = run({.until = 1_rung});
  EXPECT_EQ(waits.outcome, Outcome::pending);
  EXPECT_EQ(waits.rungs, (std::vector<double>{1, 1.0 / 3}));
  EXPECT_EQ(read_checkpoint_head(std::filesystem::directory_iterator(folder())->path())->kept, kept_rungs);
  const Attempt ends = run({.until = 0_rung, .pruned_at = 0_rung});
  EXPECT_EQ(task_.runs, 1);
  EXPECT_EQ(ends.outcome, Outcome::pruned);
  EXPECT_EQ(ends.message, "not among the best at rung 1 of 3, steps 1 of 9: loss 1");
  EXPECT_EQ(ends.results.at("loss")[0], 1);
  EXPECT_TRUE(std::isnan(ends.results.at("loss")[1]));
  EXPECT_EQ(last_.step, 1);
  EXPECT_EQ(files(), 0u) << "nothing resumes from it";
}

TEST_F(Kept, ItRunsAgainFromItsBeginningIfItIsPromoted) {
  run({.until = 0_rung});
  const Attempt second = run({.until = 1_rung});
  EXPECT_EQ(task_.runs, 2);
  EXPECT_EQ(second.rungs.size(), 2u);
  EXPECT_EQ(run({}).outcome, Outcome::done);
  EXPECT_EQ(task_.runs, 3);
  EXPECT_EQ(files(), 0u);
}

TEST_F(Kept, TheEndOfOneThatRunsOnWaitsForTheDecision) {
  const Attempt waits = run({.until = 0_rung, .runs_on = true});
  EXPECT_EQ(waits.outcome, Outcome::pending);
  EXPECT_EQ(waits.rungs, (std::vector<double>{1, 1.0 / 3}));
  const Attempt done = run({});
  EXPECT_EQ(done.outcome, Outcome::done);
  EXPECT_EQ(done.results.at("value"), std::vector<double>{7});
  EXPECT_EQ(last_.step, 9);
  EXPECT_EQ(task_.runs, 1);
  EXPECT_EQ(files(), 0u);
}

TEST_F(Kept, APrunedEndHasNoTraceOfWhatCameLater) {
  for (const std::size_t experiment : {0, 1}) {  // the second diverges after both rungs
    run({.until = 0_rung, .runs_on = true}, experiment);
    EXPECT_EQ(run({.until = 1_rung, .runs_on = true}, experiment).outcome, Outcome::pending);
    const Attempt ends = run({.until = 1_rung, .pruned_at = 1_rung}, experiment);
    EXPECT_EQ(ends.outcome, Outcome::pruned);
    EXPECT_FALSE(ends.results.contains("value"));
    EXPECT_EQ(ends.results.at("loss")[2], 1.0 / 3);
    EXPECT_TRUE(std::isnan(ends.results.at("loss")[3]));
    EXPECT_EQ(last_.step, 3);
  }
}

TEST_F(Kept, AnEndBeforeTheRungDecidesNothing) {
  const Attempt first = run({.until = 0_rung, .runs_on = true}, 1);
  EXPECT_EQ(first.outcome, Outcome::pending);
  const Attempt last = run({}, 1);
  EXPECT_EQ(last.outcome, Outcome::diverged);
  EXPECT_EQ(last.message, "too large");
  EXPECT_EQ(task_.runs, 1);
}

}  // namespace
}  // namespace icsweep::kept_attempt_test
