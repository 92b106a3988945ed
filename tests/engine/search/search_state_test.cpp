#include "engine/search/search_state.hpp"

#include <gtest/gtest.h>

#include "tests/support/numbers.hpp"

namespace icsweep::search_state_test {
namespace {

Entrant waiting(std::vector<double> rungs) {
  return {Outcome::pending, std::move(rungs)};
}

/// Prints "until pruned_at", or "waits".
std::string stint(const SearchState& state, ExperimentIndex experiment) {
  const auto s = state.stint(experiment);
  const auto text = [](const std::optional<RungIndex>& rung) { return rung ? std::to_string(rung->value()) : "-"; };
  return s ? text(s->until) + ' ' + text(s->pruned_at) : "waits";
}

TEST(SearchState, AnExperimentRunsToTheFirstRungThatHasNotDecidedAboutItsSetting) {
  Search search;
  search.races = {{"", {2, 2}, {{0_experiment}, {2_experiment}}},
                  {"", {2, 2}, {{1_experiment}, {3_experiment}}}};  // two races, alternating in the sweep
  SearchState state(search, Entrants(4));
  EXPECT_EQ(stint(state, 0_experiment), "0 -");
  state.note(0_experiment, waiting({5}));
  EXPECT_EQ(stint(state, 0_experiment), "waits");
  EXPECT_TRUE(state.leads(0_experiment) && !state.leads(2_experiment));
  state.note(2_experiment, waiting({3}));
  EXPECT_EQ(stint(state, 0_experiment), "0 0");  // it ends where it is
  EXPECT_EQ(stint(state, 2_experiment), "1 -");
  EXPECT_TRUE(state.is_pruned(0_experiment) && !state.is_pruned(2_experiment) && !state.is_promoted(2_experiment));
  state.note(2_experiment, waiting({3, 2}));
  EXPECT_EQ(stint(state, 2_experiment), "- -");
  EXPECT_TRUE(state.is_promoted(2_experiment));
  EXPECT_EQ(state.due_rungs(2_experiment), 3u);
  EXPECT_EQ(stint(state, 1_experiment), "0 -");  // of the other race
  EXPECT_TRUE(state.race(0_experiment) == RaceIndex(0) && state.race(1_experiment) == RaceIndex(1) &&
              state.rungs(1_experiment) == 2);
  EXPECT_EQ(state.entrant(2_experiment).rungs, (std::vector<double>{3, 2}));
}

TEST(SearchState, TheOthersOfAScoutWaitAndThenTrainToTheEndOrEndWithoutARun) {
  Search search;
  search.races = {{"", {4, 3, 1, false, true}, {{0_experiment, 1_experiment}, {2_experiment, 3_experiment}}}};
  SearchState state(search, Entrants(4));
  EXPECT_EQ(stint(state, 0_experiment), "1 -");
  EXPECT_EQ(stint(state, 1_experiment), "waits");
  state.note(0_experiment, {Outcome::pending, {3, 2}});
  state.note(2_experiment, {Outcome::pending, {3, 1}});
  EXPECT_EQ(stint(state, 0_experiment), "1 1");
  EXPECT_EQ(stint(state, 1_experiment), "- 1");
  EXPECT_EQ(stint(state, 2_experiment), "- -");
  EXPECT_EQ(stint(state, 3_experiment), "waits");
  state.note(2_experiment, {Outcome::done, {3, 1, 1}});
  EXPECT_EQ(stint(state, 3_experiment), "- -");
  EXPECT_TRUE(state.is_promoted(3_experiment));
}

TEST(SearchState, AnExperimentThatContinuesRunsOnPastItsRungUntilItIsPruned) {
  Search search;
  search.races = {{"", {.eta = 2, .rungs = 2, .at_rung = AtRung::continues}, {{0_experiment}, {1_experiment}}}};
  SearchState state(search, Entrants(2));
  EXPECT_EQ(state.stint(0_experiment), (Stint{.until = 0_rung, .runs_on = true}));
  state.note(0_experiment, waiting({5, 4}));  // nothing decides about it yet
  EXPECT_EQ(state.stint(0_experiment), std::nullopt);
  state.note(1_experiment, waiting({3}));
  EXPECT_EQ(state.stint(0_experiment), (Stint{.until = 0_rung, .pruned_at = 0_rung}));
  EXPECT_EQ(state.stint(1_experiment), (Stint{.until = 1_rung, .runs_on = true}));
  EXPECT_EQ(state.at_rung(1_experiment), AtRung::continues);
}

}  // namespace
}  // namespace icsweep::search_state_test
