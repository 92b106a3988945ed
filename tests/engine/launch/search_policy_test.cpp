#include "engine/launch/search_policy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "engine/launch/scheduler.hpp"
#include "engine/search/budget.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

const std::vector<double> rung_at{1.0 / 27, 1.0 / 9, 1.0 / 3};  // in shares of a training

/// The results of an experiment, on any rank.
struct Truth {
  std::vector<double> values;  // the values at the rungs
  double end = 1;              // the share at which it ends
  Outcome outcome = Outcome::done;
  double seconds = 1;  // of the whole training

  std::vector<double> rungs(double share, const std::vector<double>& at) const {
    std::vector<double> passed;
    for (std::size_t r = 0; r < at.size(); ++r)
      if (share >= at[r]) passed.push_back(values[r]);
    return passed;
  }
};

/// A search among settings of `seeds` experiments, in races of `settings`.
struct World {
  Search search;
  Indexed<ExperimentIndex, Truth> truth;
  std::vector<double> at = rung_at;

  World(std::mt19937& random, std::size_t races, std::size_t settings, std::size_t seeds) {
    const auto uniform = [&] { return std::uniform_real_distribution(0.0, 1.0)(random); };
    for (std::size_t race = 0; race < races; ++race) {
      Search::Race plan{"", {3, rung_at.size()}, {}};
      for (std::size_t s = 0; s < settings; ++s) {
        std::vector<ExperimentIndex> setting;
        for (std::size_t seed = 0; seed < seeds; ++seed) {
          Truth t;
          for (std::size_t r = 0; r < rung_at.size(); ++r) t.values.push_back(std::floor(20 * uniform()));
          t.seconds = 1 + 9 * uniform();
          if (uniform() < 0.1) t.end = uniform(), t.outcome = uniform() < 0.7 ? Outcome::diverged : Outcome::failed;
          setting.push_back(truth.push_back(t));
        }
        plan.settings.push_back(setting);
      }
      plan.at = at;
      search.races.push_back(plan);
    }
  }
};

/// The end of an experiment: done, or pruned at a rung, with results up to another rung.
struct Ended {
  Outcome outcome = Outcome::pending;
  std::optional<RungIndex> rung{}, until{};
  bool operator==(const Ended&) const = default;
};

/// The content of a store and its checkpoints, and the work that ranks have spent.
struct State {
  Indexed<ExperimentIndex, Ended> ended;
  Indexed<ExperimentIndex, double> share;  // saved
  double work = 0, makespan = 0;
  double expected = 0, counted = 0;  // work of the last launch by the policy, before it and after it
};

/// Ranks that run a world's experiments in simulated time, until all have ended or until `killed`.
class Ranks {
 public:
  Ranks(const World& world, State& state, const std::vector<double>& slowness)
      : world_(world), state_(state), slowness_(slowness), flights_(slowness.size()) {
    Entrants entrants;
    SchedulerJobs jobs;
    for (const ExperimentIndex e : world.truth.indices()) {
      entrants.push_back(
          {state.ended[e].outcome, world.truth[e].rungs(std::min(state.share[e], world.truth[e].end), world.at)});
      if (state.ended[e].outcome != Outcome::pending) continue;
      experiments_.push_back(e);
      jobs.push_back({.cost = world.truth[e].seconds * (1 - state.share[e]), .done = state.share[e]});
      state.expected += jobs[JobIndex(jobs.size() - 1)].cost;
    }
    scheduler_.emplace(jobs, false, search_policy(world.search, entrants, experiments_));
    state.expected -= scheduler_->spared().open;
  }

  void run(double killed) {
    for (double now = 0;;) {
      for (const Rank rank : flights_.indices())
        if (!flights_[rank].busy) take(rank, now);
      if (scheduler_->finished()) {
        state_.counted = scheduler_->completed_cost() - scheduler_->spared().ended;
        EXPECT_EQ(scheduler_->spared().open, 0);
        return;
      }
      const auto next = std::min_element(flights_.begin(), flights_.end(),
                                         [](const Flight& a, const Flight& b) { return a.end < b.end; });
      if (next->end > killed) return;
      ASSERT_TRUE(std::isfinite(next->end)) << "no experiment runs, and the search is not finished";
      now = next->end;
      state_.makespan = now;
      come_back(Rank(int(next - flights_.begin())), now);
      for (const Rank rank : flights_.indices())
        if (flights_[rank].busy && scheduler_->pauses(rank, Progress{1, 2, 3, 0})) come_back(rank, now);
    }
  }

