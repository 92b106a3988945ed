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
  for (const auto& e : all) ended[e.identity] = {loss_of(e)};
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
  EXPECT_DOUBLE_EQ(none.growth, 28.0 / 12);

  EndedExperiments ended = end(experiments(none.sweep));
  const GrownSweep first = grown(sweep, ended);
  EXPECT_EQ(experiments(first.sweep).size(), 20u);
  EXPECT_TRUE(first.rounds == 1 && first.has_more);
  EXPECT_DOUBLE_EQ(first.growth, 28.0 / 20);
  ended.erase(ended.begin());
  EXPECT_EQ(grown(sweep, ended).rounds, 0);

  const GrownSweep second = grown(sweep, end(experiments(first.sweep)));
  EXPECT_EQ(experiments(second.sweep).size(), 28u);
  EXPECT_TRUE(second.rounds == 2 && !second.has_more);
  EXPECT_EQ(second.growth, 1);
  EXPECT_EQ(identities(grown(sweep, end(experiments(second.sweep))).sweep), identities(second.sweep));
}

TEST(Proposals, TellOfEachGridItsRoundAndTheBestOfTheDrawsThatHaveEnded) {
  const Sweep sweep = parsed();
  const GridRounds none = grown(sweep, {}).grids.at(0);
  EXPECT_TRUE(none.task == "augmented" && none.round == 0 && !none.have_ended && none.best.empty());
  const auto sample = experiments(sweep);
  const Experiment& best = *std::min_element(
      sample.begin(), sample.end(), [](const Experiment& a, const Experiment& b) { return loss_of(a) < loss_of(b); });
  EndedExperiments ended = end(sample);
  ended[best.identity][0] += 0.5;  // for one of the draw's two seeds
  for (const auto& e : sample)
    if (e.config.real("learning_rate") != best.config.real("learning_rate")) ended[e.identity][0] += 1;
  const GridRounds first = grown(sweep, ended).grids.at(0);
  EXPECT_TRUE(first.round == 1 && !first.have_ended);
  ASSERT_EQ(first.best.size(), 1u);
  EXPECT_NEAR(first.best[0].metrics[0], loss_of(best) + 0.25, 1e-12);
  EXPECT_EQ(std::get<double>(first.best[0].draw.at("learning_rate")), best.config.real("learning_rate"));

  Sweep largest = sweep;
  largest.rounds->metrics[0].largest = true;
  EXPECT_GT(grown(largest, ended).grids.at(0).best.at(0).metrics[0], first.best[0].metrics[0]);
  for (auto& [identity, metrics] : ended) metrics = {NAN};
  EXPECT_TRUE(grown(sweep, ended).grids.at(0).best.empty());
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
    if (e.config.integer("seed") == 0 && loss_of(e) < 1) ended[e.identity] = {NAN};
  EXPECT_NE(draws(), sound);
}

TEST(Proposals, TheLargestMetricMayBeTheBest) {
  const Sweep sweep = parsed();
  Sweep largest = sweep;
  largest.rounds->metrics[0].largest = true;
  EndedExperiments ended = end(experiments(sweep)), negative = ended;
  for (auto& [identity, metrics] : negative) metrics[0] = -metrics[0];
  EXPECT_EQ(identities(grown(sweep, ended).sweep), identities(grown(largest, negative).sweep));
}

/// test_mse is least at 1e-3, and seconds at the largest rate.
EndedExperiments end_both(const std::vector<Experiment>& all) {
  EndedExperiments ended;
  for (const auto& e : all) ended[e.identity] = {loss_of(e), -e.config.real("learning_rate")};
  return ended;
}
Sweep with_both() {
  Sweep sweep = parsed();
  sweep.rounds->metrics.push_back({{"seconds", {}}});
  sweep.grids[0].sample->count = 30;  // of which five are good
  return sweep;
}

TEST(Proposals, OfSeveralMetricsTheBestAreTheFrontByTheFirst) {
  const Sweep sweep = with_both();
  const auto sample = experiments(sweep);
  const GridRounds first = grown(sweep, end_both(sample)).grids.at(0);
  ASSERT_FALSE(first.best.empty());
  for (std::size_t i = 0; i < first.best.size(); ++i) {
    const auto& one = first.best[i].metrics;
    EXPECT_EQ(-one[1], std::get<double>(first.best[i].draw.at("learning_rate")));
    EXPECT_TRUE(i == 0 || (one[0] > first.best[i - 1].metrics[0] && one[1] < first.best[i - 1].metrics[1]));
    for (const auto& e : sample) EXPECT_FALSE(loss_of(e) < one[0] && -e.config.real("learning_rate") < one[1]);
  }
}

TEST(Proposals, EachMetricMovesThemInItsOwnDirection) {
  const Sweep sweep = with_both();
  Sweep largest = sweep;
  largest.rounds->metrics[1].largest = true;
  const EndedExperiments ended = end_both(experiments(sweep));
  EndedExperiments negative = ended;
  for (auto& [identity, metrics] : negative) metrics[1] = -metrics[1];
  EXPECT_EQ(identities(grown(sweep, ended).sweep), identities(grown(largest, negative).sweep));
  EXPECT_NE(identities(grown(sweep, ended).sweep), identities(grown(largest, ended).sweep));
  Sweep one = sweep;
  one.rounds->metrics.pop_back();
  EXPECT_NE(identities(grown(sweep, ended).sweep), identities(grown(one, end(experiments(sweep))).sweep));
}

