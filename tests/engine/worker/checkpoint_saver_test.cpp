#include "engine/worker/checkpoint_saver.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "engine/ledger/version.hpp"
#include "io/base/temporary_folder.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// An experiment of one tick, in which it does what the test requests. Listing its state takes some time.
class Ticking : public Context {
 public:
  explicit Ticking(std::function<void(Context&)> at_tick, std::chrono::milliseconds listing = 0ms)
      : at_tick_(std::move(at_tick)) {
    int value = 7;
    const auto state = [&](Archive& archive) {
      std::this_thread::sleep_for(listing);
      archive(value);
    };
    resumable(state, [&] { tick({1, 2, 3, 4}); });
  }

 protected:
  void on_tick(const Progress&) override { at_tick_(*this); }

 private:
  std::function<void(Context&)> at_tick_;
};

class Saving : public ::testing::Test {
 protected:
  Saving() { std::filesystem::create_directory(checkpoint_folder(folder_.file("s.h5"))); }
  std::string folder() const { return checkpoint_folder(folder_.file("s.h5")); }
  std::string path(int epoch) const { return checkpoint_path(folder(), "0a1b", epoch); }
  CheckpointSaver saver(double every = 30) const { return CheckpointSaver(folder(), 2, every); }
  Assignment assignment() const {
    return {.task = &papers_tasks().find("augmented"), .identity = "0a1b", .config = {}};
  }
  CheckpointHead head() const {
    return {.task = "augmented",
            .identity = "0a1b",
            .program = checkpoint_program(),
            .result_version = papers_tasks().find("augmented").schema().result_version};
  }
  TemporaryFolder folder_;
};

TEST_F(Saving, AStateIsSavedAndFoundAgain) {
  CheckpointSaver saver = this->saver();
  EXPECT_FALSE(saver.holds(assignment()));
  Ticking([&](Context& c) { EXPECT_TRUE(saver.save(head(), c)); });
  EXPECT_TRUE(saver.holds(assignment()));
  ASSERT_TRUE(saver.find(assignment(), 0));
  Ticking other([](Context&) {});
  EXPECT_NO_THROW(other.restore(saver.find(assignment(), 0)->state));
  saver.remove(assignment(), Outcome::done);
  EXPECT_FALSE(saver.holds(assignment()));
  EXPECT_FALSE(saver.find(assignment(), 0));
}

TEST_F(Saving, ALaterStateReplacesTheCheckpointOfALaunchThatWasSucceeded) {
  CheckpointSaver saver = this->saver();
  CheckpointHead earlier = head(), later = head();
  earlier.step = 5, later.step = 9;
  Ticking([&](Context& c) { saver.leave(later, c); });
  EXPECT_FALSE(std::filesystem::exists(path(2))) << "its experiment has ended, or resumes from another file";
  Ticking([&](Context& c) { saver.save(earlier, c), saver.leave(later, c); });
  EXPECT_EQ(read_checkpoint_head(path(2))->step, 9);
  Ticking([&](Context& c) { saver.leave(earlier, c); });
  EXPECT_EQ(read_checkpoint_head(path(2))->step, 9) << "that of its successor is further";
}

TEST_F(Saving, WithoutAPathNothingIsSavedNorEverDue) {
  CheckpointSaver saver("", 1, 1e-9);
  Ticking([&](Context& c) { saver.save(head(), c); });
  EXPECT_FALSE(saver.due());
  EXPECT_FALSE(saver.holds(assignment()));
  EXPECT_FALSE(saver.find(assignment(), 0));
}

/// Outside the ticks of a loop the experiment has no state from which it could resume.
TEST_F(Saving, AnExperimentThatHasNoStateNowSavesNone) {
  struct Other : Context {
    void on_tick(const Progress&) override {}
  } other;
  CheckpointSaver saver = this->saver();
  EXPECT_FALSE(saver.save(head(), other));
  EXPECT_FALSE(std::filesystem::exists(path(2)));
}

TEST_F(Saving, IsDueWhenItsTimeHasPassedSinceTheBeginning) {
  CheckpointSaver saver = this->saver(0.5), at_signals_alone = this->saver(0);
  const auto expect_not_due = [&](Clock::time_point begin) {
    const bool due = saver.due();
    if (Clock::now() - begin < 500ms) {
      EXPECT_FALSE(due);
    }
  };
  auto begin = Clock::now();
  saver.begin();
  expect_not_due(begin);
  std::this_thread::sleep_for(510ms);
  EXPECT_TRUE(saver.due());
  EXPECT_FALSE(at_signals_alone.due());
  begin = Clock::now();
  saver.begin();
  expect_not_due(begin);
}

/// However short the interval, saving must take at most 1 % of the time, also when it fails.
TEST_F(Saving, IsNotDueBeforeAHundredTimesWhatTheLastOneTook) {
  for (const std::string& place : {folder(), folder_.file("nowhere/at/all")}) {
    CheckpointSaver saver(place, 1, 1e-6);
    std::this_thread::sleep_for(1ms);
    EXPECT_TRUE(saver.due()) << "no save has taken any time yet";
    ::testing::internal::CaptureStderr();
    const auto begin = Clock::now();
    Ticking([&](Context& c) { saver.save(head(), c); }, 2ms);
    const auto most = Clock::now() - begin;  // state is listed twice: when saved and when the loop has ended
    ::testing::internal::GetCapturedStderr();
    std::this_thread::sleep_for(50ms);
    const bool due = saver.due();
    if (Clock::now() - begin < 200ms) {
      EXPECT_FALSE(due);
    }
    std::this_thread::sleep_until(begin + most + 100 * most);
    EXPECT_TRUE(saver.due());
  }
}