 private:
  struct Flight {
    bool busy = false;
    ExperimentIndex experiment{};
    double begin = 0, end = std::numeric_limits<double>::infinity(), from = 0, to = 0;  // in shares
    Stint stint{};
  };

  void take(Rank rank, double now) {
    const auto job = scheduler_->assign(rank);
    if (!job) return;
    Flight& f = flights_[rank];
    const ExperimentIndex e = experiments_[*job];
    f = {true, e, now, 0, state_.share[e], 1, scheduler_->stint(rank)};
    if (f.stint.pruned_at) f.to = f.from;
    if (f.stint.until) f.to = std::max(f.from, world_.at[f.stint.until->value()]);
    f.to = std::min(f.to, std::max(f.from, world_.truth[e].end));
    f.end = now + (f.to - f.from) * world_.truth[e].seconds * slowness_[rank];
  }

  /// At the end of its stint, or paused before.
  void come_back(Rank rank, double now) {
    Flight& f = flights_[rank];
    const Truth& truth = world_.truth[f.experiment];
    const double reached = now >= f.end ? f.to : f.from + (now - f.begin) / truth.seconds / slowness_[rank];
    state_.work += (reached - f.from) * truth.seconds;
    state_.share[f.experiment] = reached;
    const auto rungs = truth.rungs(reached, world_.at);
    Ended& ended = state_.ended[f.experiment];
    if (f.stint.at_risk && reached >= truth.end) state_.share[f.experiment] = f.from;  // as if it had not run
    else if (now >= f.end && f.stint.pruned_at && (!f.stint.until || rungs.size() > f.stint.until->value()))
      ended = {Outcome::pruned, f.stint.pruned_at, f.stint.until};
    else if (reached >= truth.end) ended = {truth.outcome};
    if (ended.outcome == Outcome::pending) scheduler_->give_back(rank, rungs);
    else scheduler_->complete(rank, ended.outcome, rungs);
    f = {};
  }

  const World& world_;
  State& state_;
  Indexed<Rank, double> slowness_;
  Indexed<Rank, Flight> flights_;
  Indexed<JobIndex, ExperimentIndex> experiments_;
  std::optional<Scheduler> scheduler_;
};

State run(const World& world, const std::vector<double>& slowness, int kills = 0, unsigned seed = 0) {
  State state{Indexed<ExperimentIndex, Ended>(world.truth.size()),
              Indexed<ExperimentIndex, double>(world.truth.size())};
  std::mt19937 random(seed);
  for (; kills > 0; --kills) Ranks(world, state, slowness).run(std::uniform_real_distribution(0.0, 5.0)(random));
  Ranks(world, state, slowness).run(std::numeric_limits<double>::infinity());
  return state;
}

/// Other numbers of ranks, stragglers and kills end as `one` rank did.
void expect_the_same(const World& world, const State& one, unsigned trial) {
  EXPECT_EQ(run(world, {1, 1}).ended, one.ended) << trial;
  EXPECT_EQ(run(world, std::vector<double>(7, 1)).ended, one.ended) << trial;
  EXPECT_EQ(run(world, {1, 1, 20, 1, 300, 1, 1.5}).ended, one.ended) << trial;
  EXPECT_EQ(run(world, std::vector<double>(200, 1)).ended, one.ended) << trial;
  EXPECT_EQ(run(world, {1, 3}, 30, trial).ended, one.ended) << trial;
  EXPECT_EQ(run(world, {1, 1, 20, 1, 1, 1, 1}, 30, trial).ended, one.ended) << trial;
}

TEST(SearchPolicy, TheSameDecisionsOnAnyNumberOfRanksWithStragglersAndAfterKills) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const World world(random, 1 + std::size_t(trial % 3), 5 + std::size_t(trial % 30), 1 + std::size_t(trial % 2));
    const State one = run(world, {1});
    for (const Ended& e : one.ended) ASSERT_NE(e.outcome, Outcome::pending) << trial;
    expect_the_same(world, one, unsigned(trial));
  }
}

