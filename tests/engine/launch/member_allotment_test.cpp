#include "engine/launch/member_allotment.hpp"

#include <gtest/gtest.h>

#include "tests/support/numbers.hpp"

namespace icsweep::member_allotment_test {
namespace {

using Threads = std::map<Rank, int>;
using Ranks = std::vector<Rank>;
using Idle = std::set<Rank>;
using Dropped = std::vector<std::pair<Rank, Rank>>;

/// Ranks 0 and 1 are on host 0, 2 and 3 on host 1. Rank 0 has an experiment with a step of 10 ms.
class Allotment : public ::testing::Test {
 protected:
  Allotment() {
    members_.begin(0_rank, {.threads = 64, .shared_bytes = 1e5});
    members_.update(0_rank, {100, 1'000'000, 0, 1}, 1, 10);
    members_.update(0_rank, {200, 1'000'000, 0, 1}, 1, 11);
  }
  /// Rank 2 joins rank 0 with both cores of its host.
  void join() {
    const MemberOrders orders = members_.share({0, 2}, {2_rank, 3_rank});
    ASSERT_EQ(orders.joins.size(), 1u);
    EXPECT_EQ(orders.joins[0].rank, 2_rank);
    EXPECT_EQ(orders.joins[0].leader, 0_rank);
    EXPECT_EQ(orders.joins[0].threads, 2);
    EXPECT_TRUE(orders.changed.empty());
    EXPECT_EQ(members_.helpers(), Ranks({2_rank}));
    EXPECT_EQ(members_.members(0_rank), Threads()) << "it prepares";
    members_.prepared(2_rank);
    EXPECT_TRUE(members_.changed());
    EXPECT_EQ(members_.share({0, 2}, {3_rank}).changed, Idle({0_rank}));
    EXPECT_EQ(members_.members(0_rank), Threads({{2_rank, 2}}));
  }
  bool is_quiet(const MemberOrders& o) { return o.joins.empty() && o.changed.empty() && o.dropped.empty(); }

