#include "engine/search/search_state.hpp"

#include <gtest/gtest.h>

namespace icsweep::search_state_test {
namespace {

Entrant waiting(std::vector<double> rungs) {
  return {Outcome::pending, std::move(rungs)};
}

/// "until pruned_at", or "waits".
std::string stint(const SearchState& state, std::size_t experiment) {
  const auto s = state.stint(experiment);
  return s ? std::to_string(s->until) + ' ' + std::to_string(s->pruned_at) : "waits";
}

TEST(SearchState, AnExperimentRunsToTheFirstRungThatHasNotDecidedAboutItsSetting) {
  Search search;
  search.races = {{"", {2, 2}, {{0}, {2}}}, {"", {2, 2}, {{1}, {3}}}};  // two races that take turns in the sweep
  SearchState state(search, std::vector<Entrant>(4));
  EXPECT_EQ(stint(state, 0), "0 -1");
  state.note(0, waiting({5}));
  EXPECT_EQ(stint(state, 0), "waits");
  EXPECT_TRUE(state.leads(0) && !state.leads(2));
  state.note(2, waiting({3}));
  EXPECT_EQ(stint(state, 0), "0 0");  // it ends where it is
  EXPECT_EQ(stint(state, 2), "1 -1");
  EXPECT_TRUE(state.is_pruned(0) && !state.is_pruned(2) && !state.is_promoted(2));
  state.note(2, waiting({3, 2}));
  EXPECT_EQ(stint(state, 2), "-1 -1");
  EXPECT_TRUE(state.is_promoted(2));
  EXPECT_EQ(state.due_rungs(2), 3u);
  EXPECT_EQ(stint(state, 1), "0 -1");  // of the other race
  EXPECT_TRUE(state.race(0) == 0 && state.race(1) == 1 && state.rungs(1) == 2);
  EXPECT_EQ(state.entrant(2).rungs, (std::vector<double>{3, 2}));
}

TEST(SearchState, TheOthersOfAScoutWaitAndThenTrainToTheEndOrEndWithoutARun) {
  Search search;
  search.races = {{"", {4, 3, 1, false, true}, {{0, 1}, {2, 3}}}};
  SearchState state(search, std::vector<Entrant>(4));
  EXPECT_EQ(stint(state, 0), "1 -1");
  EXPECT_EQ(stint(state, 1), "waits");
  state.note(0, {Outcome::pending, {3, 2}});
  state.note(2, {Outcome::pending, {3, 1}});
  EXPECT_EQ(stint(state, 0), "1 1");
  EXPECT_EQ(stint(state, 1), "-1 1");
  EXPECT_EQ(stint(state, 2), "-1 -1");
  EXPECT_EQ(stint(state, 3), "waits");
  state.note(2, {Outcome::done, {3, 1, 1}});
  EXPECT_EQ(stint(state, 3), "-1 -1");
  EXPECT_TRUE(state.is_promoted(3));
}

}  // namespace
}  // namespace icsweep::search_state_test
