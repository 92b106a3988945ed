#include "io/store/hdf5_checkpoint_log.hpp"

#include <gtest/gtest.h>

#include "io/base/temporary_folder.hpp"
#include "support/toy_store.hpp"

namespace icsweep {
namespace {

class Noting : public ::testing::Test {
 protected:
  Noting() { create_toy_store(path_, 2); }
  LaunchRecord launch() const { return {.sweep_text = "[sweep]", .began = "2026-11-26T01:00:00Z"}; }
  void note(int first, int count) const {
    StoreWriter writer(path_);
    writer.begin_launch(launch());
    for (int i = first; i < first + count; ++i) writer.note_checkpoint({i % 3, 1e9 + i});
    writer.end_launch(ending::complete);
    writer.commit();
  }
  std::vector<LaunchRecord> launches() const { return StoreReader(path_).header().launches; }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("s.h5");
};

TEST_F(Noting, EachLaunchHasItsOwnInOrderOfTime) {
  note(0, 4);
  note(10, 2);
  const auto all = launches();
  ASSERT_EQ(all.size(), 2u);
  ASSERT_EQ(all[0].checkpoints.size(), 4u);
  ASSERT_EQ(all[1].checkpoints.size(), 2u);
  EXPECT_EQ(all[0].checkpoints[3].rank, 0);
  EXPECT_EQ(all[0].checkpoints[3].time, 1e9 + 3);
  EXPECT_EQ(all[1].checkpoints[0].rank, 1);
  EXPECT_EQ(all[1].checkpoints[0].time, 1e9 + 10);
}

TEST_F(Noting, AFullStoreForgetsTheOldest) {
  constexpr int room = 2048;
  note(0, room - 1);
  note(room, 3);
  const auto all = launches();
  EXPECT_EQ(all[0].checkpoints.size(), std::size_t(room - 3));
  EXPECT_EQ(all[0].checkpoints.front().time, 1e9 + 2);
  EXPECT_EQ(all[1].checkpoints.size(), 3u);
}

TEST_F(Noting, ANewFileOfTheStoreKeepsThem) {
  note(0, 5);
  {
    const StoreReader old(path_);
    const TablePlan plan{
        .table = old.tables()[0].table(), .old = &old.tables()[0], .added = {}, .planned = {1, 1}, .reset = {}};
    create_store(path_, old.header(), {plan});
  }
  note(7, 1);
  const auto all = launches();
  EXPECT_EQ(all[0].checkpoints.size(), 5u);
  EXPECT_EQ(all[0].checkpoints[4].time, 1e9 + 4);
  EXPECT_EQ(all[1].checkpoints.size(), 1u);
}

TEST_F(Noting, NothingIsNotedBeforeALaunch) {
  {
    StoreWriter writer(path_);
    writer.note_checkpoint({0, 1e9});
    writer.commit();
  }
  EXPECT_TRUE(launches().empty());
}

}  // namespace
}  // namespace icsweep
