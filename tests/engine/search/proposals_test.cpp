#include "engine/search/proposals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/sweep_file/sweep_file.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

const std::string tpe = "[search]\nmethod = \"tpe\"\nmetric = \"test_mse\"\nrounds = 2\nper_round = 4\n",
                  grid =
                      "[[grid]]\ntask = \"augmented\"\nlearning_rate = { log_uniform = [1e-4, 1.0] }\n"
                      "sample = { count = 6, seed = 2 }\nseed = { count = 2 }\n";

Sweep parsed(const std::string& more = "") {
  return parse_sweep(tpe + grid + more, "s.toml");
}
GrownSweep grown(const Sweep& sweep, const EndedExperiments& ended) {
  return with_proposals(papers_tasks(), sweep, ended);
}
std::vector<Experiment> experiments(const Sweep& sweep) {
  return expand(papers_tasks(), sweep).experiments;
}

double loss_of(const Experiment& e) {
  return std::abs(std::log10(e.config.real("learning_rate")) + 3);
}
EndedExperiments end(const std::vector<Experiment>& all) {
  EndedExperiments ended;
  for (const auto& e : all) ended[e.identity] = loss_of(e);
  return ended;
}
std::vector<std::string> identities(const Sweep& sweep) {
  std::vector<std::string> all;
  for (const auto& e : experiments(sweep)) all.push_back(e.identity);
  return all;
}

TEST(Proposals, ARoundFollowsOnceAllBeforeHaveEnded) {
  const Sweep sweep = parsed();
  const GrownSweep none = grown(sweep, {});
  EXPECT_EQ(experiments(none.sweep).size(), 12u);
  EXPECT_TRUE(none.rounds == 0 && none.has_more);

  EndedExperiments ended = end(experiments(none.sweep));
  const GrownSweep first = grown(sweep, ended);
  EXPECT_EQ(experiments(first.sweep).size(), 20u);
  EXPECT_TRUE(first.rounds == 1 && first.has_more);
  ended.erase(ended.begin());
  EXPECT_EQ(grown(sweep, ended).rounds, 0);

  const GrownSweep second = grown(sweep, end(experiments(first.sweep)));
  EXPECT_EQ(experiments(second.sweep).size(), 28u);
  EXPECT_TRUE(second.rounds == 2 && !second.has_more);
  EXPECT_EQ(identities(grown(sweep, end(experiments(second.sweep))).sweep), identities(second.sweep));
}

TEST(Proposals, TellOfEachGridItsRoundAndTheBestOfTheDrawsThatHaveEnded) {
  const Sweep sweep = parsed();
  const GridRounds none = grown(sweep, {}).grids.at(0);
  EXPECT_TRUE(none.task == "augmented" && none.round == 0 && !none.have_ended && !none.best && none.best_draw.empty());
  const auto sample = experiments(sweep);
  const Experiment& best = *std::min_element(
      sample.begin(), sample.end(), [](const Experiment& a, const Experiment& b) { return loss_of(a) < loss_of(b); });
  EndedExperiments ended = end(sample);
  ended[best.identity] += 0.5;  // for one of the draw's two seeds
  for (const auto& e : sample)
    if (e.config.real("learning_rate") != best.config.real("learning_rate")) ended[e.identity] += 1;
  const GridRounds first = grown(sweep, ended).grids.at(0);
  EXPECT_TRUE(first.round == 1 && !first.have_ended);
  EXPECT_NEAR(first.best.value(), loss_of(best) + 0.25, 1e-12);
  EXPECT_EQ(std::get<double>(first.best_draw.at("learning_rate")), best.config.real("learning_rate"));

  Sweep largest = sweep;
  largest.rounds->largest = true;
  EXPECT_GT(grown(largest, ended).grids.at(0).best.value(), *first.best);
  for (auto& [identity, metric] : ended) metric = NAN;
  EXPECT_FALSE(grown(sweep, ended).grids.at(0).best);
  const Sweep all = grown(sweep, end(experiments(grown(sweep, end(sample)).sweep))).sweep;
  const GridRounds last = grown(sweep, end(experiments(all))).grids.at(0);
  EXPECT_TRUE(last.round == 2 && last.have_ended);
}