/// Settings of 2 to 4 experiments; the first of each is a scout.
World with_scouts(std::mt19937& random, std::size_t races, std::size_t settings, std::size_t seeds) {
  World world(random, races, settings, seeds);
  world.at = {1.0 / 81, 1.0 / 27, 1};
  for (Search::Race& race : world.search.races) race.rules = {3, 3, 2, false, true}, race.at = world.at;
  return world;
}

TEST(SearchPolicy, ScoutsDecideTheSameOnAnyNumberOfRanksWithStragglersAndAfterKills) {
  std::mt19937 random(6);
  std::size_t behind = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const World world =
        with_scouts(random, 1 + std::size_t(trial % 3), 5 + std::size_t(trial % 30), 2 + std::size_t(trial % 3));
    const State one = run(world, {1});
    for (const Ended& e : one.ended) {
      ASSERT_NE(e.outcome, Outcome::pending) << trial;
      behind += e.outcome == Outcome::pruned && e.until < e.rung;
    }
    expect_the_same(world, one, unsigned(trial));
  }
  EXPECT_GT(behind, 100u);
}

TEST(SearchPolicy, OneRankWorksAsMuchAsTheBudgetOfScoutsSays) {
  std::mt19937 random(7);
  World world = with_scouts(random, 1, 27, 3);
  for (Truth& t : world.truth) t.end = 1, t.outcome = Outcome::done, t.seconds = 1;
  const State one = run(world, {1});
  EXPECT_NEAR(one.work / 81, share_of_budget(world.search.races.back().rules, 27, 3, world.at), 1e-9);
  EXPECT_NEAR(one.expected, one.work, 1e-9);
  EXPECT_NEAR(one.counted, one.work, 1e-9);
  EXPECT_EQ(
      std::count_if(one.ended.begin(), one.ended.end(), [](const Ended& e) { return e.outcome == Outcome::done; }),
      9 + 2 * 2);
}

TEST(SearchPolicy, OneRankWorksAsMuchAsTheBudgetSaysAndEndsNothingButTheWinner) {
  std::mt19937 random(1);
  World world(random, 1, 27, 1);
  for (Truth& t : world.truth) t.end = 1, t.outcome = Outcome::done, t.seconds = 1;
  const State one = run(world, {1});
  EXPECT_NEAR(one.work / 27, share_of_budget(world.search.races.back().rules, 27, 1, rung_at), 1e-9);
  EXPECT_NEAR(one.expected, one.work, 1e-9);
  EXPECT_NEAR(one.counted, one.work, 1e-9);
  EXPECT_EQ(
      std::count_if(one.ended.begin(), one.ended.end(), [](const Ended& e) { return e.outcome == Outcome::done; }), 1);
}

TEST(SearchPolicy, IdleRanksGoOnWithWhatLeads) {
  std::mt19937 random(1);
  World world(random, 1, 9, 1);
  for (Truth& t : world.truth) t.end = 1, t.outcome = Outcome::done, t.seconds = 27;
  world.truth[8_experiment].seconds = 270;  // a straggler; the first rung waits for it
  for (const ExperimentIndex e : world.truth.indices()) world.truth[e].values[0] = double(e.value());
  world.truth[8_experiment].values[0] = -1;  // it is better than the third, which has continued meanwhile
  const State nine = run(world, std::vector<double>(9, 1));
  EXPECT_EQ(nine.ended, run(world, {1}).ended);
  EXPECT_GT(nine.work, run(world, {1}).work);
}

