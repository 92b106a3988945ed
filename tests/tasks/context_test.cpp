// A task that is stopped at any tick and resumed elsewhere gives the results of an uninterrupted run.
#include <gtest/gtest.h>

#include "tasks/random.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/tasks/examples.hpp"
#include "tests/tasks/stopping.hpp"

namespace icsweep {
namespace {

using test::calls_of;
using test::expect_same;
using test::Stopped;
using test::Stopping;

class Resuming : public ::testing::Test {
 protected:
  test::ExampleFolder folder_;
};

TEST_F(Resuming, GivesTheSameBitsAfterAStopAtAnyMoment) {
  RandomStream random(1, Purpose::check, 0);
  for (const auto& [name, config] : folder_.examples()) {
    SCOPED_TRACE(name);
    const Task& task = papers_tasks().find(name);
    const test::Recorder whole = test::run(name, config);
    const int calls = calls_of(task, config);
    for (int i = 0; i < 12; ++i) {
      SCOPED_TRACE(i);
      Stopping first(i == 0 ? calls - 1 : int(random.below(std::uint64_t(calls))));
      EXPECT_THROW(task.run(config, first), Stopped);
      test::Recorder second;
      if (first.last) second.restore(*first.last);
      task.run(config, second);
      expect_same(second, whole);
      EXPECT_LE(second.ticks, whole.ticks);
    }
  }
}

/// A restored state can be saved again: the run is a chain of many short lives.
TEST_F(Resuming, GivesTheSameBitsAfterAStopAtEverySecondTick) {
  for (const auto& [name, config] : folder_.examples()) {
    SCOPED_TRACE(name);
    const Task& task = papers_tasks().find(name);
    std::optional<std::string> last;
    for (int lives = 0; lives < 300; ++lives) {
      Stopping context(lives < 299 ? 2 + lives / 10 : 1 << 30);
      if (last) context.restore(*last);
      try {
        task.run(config, context);
      } catch (const Stopped&) {
        if (context.last) last = context.last;
        continue;
      }
      expect_same(context, test::run(name, config));
      break;
    }
  }
}

/// For every task that has a resumable loop.
TEST_F(Resuming, AStateOfOtherVariablesIsRefused) {
  const auto all = folder_.examples();
  std::map<std::string, std::string> snapshots;
  for (const auto& [name, config] : all) {
    Stopping context(calls_of(papers_tasks().find(name), config) / 2);
    try {
      papers_tasks().find(name).run(config, context);
    } catch (const Stopped&) {
    }
    if (context.last) snapshots[name] = *context.last;
  }
  ASSERT_GE(snapshots.size(), 9u);
  for (const auto& [own, snapshot] : snapshots)
    for (const auto& [name, config] : all) {
      if (name == own || !snapshots.contains(name)) continue;
      test::Recorder context;
      const auto go_on = [&, &name = name, &config = config, &snapshot = snapshot] {
        context.restore(snapshot);
        papers_tasks().find(name).run(config, context);
      };
      SCOPED_TRACE(own + " in " + name);
      EXPECT_THROW(go_on(), StaleState);
    }
}

TEST_F(Resuming, ASnapshotCutAnywhereIsRefused) {
  const auto [name, config] = folder_.examples().front();
  const Task& task = papers_tasks().find(name);
  Stopping context(5);
  EXPECT_THROW(task.run(config, context), Stopped);
  ASSERT_TRUE(context.last);
  for (std::size_t size = 0; size < context.last->size(); size += 7) {
    test::Recorder second;
    const auto go_on = [&, &config = config] {
      second.restore(context.last->substr(0, size));
      task.run(config, second);
    };
    EXPECT_THROW(go_on(), StaleState) << size;
  }
}

/// Like a program that cannot save.
TEST(ContextWithoutState, GivesNoSnapshotWithinTheLoopAndOneAfterIt) {
  struct Counting : Context {
    int snapshots = 0, polls_between_ticks = 0, ticks = 0;
    void on_tick(const Progress&) override {
      snapshots += snapshot().has_value();
      ++(is_between_ticks() ? polls_between_ticks : ticks);
    }
  } context;
  bool runs = false;
  const auto state = [&](Archive& archive) {
    if (runs) throw NoState{};
    archive(runs);
  };
  context.poll();
  context.resumable(state, [&] {
    runs = true;
    context.tick({1, 3, 0, 0});
    context.poll();
    context.poll();
    context.tick({2, 3, 0, 0});
    runs = false;
  });
  EXPECT_EQ(context.snapshots, 0);
  EXPECT_EQ(context.polls_between_ticks, 2);
  EXPECT_EQ(context.ticks, 3);  // with the poll before the loop
  EXPECT_TRUE(context.snapshot());
}

}  // namespace
}  // namespace icsweep