TEST_F(Saving, ThatItCannotBeWrittenIsSaidOnceAndNoError) {
  std::ofstream(folder_.file("file")) << "there is no folder";
  CheckpointSaver saver(folder_.file("file"), 1, 30);
  ::testing::internal::CaptureStderr();
  Ticking([&](Context& c) {
    EXPECT_FALSE(saver.save(head(), c));
    EXPECT_FALSE(saver.save(head(), c));
  });
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(said, folder_.file("file") +
                      ": is not a folder: training continues, but a kill costs the work since the last checkpoint\n");
}

/// An experiment that another rank paused and saved resumes here.
TEST_F(Saving, EachExperimentHasAFileWhichEveryRankOfTheLaunchFinds) {
  CheckpointSaver one = saver();
  const CheckpointSaver another = saver(), earlier(folder(), 1, 30);
  CheckpointHead second = head();
  second.identity = "4e5f";
  Ticking([&](Context& c) { one.save(head(), c), one.save(second, c); });
  Assignment other = assignment();
  other.identity = "4e5f";
  EXPECT_TRUE(another.find(assignment(), 0) && another.find(other, 0));
  EXPECT_FALSE(earlier.find(assignment(), 0)) << "of another launch";
  another.remove(assignment(), Outcome::done);
  EXPECT_FALSE(another.holds(assignment()));
  EXPECT_TRUE(another.holds(other));
}

TEST_F(Saving, TheFailedRunsBeforeWhatWasSavedAreKnownOnEveryRank) {
  const CheckpointSaver saver = this->saver();
  Assignment a = assignment();
  EXPECT_EQ(saver.failures(a), 0);
  CheckpointHead h = head();
  h.failures = 2;
  write_checkpoint(path(2), h, "state");
  EXPECT_EQ(saver.failures(a), 2);
  a.failures = 3;
  EXPECT_EQ(saver.failures(a), 3);
  h.program = "icsweep 0";
  h.failures = 4;
  write_checkpoint(path(2), h, "state");
  EXPECT_EQ(saver.failures(a), 3) << "of another program";
}

TEST_F(Saving, WhatTimedOutKeepsItsLastFileAlone) {
  const CheckpointSaver saver = this->saver();
  Assignment a = assignment();
  a.checkpoint = path(1);
  write_checkpoint(path(1), head(), "earlier");
  saver.remove(a, Outcome::timed_out);
  EXPECT_TRUE(std::filesystem::exists(path(1))) << "this launch has no later save";
  write_checkpoint(path(2), head(), "own");
  saver.remove(a, Outcome::timed_out);
  EXPECT_FALSE(std::filesystem::exists(path(1)));
  EXPECT_TRUE(std::filesystem::exists(path(2)));
}

TEST_F(Saving, ItsOwnFileIsTakenBeforeAnEarlierLaunchs) {
  Assignment a = assignment();
  a.checkpoint = path(1);
  CheckpointHead h = head();
  h.step = 10;
  write_checkpoint(path(1), h, "earlier");
  const CheckpointSaver saver = this->saver();
  EXPECT_TRUE(saver.holds(a));
  EXPECT_EQ(saver.find(a, 0)->state, "earlier");
  h.step = 20;
  write_checkpoint(path(2), h, "own");
  EXPECT_EQ(saver.find(a, 0)->state, "own");
  saver.remove(a, Outcome::done);
  EXPECT_FALSE(std::filesystem::exists(path(2)) || std::filesystem::exists(path(1)));
}

TEST_F(Saving, WhatIsDamagedIsSaidAndPassedOver) {
  Assignment a = assignment();
  a.checkpoint = path(1);
  write_checkpoint(path(1), head(), "earlier");
  std::ofstream(path(2)) << "the file is torn";
  const CheckpointSaver saver = this->saver();
  ::testing::internal::CaptureStderr();
  const auto found = saver.find(a, 0);
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(said, path(2) + ": is damaged, its experiment starts again\n");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->state, "earlier");
}

TEST_F(Saving, WhatBelongsToAnotherRunIsNotTaken) {
  const CheckpointSaver saver = this->saver();
  const auto taken = [&](const std::function<void(CheckpointHead&)>& change, int failures = 0) {
    CheckpointHead h = head();
    change(h);
    write_checkpoint(path(2), h, "state");
    return saver.find(assignment(), failures).has_value();
  };
  EXPECT_TRUE(taken([](CheckpointHead&) {}));
  EXPECT_TRUE(taken([](CheckpointHead& h) { h.level = "another processor's"; }));
  EXPECT_FALSE(taken([](CheckpointHead& h) { h.task = "plain"; }));
  EXPECT_FALSE(taken([](CheckpointHead& h) { h.identity = "2c3d"; }));
  EXPECT_FALSE(taken([](CheckpointHead& h) { h.program = "icsweep 0"; }));
  EXPECT_FALSE(taken([](CheckpointHead& h) { ++h.result_version; }));
  EXPECT_FALSE(taken([](CheckpointHead& h) { h.failures = 1; }));
  EXPECT_FALSE(taken([](CheckpointHead&) {}, 1));
  EXPECT_TRUE(taken([](CheckpointHead& h) { h.failures = 1; }, 1));
}

}  // namespace
}  // namespace icsweep
