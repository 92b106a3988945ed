#include "engine/ledger/ledger.hpp"

#include <gtest/gtest.h>

#include "support/stored_bytes.hpp"
#include "support/synthetic_store.hpp"

namespace icsweep::ledger_test {
namespace {

/// One experiment of each outcome, an unplanned one, and one of another build.
class Ledger : public ::testing::Test {
 protected:
  Ledger() {
    const std::vector<SyntheticStore::Fate> fates{{.outcome = Outcome::pending},
                                                  {.outcome = Outcome::done},
                                                  {.outcome = Outcome::diverged},
                                                  {.outcome = Outcome::failed},
                                                  {.outcome = Outcome::timed_out},
                                                  {.outcome = Outcome::crashed},
                                                  {.outcome = Outcome::pruned},
                                                  {.outcome = Outcome::pending, .planned = false},
                                                  {.outcome = Outcome::done, .build = "another build"}};
    for (std::size_t i = 0; i < fates.size(); ++i) store_.add().set("seed", std::int64_t(i));
    store_.write([](const Config&, const std::string&, std::size_t) { return 1.0; }, fates);
  }
  /// The decisions by row, for a store whose last launch ended so.
  std::vector<Due> dues(const std::string& ending) const {
    const StoreReader store(store_.path());
    StoreHeader header = store.header();
    header.launches.push_back({.ending = ending});
    std::vector<Due> all;
    for (const LedgerEntry& e : ledger_of(header, store.tables()[0]).entries) all.push_back(e.due);
    return all;
  }

  SyntheticStore store_{"diagonal"};
};

TEST_F(Ledger, OfAStoreSaysWhatIsPlannedHowItEndedAndByWhichBuild) {
  const StoreReader store(store_.path());
  const auto ledger = ledger_of(store);
  ASSERT_EQ(ledger.size(), 1u);
  const TableLedger& table = ledger[0];
  const auto status = store.tables()[0].integers("status"), planned = store.tables()[0].integers("planned");
  ASSERT_EQ(table.entries.size(), status.size());
  for (std::size_t i = 0; i < status.size(); ++i) {
    EXPECT_EQ(table.entries[i].outcome, Outcome(status[i]));
    EXPECT_EQ(table.entries[i].planned, planned[i] == 1);
    EXPECT_EQ(table.entries[i].row, RowIndex(std::int64_t(i)));
    EXPECT_EQ(table.entries[i].soundness, Soundness::unread);
  }
  EXPECT_TRUE(table.entries[8].foreign);
  EXPECT_EQ(table.builds[8], "another build");
  EXPECT_EQ(table.identities, store.tables()[0].texts("identity"));
}

TEST_F(Ledger, OfAStoreAsksForWhatItsLastLaunchDidNotLeaveOut) {
  const std::vector<Due> stopped = dues(ending::stopped), complete = dues(ending::complete);
  EXPECT_EQ(stopped[0], Due::waiting);
  EXPECT_EQ(complete[0], Due::not_asked);
  EXPECT_EQ(dues(ending::with_failures)[0], Due::not_asked);
  for (std::size_t i = 1; i < stopped.size(); ++i) {
    EXPECT_EQ(stopped[i], i == 7 ? Due::not_asked : Due::ended) << i;
    EXPECT_EQ(complete[i], stopped[i]) << i;
  }
}

/// That is left to a ledger of a sweep and its store.
TEST_F(Ledger, OfAStoreReadsNoChecksum) {
  flip_bit(store_.path(), bytes_of_row(store_.path(), "/diagonal/seed", 1).first, 0);
  EXPECT_EQ(ledger_of(StoreReader(store_.path()))[0].entries[1].due, Due::ended);
}

}  // namespace
}  // namespace icsweep::ledger_test
