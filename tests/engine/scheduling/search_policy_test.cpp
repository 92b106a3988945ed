#include "engine/scheduling/search_policy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "engine/scheduling/scheduler.hpp"
#include "engine/search/budget.hpp"

namespace icsweep {
namespace {

const std::vector<double> rung_at{1.0 / 27, 1.0 / 9, 1.0 / 3};  // shares of a training

/// What an experiment would give, whoever runs it.
struct Truth {
  std::vector<double> values;  // at the rungs
  double end = 1;              // share at which it ends
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
  std::vector<Truth> truth;
  std::vector<double> at = rung_at;

  World(std::mt19937& random, std::size_t races, std::size_t settings, std::size_t seeds) {
    const auto uniform = [&] { return std::uniform_real_distribution(0.0, 1.0)(random); };
    for (std::size_t race = 0; race < races; ++race) {
      search.races.push_back({"", {3, rung_at.size()}, {}});
      for (std::size_t s = 0; s < settings; ++s) {
        auto& setting = search.races.back().settings.emplace_back();
        for (std::size_t seed = 0; seed < seeds; ++seed) {
          setting.push_back(truth.size());
          Truth& t = truth.emplace_back();
          for (std::size_t r = 0; r < rung_at.size(); ++r) t.values.push_back(std::floor(20 * uniform()));
          t.seconds = 1 + 9 * uniform();
          if (uniform() < 0.1) t.end = uniform(), t.outcome = uniform() < 0.7 ? Outcome::diverged : Outcome::failed;
        }
      }
    }
  }
};

/// How an experiment ended: done, or pruned at a rung, with results up to another one.
struct Ended {
  Outcome outcome = Outcome::pending;
  int rung = -1, until = -1;
  bool operator==(const Ended&) const = default;
};

/// What a store and its checkpoints hold, and what ranks have spent.
struct State {
  std::vector<Ended> ended;
  std::vector<double> share;  // saved
  double work = 0, makespan = 0;
};

/// Ranks that run a world's experiments in simulated time, until all have ended or until `killed`.
class Ranks {
 public:
  Ranks(const World& world, State& state, std::vector<double> slowness)
      : world_(world), state_(state), slowness_(std::move(slowness)), flights_(slowness_.size()) {
    std::vector<Entrant> entrants;
    std::vector<SchedulerJob> jobs;
    for (std::size_t e = 0; e < world.truth.size(); ++e) {
      entrants.push_back(
          {state.ended[e].outcome, world.truth[e].rungs(std::min(state.share[e], world.truth[e].end), world.at)});
      if (state.ended[e].outcome != Outcome::pending) continue;
      experiments_.push_back(e);
      jobs.push_back({.cost = world.truth[e].seconds});
    }
    scheduler_.emplace(jobs, false, search_policy(world.search, entrants, experiments_));
  }

  void run(double killed) {
    for (double now = 0;;) {
      for (std::size_t rank = 0; rank < flights_.size(); ++rank)
        if (!flights_[rank].busy) take(int(rank), now);
      if (scheduler_->finished()) return;
      const auto next = std::min_element(flights_.begin(), flights_.end(),
                                         [](const Flight& a, const Flight& b) { return a.end < b.end; });
      if (next->end > killed) return;
      ASSERT_TRUE(std::isfinite(next->end)) << "nothing runs and nothing is finished";
      now = next->end;
      state_.makespan = now;
      come_back(int(next - flights_.begin()), now);
      for (std::size_t rank = 0; rank < flights_.size(); ++rank)
        if (flights_[rank].busy && scheduler_->pauses(int(rank), Progress{1, 2, 3, 0})) come_back(int(rank), now);
    }
  }

 private:
  struct Flight {
    bool busy = false;
    std::size_t experiment = 0;
    double begin = 0, end = std::numeric_limits<double>::infinity(), from = 0, to = 0;  // shares
    Stint stint{};
  };

  void take(int rank, double now) {
    const auto job = scheduler_->assign(rank);
    if (!job) return;
    Flight& f = flights_[std::size_t(rank)];
    const std::size_t e = experiments_[*job];
    f = {true, e, now, 0, state_.share[e], 1, scheduler_->stint(rank)};
    if (f.stint.prunes()) f.to = f.from;
    if (f.stint.until >= 0) f.to = std::max(f.from, world_.at[std::size_t(f.stint.until)]);
    f.to = std::min(f.to, std::max(f.from, world_.truth[e].end));
    f.end = now + (f.to - f.from) * world_.truth[e].seconds * slowness_[std::size_t(rank)];
  }

  /// At the end of its stint, or paused before.
  void come_back(int rank, double now) {
    Flight& f = flights_[std::size_t(rank)];
    const Truth& truth = world_.truth[f.experiment];
    const double reached =
        now >= f.end ? f.to : f.from + (now - f.begin) / truth.seconds / slowness_[std::size_t(rank)];
    state_.work += (reached - f.from) * truth.seconds;
    state_.share[f.experiment] = reached;
    const auto rungs = truth.rungs(reached, world_.at);
    Ended& ended = state_.ended[f.experiment];
    if (f.stint.at_risk && reached >= truth.end) state_.share[f.experiment] = f.from;  // as if it had not been
    else if (now >= f.end && f.stint.prunes() && int(rungs.size()) > f.stint.until)
      ended = {Outcome::pruned, f.stint.pruned_at, f.stint.until};
    else if (reached >= truth.end) ended = {truth.outcome, -1};
    if (ended.outcome == Outcome::pending) scheduler_->give_back(rank, rungs);
    else scheduler_->complete(rank, ended.outcome, rungs);
    f = {};
  }

