#include "io/store/hdf5_guest_log.hpp"

#include <gtest/gtest.h>

#include "io/base/temporary_folder.hpp"
#include "support/toy_store.hpp"

namespace icsweep {
namespace {

class AGuestLog : public ::testing::Test {
 protected:
  AGuestLog() { create_toy_store(path_, 2); }
  static LaunchRecord launch() { return {.sweep_text = "[sweep]", .began = "2026-11-26T01:00:00Z"}; }
  static GuestRecord guest(int first, const std::string& parting = "") {
    return {first, 2, "host h2, process 7", "h2", 1e9 + first, parting.empty() ? 0 : 2e9, parting};
  }
  std::vector<LaunchRecord> launches() const { return StoreReader(path_).header().launches; }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("s.h5");
};

TEST_F(AGuestLog, AGuestHasOneEntry) {
  {
    StoreWriter writer(path_);
    writer.begin_launch(launch());
    writer.note_guest(guest(2));
    writer.note_guest(guest(4));
    writer.note_guest(guest(2, parting::stopped));
    writer.commit();
  }
  const auto guests = launches().at(0).guests;
  ASSERT_EQ(guests.size(), 2u);
  EXPECT_EQ(guests[0].job, "host h2, process 7");
  EXPECT_EQ(guests[0].hosts, "h2");
  EXPECT_EQ(guests[0].ranks, 2);
  EXPECT_EQ(guests[0].joined, 1e9 + 2);
  EXPECT_EQ(guests[0].left, 2e9);
  EXPECT_EQ(guests[0].parting, parting::stopped);
  EXPECT_TRUE(guests[1].is_present());
  EXPECT_EQ(guests[1].left, 0);
}

TEST_F(AGuestLog, TheNextLaunchNotesWhoLostTheirLeaderAndWhoLeads) {
  {
    StoreWriter writer(path_);
    writer.begin_launch(launch());
    for (const int first : {2, 4}) writer.note_guest(guest(first));
    writer.note_guest(guest(6, parting::ended));
    writer.commit();
  }
  {
    StoreWriter writer(path_);
    writer.begin_launch(launch(), {1, 4});
    writer.note_guest(guest(2));
    writer.commit();
  }
  const auto all = launches();
  ASSERT_EQ(all.size(), 2u);
  ASSERT_EQ(all[0].guests.size(), 3u);
  EXPECT_EQ(all[0].guests[0].parting, parting::bereft);
  EXPECT_EQ(all[0].guests[1].parting, parting::leads);
  EXPECT_EQ(all[0].guests[2].parting, parting::ended);
  ASSERT_EQ(all[1].guests.size(), 1u);
  EXPECT_TRUE(all[1].guests[0].is_present());
}

TEST_F(AGuestLog, AFullStoreForgetsTheOldest) {
  constexpr int room = 512;
  {
    StoreWriter writer(path_);
    writer.begin_launch(launch());
    for (int i = 0; i < room + 3; ++i) writer.note_guest(guest(2 * i));
    writer.note_guest(guest(2 * (room + 2), parting::lost));
    writer.commit();
  }
  const auto guests = launches().at(0).guests;
  ASSERT_EQ(guests.size(), std::size_t(room));
  EXPECT_EQ(guests.front().first, 6);
  EXPECT_EQ(guests.back().parting, parting::lost);
}

TEST_F(AGuestLog, ANewFileOfTheStoreKeepsThem) {
  {
    StoreWriter writer(path_);
    writer.begin_launch(launch());
    writer.note_guest(guest(2, parting::silent));
    writer.commit();
  }
  {
    const StoreReader old(path_);
    const TablePlan plan{
        .table = old.tables()[0].table(), .old = &old.tables()[0], .added = {}, .planned = {1, 1}, .reset = {}};
    create_store(path_, old.header(), {plan});
  }
  const auto guests = launches().at(0).guests;
  ASSERT_EQ(guests.size(), 1u);
  EXPECT_EQ(guests[0].parting, parting::silent);
}

}  // namespace
}  // namespace icsweep