TEST(Proposals, ARoundDoesNotChangeWhileItRuns) {
  const Sweep sweep = parsed();
  const GrownSweep first = grown(sweep, end(experiments(sweep)));
  EndedExperiments ended = end(experiments(first.sweep));
  ended.erase(experiments(first.sweep).back().identity);
  EXPECT_EQ(identities(grown(sweep, ended).sweep), identities(first.sweep));
}

TEST(Proposals, OfAFailedExperimentTheDrawIsAmongTheWorst) {
  const Sweep sweep = parsed();
  EndedExperiments ended = end(experiments(sweep));
  const auto draws = [&] { return identities(grown(sweep, ended).sweep); };
  const auto sound = draws();
  for (const auto& e : experiments(sweep))
    if (e.config.integer("seed") == 0 && loss_of(e) < 1) ended[e.identity] = NAN;
  EXPECT_NE(draws(), sound);
}

TEST(Proposals, TheLargestMetricMayBeTheBest) {
  const Sweep sweep = parsed();
  Sweep largest = sweep;
  largest.rounds->largest = true;
  EndedExperiments ended = end(experiments(sweep)), negative = ended;
  for (auto& [identity, metric] : negative) metric = -metric;
  EXPECT_EQ(identities(grown(sweep, ended).sweep), identities(grown(largest, negative).sweep));
}

TEST(Proposals, EachKeepsToWhere) {
  const Sweep sweep = parsed("where = \"learning_rate < 0.01\"\n");
  const GrownSweep first = grown(sweep, end(experiments(sweep)));
  EXPECT_EQ(experiments(first.sweep).size(), experiments(sweep).size() + 8);
}

TEST(Proposals, OfAGridWhoseWhereKeepsNothingThereAreNone) {
  const Sweep sweep = parsed("where = \"learning_rate > 2\"\n");
  EXPECT_EQ(grown(sweep, {}).sweep.grids[0].axes[0].proposed.size(), 0u);
}

TEST(Proposals, TheNextOnesAreThoseOfTheNextRound) {
  const Sweep sweep = parsed();
  const EndedExperiments ended = end(experiments(sweep));
  const auto rates = grown(sweep, ended).sweep.grids[0].axes[0].proposed;
  const auto all = end(experiments(grown(sweep, ended).sweep));
  const GrownSweep last = grown(sweep, all);
  std::vector<Value> second(last.sweep.grids[0].axes[0].proposed.begin() + 4,
                            last.sweep.grids[0].axes[0].proposed.end()),
      asked;
  Sweep without = grown(sweep, ended).sweep;
  for (const auto& p : next_proposals(papers_tasks(), without, all, 4)) asked.push_back(p.values.at("learning_rate"));
  EXPECT_EQ(asked, second);
  EXPECT_EQ(rates.size(), 4u);
}

TEST(Proposals, UntilThereAreResultsAllRoundsAreRandomDraws) {
  EXPECT_EQ(experiments(with_random_rounds(parsed())).size(), 2u * (6 + 2 * 4));
}

std::string error(const std::string& text) {
  try {
    expect_rounds(papers_tasks(), parse_sweep(text, "s.toml"));
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Proposals, MistakesNameLineAndRule) {
  const std::string search = "[search]\nmethod = \"tpe\"\nrounds = 1\nper_round = 1\nmetric = ";
  EXPECT_EQ(error(search + "\"test_mse\"\n[[grid]]\ntask = \"augmented\"\n"),
            "s.toml:1: tpe proposes draws, and the grid of augmented at line 6 has none: give a parameter {uniform}, "
            "{log_uniform}, {integer} or {choice}");
  EXPECT_EQ(error(search + "\"tst\"\n" + grid).substr(0, 62),
            "s.toml:5: metric \"tst\": augmented has no such result; a draw i");
  EXPECT_EQ(error(search + "\"position_mse\"\n" + grid).substr(0, 64),
            "s.toml:5: metric \"position_mse\": augmented has it as an array; a");
}

}  // namespace
}  // namespace icsweep
