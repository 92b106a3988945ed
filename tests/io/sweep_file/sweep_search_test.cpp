#include "io/sweep_file/sweep_values.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io/sweep_file/sweep_file.hpp"

namespace icsweep::sweep_search_test {
namespace {

const std::string grid = "[[grid]]\ntask = \"augmented\"\n", least = "metric = \"loss\"\nresource = \"epochs\"\n";

SearchTable parsed(const std::string& keys) {
  return parse_sweep(grid + "[search]\n" + keys, "s.toml").search.value();
}

std::string error(const std::string& keys) {
  try {
    parsed(keys);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(SweepSearch, HasDefaults) {
  EXPECT_FALSE(parse_sweep(grid, "s.toml").search);
  const SearchTable s = parsed("method = \"halving\"\n" + least);
  EXPECT_EQ(s.text(), "halving metric=loss smallest resource=epochs eta=4 rungs=4 keep=fifth");
  EXPECT_FALSE(s.over);
  EXPECT_EQ(s.resource.place.line, 6);
}

TEST(SweepSearch, AFifthOfTheSettingsGoOnAtLeastIfTheFileDoesNotSay) {
  const SearchTable usual = parsed("method = \"halving\"\n" + least);
  EXPECT_TRUE(usual.keep_of(27) == 5 && usual.keep_of(9) == 1 && usual.keep_of(2) == 1);
  const SearchTable one = parsed("method = \"halving\"\nkeep = 1\n" + least);
  EXPECT_EQ(one.keep_of(27), 1);
  EXPECT_EQ(one.text(), "halving metric=loss smallest resource=epochs eta=4 rungs=4");  // of earlier stores
}

TEST(SweepSearch, ReadsEveryKey) {
  EXPECT_EQ(parsed("method = \"halving\"\nmetric = { name = \"share\", largest = true }\nresource = \"steps\"\neta = "
                   "2\nrungs = 5\nkeep = 3\nover = \"seed\"\nper = [\"depth\", \"dim\"]\n")
                .text(),
            "halving metric=share largest resource=steps eta=2 rungs=5 keep=3 over=seed per=depth,dim");
}

TEST(SweepSearch, ScoutsHaveASeventhOfTheSettingsAndNoRungsOfTheFile) {
  const std::string scouts = "method = \"scouts\"\n" + least;
  EXPECT_EQ(parsed(scouts).text(), "scouts metric=loss smallest resource=epochs keep=seventh");
  EXPECT_TRUE(parsed(scouts).keep_of(27) == 4 && parsed(scouts).keep_of(3) == 1);
  EXPECT_EQ(parsed(scouts + "keep = 2\n").text(), "scouts metric=loss smallest resource=epochs keep=2");
  EXPECT_EQ(error(scouts + "rungs = 3\n"),
            "s.toml:7: scouts have no key rungs, they have: method, metric, resource, keep, over, per");
}

TEST(SweepSearch, MistakesNameLineKeyAndRule) {
  const std::string halving = "method = \"halving\"\n" + least;
  EXPECT_EQ(error("method = \"halvng\"\n" + least),
            "s.toml:4: method \"halvng\" is unknown, use halving, scouts or tpe");
  EXPECT_EQ(error(least), "s.toml:3: [search] has no method, add method = \"...\"");
  EXPECT_EQ(error("method = \"halving\"\nmetric = \"loss\"\n"),
            "s.toml:3: [search] has no resource, add resource = \"...\"");
  EXPECT_EQ(error(halving + "rung = 3\n"),
            "s.toml:7: unknown key \"rung\" in [search], it has: method, metric, resource, eta, rungs, keep, over, "
            "per");
  EXPECT_EQ(error(halving + "rungs = 1\n").substr(0, 16), "s.toml:7: rungs ");
  EXPECT_EQ(error(halving + "eta = 1\n").substr(0, 14), "s.toml:7: eta ");
  EXPECT_EQ(error(halving + "eta = 2.5\n").substr(0, 14), "s.toml:7: eta ");
  EXPECT_EQ(error(halving + "over = \"seed\"\nper = [\"depth\", \"seed\"]\n"),
            "s.toml:8: seed is in both over and per, remove it from one of them");
  EXPECT_EQ(error(halving + "over = \"epochs\"\n"),
            "s.toml:7: over names epochs, the resource of the search: remove it");
  EXPECT_EQ(error(halving + "per = [\"depth\", \"depth\"]\n"), "s.toml:7: per names depth twice");
  EXPECT_EQ(error("method = \"halving\"\nmetric = { largest = true }\nresource = \"epochs\"\n"),
            "s.toml:5: metric must be a name or {name, largest}");
  try {
    parse_sweep("search = 3\n" + grid, "s.toml");
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "s.toml:1: search must be a table, write [search]");
  }
}

TEST(SweepSearch, WhatEarlierVersionsHadIsRefusedWithWhatTakesItsPlaceAndOfAStoreIsNoSearch) {
  const std::string hyperband = "method = \"hyperband\"\nkeep = 2\n" + least;
  EXPECT_EQ(error(hyperband),
            "s.toml:4: method \"hyperband\" was removed: use \"halving\", which finds more for the same work");
  const std::string race = "method = \"halving\"\n" + least + "confidence = 0.9\nrace = ";
  EXPECT_EQ(error(race + "true\n"),
            "s.toml:8: race = true was removed: delete it with confidence and first_seeds; a smaller keep "
            "saves more");
  EXPECT_EQ(error(race + "false\n").find("s.toml:7: unknown key \"confidence\" in [search], "), 0u);
  EXPECT_EQ(error("method = \"halving\"\n" + least + "race = 0.95\n"), "s.toml:7: race must be true or false");
  EXPECT_EQ(parsed("method = \"halving\"\n" + least + "race = false\n").text(),
            parsed("method = \"halving\"\n" + least).text());
  for (const std::string& removed : {hyperband, race + "true\n"}) {
    const Sweep stored = parse_stored_sweep(grid + "[search]\n" + removed);
    EXPECT_FALSE(stored.search || stored.rounds);
  }
}

TEST(SweepSearch, AStoresTextTellsASearchThatEarlierVersionsHad) {
  EXPECT_TRUE(SearchTable::was_removed("hyperband metric=loss smallest resource=epochs eta=4 rungs=4"));
  EXPECT_TRUE(
      SearchTable::was_removed("halving metric=loss smallest resource=epochs eta=4 rungs=4 race=0.95 first_seeds=2"));
  for (const char* method : {"halving", "scouts"})
    EXPECT_FALSE(SearchTable::was_removed(parsed(fmt::format("method = \"{}\"\n", method) + least).text()));
  EXPECT_FALSE(SearchTable::was_removed(""));
}

TEST(SweepSearch, RoundsOfProposalsHaveAMetricAndTwoSizes) {
  const Sweep sweep = parse_sweep(grid +
                                      "[search]\nmethod = \"tpe\"\nmetric = { name = \"share\", largest = true }\n"
                                      "rounds = 6\nper_round = 8\n",
                                  "s.toml");
  EXPECT_FALSE(sweep.search);
  ASSERT_TRUE(sweep.rounds);
  ASSERT_EQ(sweep.rounds->metrics.size(), 1u);
  EXPECT_EQ(sweep.rounds->metrics[0].name, "share");
  EXPECT_TRUE(sweep.rounds->metrics[0].largest && sweep.rounds->rounds == 6 && sweep.rounds->per_round == 8);
}

TEST(SweepSearch, RoundsHaveTheNewestVersionAndThoseOfEarlierStoresTheFirst) {
  const std::string text = grid + "[search]\nmethod = \"tpe\"\nmetric = \"share\"\nrounds = 6\nper_round = 8\n";
  EXPECT_EQ(parse_sweep(text, "s.toml").rounds->version, RoundsTable::newest);
  EXPECT_EQ(parse_stored_sweep(text).rounds->version, 1);
  EXPECT_EQ(parse_sweep(text + "version = 1\n", "s.toml").rounds->version, 1);
  EXPECT_EQ(parse_stored_sweep(text + "version = 2\n").rounds->version, 2);
}

TEST(SweepSearch, RoundsMayHaveSeveralMetricsEachWithItsDirection) {
  const std::string rounds = "method = \"tpe\"\nrounds = 2\nper_round = 2\n";
  const auto of = [&](const std::string& metric) {
    return parse_sweep(grid + "[search]\n" + rounds + "metric = " + metric + "\n", "s.toml").rounds->metrics_text();
  };
  EXPECT_EQ(of("[\"loss\", { name = \"share\", largest = true }, \"seconds\"]"),
            "smallest loss, largest share, smallest seconds");
  EXPECT_EQ(of("[\"loss\"]"), "smallest loss");
  EXPECT_EQ(error(rounds + "metric = [\"a\", \"b\", \"a\"]\n"), "s.toml:7: metric names a twice");
  EXPECT_EQ(error(rounds + "metric = []\n"), "s.toml:7: metric is an empty list, name a result");
  EXPECT_EQ(error(rounds + "metric = [1]\n"), "s.toml:7: metric must be a text");
  EXPECT_EQ(error(rounds + "metric = [\"a\", \"b\"]\nversion = 1\n"),
            "s.toml:3: version 1 of proposals has one metric, remove version = 1 or all metrics but one");
  EXPECT_EQ(error("method = \"scouts\"\nresource = \"epochs\"\nmetric = [\"a\", \"b\"]\n"),
            "s.toml:6: metric must be one name, rungs compare one curve; method = \"tpe\" takes several");
}

TEST(SweepSearch, AStoresTextKeepsTheDrawsThatItStartedFrom) {
  const std::string rounds = "[search]\nmethod = \"tpe\"\nrounds = 2\nper_round = 2\nmetric = [\"a\", \"b\"]\n";
  Sweep sweep = parse_sweep(grid + rounds + "start_from = \"other.h5\"\n", "s.toml");
  EXPECT_EQ(sweep.rounds->start_from->name, "other.h5");
  sweep.rounds->known = {{{{0.5, std::string("x")}, {1.5, NAN}}, {{std::int64_t{2}, std::string("y")}, {-1, 2}}}};
  const RoundsTable again = *parse_stored_sweep(canonical_text(sweep)).rounds;
  ASSERT_TRUE(again.start_from && again.known.size() == 1 && again.known[0].size() == 2);
  EXPECT_EQ(again.start_from->name, "other.h5");
  EXPECT_EQ(again.known[0][0].values, (std::vector<Value>{0.5, std::string("x")}));
  EXPECT_TRUE(again.known[0][0].metrics[0] == 1.5 && std::isnan(again.known[0][0].metrics[1]));
  EXPECT_EQ(again.known[0][1].metrics, (std::vector<double>{-1, 2}));
  EXPECT_EQ(error(rounds.substr(9) + "known = []\n").substr(0, 28), "s.toml:8: tpe has no key \"kn");
}

TEST(SweepSearch, WhatMeansNothingToRoundsIsRefused) {
  const std::string rounds = "method = \"tpe\"\nmetric = \"loss\"\nrounds = 2\n";
  for (const std::string key : {"resource", "eta", "rungs", "keep", "over", "per", "race", "first_seeds"})
    EXPECT_EQ(
        error(rounds + "per_round = 2\n" + key + " = 3\n"),
        "s.toml:8: tpe has no key \"" + key + "\", it has: method, metric, rounds, per_round, start_from, version");
  EXPECT_EQ(error(rounds), "s.toml:3: [search] has no per_round, add per_round = 8");
  EXPECT_EQ(error(rounds + "per_round = 0\n").substr(0, 20), "s.toml:7: per_round ");
  EXPECT_EQ(error(rounds + "per_round = 1\nversion = " + std::to_string(RoundsTable::newest + 1)).substr(0, 18),
            "s.toml:8: version ");
}

}  // namespace
}  // namespace icsweep::sweep_search_test
