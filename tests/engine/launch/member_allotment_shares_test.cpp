#include "engine/launch/member_allotment.hpp"

#include <gtest/gtest.h>

#include "tests/support/numbers.hpp"

namespace icsweep::member_allotment_shares_test {
namespace {

using Threads = std::map<Host, int>;

/// A run of a hundred seconds alone on its host, with steps of 0.1 s, 64 parts and small sums.
MemberRun run_on(int number) {
  return {.rank = Rank(number), .host = Host(number), .left = 100, .step = 0.1, .bytes = 1e5, .most = 64, .alone = 0};
}

const Interconnect fast{.round_trip = 1e-4, .bandwidth = 1e9};

std::vector<MemberRun> shared(std::vector<MemberRun> runs, const Indexed<Host, int>& free,
                              const Interconnect& net = fast) {
  share_members(runs, free, net);
  return runs;
}

TEST(MemberShares, AStepTakesWhatItsThreadsShareARoundTripAndABlockToAndFroForEachMember) {
  MemberRun run = run_on(0);
  EXPECT_DOUBLE_EQ(run.step_seconds(fast), 0.1);
  run.members = {{1_host, 1}, {2_host, 2}};
  EXPECT_DOUBLE_EQ(run.step_seconds(fast), 0.1 / 4 + 1e-4 + 4e5 / 1e9);
  run.alone = 0.04;
  EXPECT_DOUBLE_EQ(run.step_seconds(fast), 0.1 * (0.04 + 0.96 / 4) + 1e-4 + 4e5 / 1e9);
  EXPECT_DOUBLE_EQ(run.end(fast), 1000 * run.step_seconds(fast));
}

TEST(MemberShares, FreeProcessorsOfOtherHostsJoin) {
  EXPECT_EQ(shared({run_on(0)}, {0, 3})[0].members, Threads({{1_host, 3}}));
  EXPECT_EQ(shared({run_on(0)}, {3, 0})[0].members, Threads()) << "the cores of its own host are its threads";
}

TEST(MemberShares, TheyJoinWhatEndsLast) {
  std::vector<MemberRun> runs{run_on(0), run_on(1), run_on(2)};
  runs[1].left = 150;
  const auto now = shared(runs, {0, 0, 0, 1});
  EXPECT_EQ(now[0].members, Threads());
  EXPECT_EQ(now[1].members, Threads({{3_host, 1}}));
  EXPECT_EQ(now[2].members, Threads());
}

TEST(MemberShares, NobodyJoinsForLessThanATenth) {
  MemberRun run = run_on(0);
  run.step = 1e-3;  // a second thread would save half of this
  run.left = 1000;
  const auto joins = [&](double round_trip, double bandwidth) {
    return !shared({run}, {0, 1}, {round_trip, bandwidth})[0].members.empty();
  };
  EXPECT_TRUE(joins(0.39e-3, 1e12));
  EXPECT_FALSE(joins(0.42e-3, 1e12));
  EXPECT_TRUE(joins(0, 2e5 / 0.39e-3));
  EXPECT_FALSE(joins(0, 2e5 / 0.42e-3));
  EXPECT_FALSE(joins(0, 0)) << "the run has no blocks";
}

TEST(MemberShares, NobodyJoinsWhatEndsInASecondCannotBeSharedOrIsUnknown) {
  MemberRun run = run_on(0);
  run.left = 2;
  EXPECT_EQ(shared({run}, {0, 8})[0].members, Threads());
  run = run_on(0), run.bytes = 0;
  EXPECT_EQ(shared({run}, {0, 8})[0].members, Threads());
  run = run_on(0), run.step = 0;
  EXPECT_EQ(shared({run}, {0, 8})[0].members, Threads());
  run = run_on(0), run.most = 1;
  EXPECT_EQ(shared({run}, {0, 8})[0].members, Threads());
}

TEST(MemberShares, NoMoreJoinThanTheBatchHasPartsNorOnesThatGainNothing) {
  MemberRun run = run_on(0);
  run.most = 4;
  EXPECT_EQ(shared({run}, {0, 8})[0].members, Threads({{1_host, 3}}));
  EXPECT_EQ(shared({run}, {0, 2})[0].members, Threads({{1_host, 1}}))
      << "three threads take two rounds, like two threads";
}

TEST(MemberShares, SeveralHostsJoinTogetherWhereOneWouldGainNothing) {
  MemberRun run = run_on(0);
  run.most = 4, run.threads = 2;
  EXPECT_EQ(shared({run}, {0, 1, 1})[0].members, Threads({{1_host, 1}, {2_host, 1}}));
  EXPECT_EQ(shared({run}, {0, 1})[0].members, Threads());
}

TEST(MemberShares, MembersStayWhileTheirProcessorsAreFree) {
  std::vector<MemberRun> runs{run_on(0), run_on(1)};
  runs[0].members = {{2_host, 3}};
  runs[1].left = 1000;
  EXPECT_EQ(shared(runs, {0, 0, 3})[0].members, Threads({{2_host, 3}})) << "although the other ends later";
  EXPECT_EQ(shared(runs, {0, 0, 1})[0].members, Threads({{2_host, 1}}));
  EXPECT_EQ(shared(runs, {0, 0, 0})[0].members, Threads());
}

/// Whatever is free, no host gives more than it has, and each member shortens the step by at least a tenth.
TEST(MemberShares, NoHostGivesMoreThanItHas) {
  for (unsigned seed = 1; seed < 500; ++seed) {
    unsigned state = seed;
    const auto random = [&](unsigned below) { return int((state = state * 1664525 + 1013904223) >> 16) % int(below); };
    std::vector<MemberRun> runs;
    Indexed<Host, int> free;
    for (int host = 0; host < 6; ++host) {
      free.push_back(random(9));
      runs.push_back(run_on(host));
      runs.back().left = 1 + random(300);
      runs.back().most = 1 + random(64);
      runs.back().bytes = random(3) * 1e6;
    }
    Indexed<Host, int> given(6);
    for (const MemberRun& run : shared(runs, free)) {
      MemberRun lone = run;
      lone.members.clear();
      EXPECT_LE((run.members.empty() ? 1 : 1.1) * run.step_seconds(fast), lone.step_seconds(fast));
      EXPECT_LE(run.all_threads(), run.most);
      EXPECT_FALSE(run.members.contains(run.host));
      for (const auto& [host, threads] : run.members) given[host] += threads;
    }
    for (const Host host : free.indices()) EXPECT_LE(given[host], free[host]);
  }
}

}  // namespace
}  // namespace icsweep::member_allotment_shares_test