TEST(Proposals, ADrawWithoutOneOfItsMetricsIsAmongTheWorst) {
  const Sweep sweep = with_both();
  EndedExperiments ended = end_both(experiments(sweep));
  const auto front = [&] { return grown(sweep, ended).grids.at(0).best.size(); };
  const std::size_t before = front();
  for (auto& [identity, metrics] : ended) metrics[1] = NAN;
  EXPECT_TRUE(before > 0 && front() == 0);
}

TEST(Proposals, DrawsOfAnotherStoreCountFromTheStartAndAreNotTheGridsOwn) {
  const Sweep cold = parsed();
  Sweep warm = cold;
  warm.rounds->known = {{}};
  for (int i = 0; i < 20; ++i) warm.rounds->known[0].push_back({{std::pow(10, -0.2 * i)}, {std::abs(3 - 0.2 * i)}});
  const auto off = [](const Sweep& sweep) {
    double sum = 0;
    for (const auto& v : sweep.grids[0].axes[0].proposed) sum += std::abs(std::log10(std::get<double>(v)) + 3);
    return sum;
  };
  const EndedExperiments ended = end(experiments(cold));
  EXPECT_LT(off(grown(warm, ended).sweep), off(grown(cold, ended).sweep));
  EXPECT_EQ(grown(warm, ended).grids.at(0).best[0].metrics, grown(cold, ended).grids.at(0).best[0].metrics);
  EXPECT_EQ(grown(warm, {}).rounds, 0) << "the sample is still drawn at random";
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

TEST(Proposals, VersionsThatProposeAlikeContinueEachOther) {
  const auto alike = [](const Sweep& sweep, std::int64_t version, std::int64_t other) {
    const bool are = propose_alike(papers_tasks(), sweep, version, other);
    EXPECT_EQ(are, propose_alike(papers_tasks(), sweep, other, version));
    return are;
  };
  const std::string choice = "[[grid]]\ntask = \"augmented\"\nlearning_rate = { choice = [",
                    sample = "] }\nsample = { count = 6 }\n";
  const Sweep number = parsed(), reals = parse_sweep(tpe + choice + "1.5, 0.5" + sample, "s.toml"),
              mixed = parse_sweep(tpe + choice + "1, 0.5" + sample, "s.toml");
  for (const Sweep* sweep : {&number, &reals, &mixed}) EXPECT_FALSE(alike(*sweep, 1, 4));
  EXPECT_TRUE(alike(number, 2, 3) && !alike(number, 3, 4) && alike(number, 4, 4));
  EXPECT_TRUE(alike(reals, 2, 4));
  EXPECT_TRUE(alike(mixed, 3, 4) && !alike(mixed, 2, 3));
  EXPECT_TRUE(alike(with_both(), 3, 4)) << "of several metrics";
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
            "{log_uniform}, {integer}, {log_integer}, {normal} or {choice}");
  EXPECT_EQ(error(search + "\"tst\"\n" + grid).substr(0, 62),
            "s.toml:5: metric \"tst\": augmented has no such result; a draw i");
  EXPECT_EQ(error(search + "\"position_mse\"\n" + grid).substr(0, 64),
            "s.toml:5: metric \"position_mse\": augmented has it as an array; a");
  EXPECT_EQ(error(search + "[\"test_mse\", \"attention\"]\n" + grid).substr(0, 62),
            "s.toml:5: metric \"attention\": augmented has it as a parameter;");
}

TEST(Proposals, DrawAParameterOnlyWhereItsConditionHolds) {
  const Sweep sweep =
      parse_sweep(tpe +
                      "[[grid]]\ntask = \"augmented\"\noptimizer = { choice = [\"sgd\", \"adam\"] }\n"
                      "momentum = { when = \"optimizer == 'sgd'\", uniform = [0.1, 0.9] }\n"
                      "learning_rate = { log_uniform = [1e-4, 1.0] }\nsample = { count = 6, seed = 2 }\n",
                  "s.toml");
  const GrownSweep grown_sweep = grown(sweep, end(experiments(sweep)));
  const auto all = experiments(grown_sweep.sweep);
  EXPECT_EQ(all.size(), 10u);
  for (const auto& e : all) EXPECT_EQ(e.config.text("optimizer") == "sgd", e.config.real("momentum") >= 0.1);
  for (const auto& p : next_proposals(papers_tasks(), grown_sweep.sweep, end(all), 20))
    EXPECT_EQ(p.values.at("optimizer") == Value(std::string("sgd")), p.values.contains("momentum"));
}

TEST(Proposals, ChoicesHaveTheTypeOfTheirParameter) {
  const Sweep sweep = parse_sweep(tpe +
                                      "[[grid]]\ntask = \"augmented\"\nlearning_rate = { choice = [1, 0.5] }\n"
                                      "sample = { count = 6, seed = 2 }\nseed = { count = 2 }\n",
                                  "s.toml");
  const auto sample = experiments(sweep);
  for (const auto& p : next_proposals(papers_tasks(), sweep, end(sample), 20)) {
    const double rate = std::get<double>(p.values.at("learning_rate"));
    EXPECT_TRUE(rate == 1 || rate == 0.5) << rate;
  }
}

}  // namespace
}  // namespace icsweep
