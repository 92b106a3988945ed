#include "engine/sweep/needs.hpp"

#include <gtest/gtest.h>

#include "io/base/error.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep::needs_test {
namespace {

const char* const text = R"([[grid]]
task = "augmented"
depth = [1, 2]
resources = { cores = 4 }
[[grid]]
task = "augmented"
depth = [2, 3]
resources = { gpus = 1, cores = 2 }
)";

std::vector<Experiment> expanded() {
  return expand(papers_tasks(), parse_sweep(text, "s.toml")).experiments;
}

std::string refusal(const HostCapacity& host) {
  const auto experiments = expanded();
  std::vector<const Experiment*> all;
  for (const Experiment& e : experiments) all.push_back(&e);
  try {
    expect_room(all, {host});
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Needs, AnExperimentOfTwoGridsHasTheLargerOnes) {
  const auto experiments = expanded();
  ASSERT_EQ(experiments.size(), 3u);
  EXPECT_EQ(experiments[0].settings->resources, (Resources{.cores = 4}));
  EXPECT_EQ(experiments[1].settings->resources, (Resources{.cores = 4, .gpus = 1}));
  EXPECT_EQ(experiments[2].settings->resources, (Resources{.cores = 2, .gpus = 1}));
}

TEST(Needs, AreNotPartOfTheIdentity) {
  Sweep sweep = parse_sweep(text, "s.toml");
  for (Grid& grid : sweep.grids) grid.settings = {};
  const auto with = expanded(), without = expand(papers_tasks(), sweep).experiments;
  for (std::size_t i = 0; i < with.size(); ++i) EXPECT_EQ(with[i].identity, without[i].identity);
}

TEST(Needs, WhatFitsOnNoHostIsRefusedWithItsPlace) {
  EXPECT_EQ(refusal({.name = "n", .cores = 4, .gpus = {"0"}}), "");
  EXPECT_EQ(refusal({.name = "n", .cores = 2, .gpus = {"0"}}), "s.toml:4: augmented depth=1 needs 4 cores; n has 2");
  EXPECT_EQ(refusal({.name = "n", .cores = 8}), "s.toml:4: augmented depth=2 needs 1 GPU; n has none");
}

TEST(Needs, AreSummedUp) {
  EXPECT_EQ(needs_of(expanded()),
            (std::vector<std::string>{"1 experiment needs 4 cores", "1 experiment needs 4 cores and 1 GPU",
                                      "1 experiment needs 2 cores and 1 GPU"}));
}

}  // namespace
}  // namespace icsweep::needs_test