  MemberAllotment members_{hosts({0, 0, 1, 1}), {.round_trip = 1e-4, .bandwidth = 1e9}};
};

TEST_F(Allotment, OneRankOfAHostJoinsForAllItsFreeProcessors) {
  join();
  EXPECT_TRUE(is_quiet(members_.share({0, 2}, {3_rank})));
}

TEST_F(Allotment, NobodyJoinsBeforeAStepIsMeasured) {
  MemberAllotment members(hosts({0, 1}), {.round_trip = 1e-4, .bandwidth = 1e9});
  members.begin(0_rank, {.threads = 64, .shared_bytes = 1e5});
  EXPECT_TRUE(is_quiet(members.share({0, 1}, {1_rank})));
  members.update(0_rank, {10, 1'000'000, 0, 1}, 1, 5);
  EXPECT_TRUE(is_quiet(members.share({0, 1}, {1_rank})));
  members.update(0_rank, {20, 1'000'000, 0, 1}, 1, 5.5);
  EXPECT_TRUE(is_quiet(members.share({0, 1}, {1_rank}))) << "half a second is too short";
  members.update(0_rank, {110, 1'000'000, 0, 1}, 1, 6);
  EXPECT_EQ(members.share({0, 1}, {1_rank}).joins.size(), 1u);
}

TEST_F(Allotment, AMemberWhoseProcessorsAreWantedLeavesByTheLeadersWord) {
  join();
  const MemberOrders fewer = members_.share({0, 1}, {3_rank});
  EXPECT_EQ(fewer.changed, Idle({0_rank}));
  EXPECT_EQ(members_.members(0_rank), Threads({{2_rank, 1}}));
  const MemberOrders none = members_.share({0, 0}, {3_rank});
  EXPECT_EQ(none.changed, Idle({0_rank}));
  EXPECT_TRUE(none.dropped.empty());
  EXPECT_EQ(members_.members(0_rank), Threads());
}

TEST_F(Allotment, WhoPreparesIsDroppedAndWhoIsPreparedToo) {
  EXPECT_EQ(members_.share({0, 2}, {2_rank, 3_rank}).joins.size(), 1u);
  const MemberOrders none = members_.share({0, 0}, {3_rank});
  EXPECT_EQ(none.dropped, (Dropped{{2_rank, 0_rank}}));
  EXPECT_TRUE(none.changed.empty());
  members_.prepared(2_rank);
  EXPECT_TRUE(is_quiet(members_.share({0, 0}, {3_rank}))) << "its message is late";
}

TEST_F(Allotment, OneThatIsRecalledBeforeTheLeaderKnowsItIsDropped) {
  EXPECT_EQ(members_.share({0, 2}, {2_rank, 3_rank}).joins.size(), 1u);
  members_.prepared(2_rank);
  members_.recall(2_rank);
  const MemberOrders orders = members_.share({0, 0}, {3_rank});
  EXPECT_EQ(orders.dropped, (Dropped{{2_rank, 0_rank}}));
}

TEST_F(Allotment, OneThatIsRecalledAfterLeavesByTheLeadersWord) {
  join();
  members_.recall(2_rank);
  const MemberOrders orders = members_.share({0, 0}, {3_rank});
  EXPECT_TRUE(orders.dropped.empty());
  EXPECT_EQ(orders.changed, Idle({0_rank}));
}

TEST_F(Allotment, WhenTheExperimentEndsEveryMemberHears) {
  join();
  members_.end(0_rank);
  const MemberOrders orders = members_.share({0, 2}, {3_rank});
  EXPECT_EQ(orders.dropped, (Dropped{{2_rank, 0_rank}}));
  EXPECT_TRUE(orders.changed.empty());
  EXPECT_TRUE(members_.helpers().empty());
}

TEST_F(Allotment, WhoHasLeftBeforeItHearsOfTheEndIsNotTold) {
  join();
  members_.end(0_rank);
  members_.left(2_rank);
  EXPECT_TRUE(is_quiet(members_.share({0, 2}, {})));
}

TEST_F(Allotment, WithOneHostNothingChanges) {
  MemberAllotment members(hosts({0, 0}), {.bandwidth = 0});
  members.begin(0_rank, {.threads = 64, .shared_bytes = 1e5});
  members.update(0_rank, {10, 100, 0, 1}, 1, 1);
  members.end(0_rank);
  members.left(1_rank);
  EXPECT_FALSE(members.changed());
}

TEST_F(Allotment, WhoIsUnableIsNotAskedAgain) {
  EXPECT_EQ(members_.share({0, 2}, {2_rank, 3_rank}).joins[0].rank, 2_rank);
  members_.unable(2_rank);
  EXPECT_EQ(members_.share({0, 2}, {2_rank, 3_rank}).joins[0].rank, 3_rank);
  members_.unable(3_rank);
  EXPECT_TRUE(is_quiet(members_.share({0, 2}, {2_rank, 3_rank})));
}

TEST_F(Allotment, MembersWithWhichStepsTakeLongerLeaveForGood) {
  join();
  double now = 20;
  long step = 1000;
  for (const int times : {1, 2, 3, 4}) {
    members_.update(0_rank, {step, 1'000'000, 0, 1}, 1, now);
    const MemberOrders orders = members_.share({0, 2}, {3_rank});
    EXPECT_EQ(!orders.changed.empty(), times == 4) << times;
    now += 1, step += 50;  // 20 ms each, twice their time alone
  }
  EXPECT_EQ(members_.members(0_rank), Threads());
  members_.left(2_rank);
  for (int i = 0; i < 4; ++i) members_.update(0_rank, {step += 100, 1'000'000, 0, 1}, 1, now += 1);
  EXPECT_TRUE(is_quiet(members_.share({0, 2}, {2_rank, 3_rank})));
}

TEST_F(Allotment, OneSlowSecondMeansNothing) {
  join();
  double now = 20;
  long step = 1000;
  for (int i = 0; i < 20; ++i) {
    members_.update(0_rank, {step += i % 3 == 0 ? 10 : 300, 1'000'000, 0, 1}, 1, now += 1);
    EXPECT_TRUE(is_quiet(members_.share({0, 2}, {3_rank})));
  }
}

TEST_F(Allotment, HostsWithoutAnIdleRankGiveNothing) {
  EXPECT_TRUE(is_quiet(members_.share({0, 2}, {1_rank})));
}

}  // namespace
}  // namespace icsweep::member_allotment_test