TEST(SearchPolicy, AJobThatContinuesPausesWhenItIsPrunedAndIsNeverAtRisk) {
  Search search;
  search.races.push_back({"", {.eta = 2, .rungs = 1, .at_rung = AtRung::continues}, {{0_experiment}, {1_experiment}}});
  Scheduler scheduler({{.cost = 1, .uninterruptible_seconds = 1}, {.cost = 1}}, false,
                      search_policy(search, Entrants(2), {0_experiment, 1_experiment}));
  ASSERT_EQ(scheduler.assign(0_rank), 0_job);
  ASSERT_EQ(scheduler.assign(1_rank), 1_job);
  EXPECT_TRUE(scheduler.stint(0_rank).runs_on);
  scheduler.note(0_rank, {5});
  EXPECT_FALSE(scheduler.pauses(0_rank, {1, 9, 0, 0}));
  scheduler.note(1_rank, {3});
  EXPECT_TRUE(scheduler.pauses(0_rank, {2, 9, 0, 0})) << "though no job waits, and it has no state";
  EXPECT_FALSE(scheduler.pauses(1_rank, {2, 9, 0, 0}));
  scheduler.give_back(1_rank, {3});  // it has reached its end
  EXPECT_EQ(scheduler.assign(1_rank), 1_job);
  EXPECT_EQ(scheduler.stint(1_rank), Stint{});
  scheduler.give_back(0_rank, {5});
  ASSERT_EQ(scheduler.assign(0_rank), 0_job);
  EXPECT_EQ(scheduler.stint(0_rank), (Stint{.until = 0_rung, .pruned_at = 0_rung}));
}

TEST(SearchPolicy, AJobThatRestartsIsNeverAtRisk) {
  for (const AtRung at_rung : {AtRung::saves, AtRung::restarts}) {
    Search search;
    search.races.push_back({"", {.eta = 2, .rungs = 2, .at_rung = at_rung}, {{0_experiment}, {1_experiment}}});
    const auto policy = search_policy(search, Entrants(2), {0_experiment, 1_experiment});
    policy->begin({{.cost = 1}, {.cost = 1}});
    const auto any = [](JobIndex) { return true; };
    policy->take(any), policy->take(any);
    policy->note(0_job, Outcome::pending, {5});
    policy->give_back(0_job);
    EXPECT_EQ(policy->take(any).has_value(), at_rung == AtRung::saves);
  }
}

TEST(SearchPolicy, AJobAtItsOwnRiskPausesWhenOneIsReadyAndWhenItIsPruned) {
  Search search;
  search.races.push_back({"", {2, 2}, {{0_experiment}, {1_experiment}}});
  const auto policy = search_policy(search, Entrants(2), {0_experiment, 1_experiment});
  policy->begin({{.cost = 1}, {.cost = 1}});
  const auto any = [](JobIndex) { return true; };
  EXPECT_EQ(policy->take(any), 0_job);
  EXPECT_EQ(policy->take(any), 1_job);
  EXPECT_EQ(policy->stint(0_job).until, 0_rung);
  policy->note(0_job, Outcome::pending, {5});
  policy->give_back(0_job);
  EXPECT_EQ(policy->take(any), 0_job);  // at its own risk
  EXPECT_EQ(policy->stint(0_job).until, 1_rung);
  EXPECT_FALSE(policy->stint(0_job).pruned_at);
  EXPECT_FALSE(policy->pauses(0_job, {1, 9, 0, 0}));
  policy->note(1_job, Outcome::pending, {3});  // better, so the first is pruned
  policy->give_back(1_job);
  EXPECT_TRUE(policy->pauses(0_job, {2, 9, 0, 0}));
  policy->note(0_job, Outcome::pending, {5, 1});
  policy->give_back(0_job);
  EXPECT_EQ(policy->take(any), 0_job);
  EXPECT_EQ(policy->stint(0_job).until, 0_rung);
  EXPECT_EQ(policy->stint(0_job).pruned_at, 0_rung);
  EXPECT_EQ(policy->take(any), 1_job);
  EXPECT_EQ(policy->stint(1_job).until, 1_rung);  // alone, but it needs a value to continue
  policy->note(0_job, Outcome::pruned, {5, 1});
  policy->note(1_job, Outcome::done, {3, 3});
  EXPECT_FALSE(policy->waits_for_results());
}

TEST(SearchPolicy, NoneGoesToTheEndAtItsOwnRisk) {
  Search search;
  search.races.push_back({"", {2, 1}, {{0_experiment}, {1_experiment}}});
  const auto policy = search_policy(search, {{Outcome::pending, {1}}, {}}, {0_experiment, 1_experiment});
  policy->begin({{.cost = 1}, {.cost = 1}});
  EXPECT_EQ(policy->take([](JobIndex) { return true; }), 1_job);
  EXPECT_EQ(policy->take([](JobIndex) { return true; }), std::nullopt);
  EXPECT_TRUE(policy->waits_for_results());
}

}  // namespace
}  // namespace icsweep