  const World& world_;
  State& state_;
  std::vector<double> slowness_;
  std::vector<Flight> flights_;
  std::vector<std::size_t> experiments_;  // by job
  std::optional<Scheduler> scheduler_;
};

State run(const World& world, const std::vector<double>& slowness, int kills = 0, unsigned seed = 0) {
  State state{std::vector<Ended>(world.truth.size()), std::vector<double>(world.truth.size())};
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

/// Settings of 2 to 4 experiments, of which the first is a scout.
World with_scouts(std::mt19937& random, std::size_t races, std::size_t settings, std::size_t seeds) {
  World world(random, races, settings, seeds);
  world.at = {1.0 / 81, 1.0 / 27, 1};
  for (Search::Race& race : world.search.races) race.rules = {3, 3, 2, false, true};
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
  EXPECT_NEAR(one.work / 81, share_of_budget(world.search.races[0].rules, 27, 3, world.at), 1e-9);
  EXPECT_EQ(
      std::count_if(one.ended.begin(), one.ended.end(), [](const Ended& e) { return e.outcome == Outcome::done; }),
      9 + 2 * 2);
}

TEST(SearchPolicy, OneRankWorksAsMuchAsTheBudgetSaysAndEndsNothingButTheWinner) {
  std::mt19937 random(1);
  World world(random, 1, 27, 1);
  for (Truth& t : world.truth) t.end = 1, t.outcome = Outcome::done, t.seconds = 1;
  const State one = run(world, {1});
  EXPECT_NEAR(one.work / 27, share_of_budget(world.search.races[0].rules, 27, 1, rung_at), 1e-9);
  EXPECT_EQ(
      std::count_if(one.ended.begin(), one.ended.end(), [](const Ended& e) { return e.outcome == Outcome::done; }), 1);
}

TEST(SearchPolicy, IdleRanksGoOnWithWhatLeads) {
  std::mt19937 random(1);
  World world(random, 1, 9, 1);
  for (Truth& t : world.truth) t.end = 1, t.outcome = Outcome::done, t.seconds = 27;
  world.truth[8].seconds = 270;  // a straggler, for which the first rung waits
  for (std::size_t e = 0; e < 9; ++e) world.truth[e].values[0] = double(e);
  world.truth[8].values[0] = -1;  // and which is better than the third, which has gone on meanwhile
  const State nine = run(world, std::vector<double>(9, 1));
  EXPECT_EQ(nine.ended, run(world, {1}).ended);
  EXPECT_GT(nine.work, run(world, {1}).work);
}

TEST(SearchPolicy, AJobAtItsOwnRiskPausesWhenOneIsReadyAndWhenItIsPruned) {
  Search search;
  search.races.push_back({"", {2, 2}, {{0}, {1}}});
  const auto policy = search_policy(search, std::vector<Entrant>(2), {0, 1});
  policy->begin({{.cost = 1}, {.cost = 1}});
  const auto any = [](std::size_t) { return true; };
  EXPECT_EQ(policy->take(any), 0u);
  EXPECT_EQ(policy->take(any), 1u);
  EXPECT_EQ(policy->stint(0).until, 0);
  policy->note(0, Outcome::pending, {5});
  policy->give_back(0);
  EXPECT_EQ(policy->take(any), 0u);  // at its own risk
  EXPECT_EQ(policy->stint(0).until, 1);
  EXPECT_FALSE(policy->stint(0).prunes());
  EXPECT_FALSE(policy->pauses(0, {1, 9, 0, 0}));
  policy->note(1, Outcome::pending, {3});  // better: the first is pruned
  policy->give_back(1);
  EXPECT_TRUE(policy->pauses(0, {2, 9, 0, 0}));
  policy->note(0, Outcome::pending, {5, 1});
  policy->give_back(0);
  EXPECT_EQ(policy->take(any), 0u);
  EXPECT_EQ(policy->stint(0).until, 0);
  EXPECT_EQ(policy->stint(0).pruned_at, 0);
  EXPECT_EQ(policy->take(any), 1u);
  EXPECT_EQ(policy->stint(1).until, 1);  // alone, but it needs a value to go on
  policy->note(0, Outcome::pruned, {5, 1});
  policy->note(1, Outcome::done, {3, 3});
  EXPECT_FALSE(policy->waits_for_results());
}

TEST(SearchPolicy, NoneGoesToTheEndAtItsOwnRisk) {
  Search search;
  search.races.push_back({"", {2, 1}, {{0}, {1}}});
  const auto policy = search_policy(search, {{Outcome::pending, {1}}, {}}, {0, 1});
  policy->begin({{.cost = 1}, {.cost = 1}});
  EXPECT_EQ(policy->take([](std::size_t) { return true; }), 1u);
  EXPECT_EQ(policy->take([](std::size_t) { return true; }), std::nullopt);
  EXPECT_TRUE(policy->waits_for_results());
}

}  // namespace
}  // namespace icsweep
