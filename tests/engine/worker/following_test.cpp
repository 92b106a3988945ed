// Tests experiments that several ranks share: the leader's attempt and its followers, in threads of one process.
#include "engine/worker/following.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <random>
#include <set>
#include <thread>

#include "engine/sweep/experiment_id.hpp"
#include "engine/worker/attempt.hpp"
#include "io/base/temporary_folder.hpp"
#include "tests/engine/worker/thread_ranks.hpp"
#include "tests/tasks/examples.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;

/// Rank 0 leads. The others prepare, wait until they are named, leave when they are not, and prepare again.
class Sharing : public ::testing::Test {
 protected:
  static constexpr int followers = 3;

  Assignment assignment(const test::Example& example) const {
    const Task& task = papers_tasks().find(example.task);
    return {&task, identity(task.schema(), example.config), example.config};
  }
  static bool can_be_shared(const test::Example& e) {
    return papers_tasks().find(e.task).cost(e.config).shared_bytes > 0;
  }
  Attempt alone(const Assignment& a) {
    CheckpointSaver saver("", 1, 0);
    return attempt(a, 0, saver, stop_, [](const Progress&) {});
  }

  void follow_until_done(const Assignment& a, Rank rank) {
    const test::ThreadComm comm(wires_, rank);
    Assignment its = a;
    its.leader = 0_rank;
    its.threads = 1 + rank.value() % 2;
    while (!done_) {
      const MemberCalls calls{.look = [] {},
                              .wanted = [this] { return !done_; },
                              .prepared =
                                  [&] {
                                    const std::lock_guard lock(mutex_);
                                    prepared_.insert(rank);
                                    ++preparations_;
                                  }};
      const std::string unable = follow(its, comm, calls);
      EXPECT_EQ(unable, "");
    }
  }
  void await_a_follower() {
    const auto is_there = [this] {
      const std::lock_guard lock(mutex_);
      return !prepared_.empty() || !named_.empty();
    };
    while (!is_there()) std::this_thread::sleep_for(50us);
  }
  /// At a tick, some of the prepared ranks join, and some leave.
  void order_at_random(Leading& leading) {
    const std::lock_guard lock(mutex_);
    if (random_() % 2) return;
    std::erase_if(named_, [&](Rank) { return random_() % 4 == 0; });
    named_.insert(prepared_.begin(), prepared_.end());  // each is named once, since otherwise it would wait to the end
    prepared_.clear();
    std::map<Rank, int> threads;
    for (const Rank rank : named_) threads[rank] = 1 + int(random_() % 2);
    leading.order(1 + int(random_() % 3), threads);
  }
  /// stop_after: number of ticks; if negative, it runs to its end.
  Attempt shared(const Assignment& a, unsigned seed, const std::string& checkpoints = "", int stop_after = -1) {
    random_.seed(seed);
    done_ = false;
    prepared_.clear(), named_.clear();
    const test::ThreadComm comm(wires_, 0_rank);
    Leading leading{BlockChannel(comm)};
    Wishes wishes{.leading = &leading};
    CheckpointSaver saver(checkpoints, 1, 0);
    StopFlag stop;
    bool awaited = false;
    std::vector<std::jthread> others;
    for (Rank rank(1); rank <= Rank(followers); ++rank) others.emplace_back([&, rank] { follow_until_done(a, rank); });
    const OnTick on_tick = [&](const Progress& p) {
      shared_ticks_ += leading.has_members();
      if (p.step > 0 && !std::exchange(awaited, true)) await_a_follower();
      if (p.step < p.steps) order_at_random(leading);
      if (stop_after-- == 0) stop.set_after(-1);
    };
    Attempt result = attempt(a, 0, saver, stop, on_tick, {}, &wishes);
    done_ = true;
    others.clear();
    for (const auto& [way, blocks] : wires_.sent)
      EXPECT_TRUE(blocks.empty()) << way.first.value() << " to " << way.second.value();
    return result;
  }
  static void expect_same(const Attempt& a, const Attempt& b) {
    EXPECT_EQ(a.outcome, b.outcome) << a.message;
    EXPECT_EQ(a.message, b.message);
    EXPECT_EQ(test::bits(a.results), test::bits(b.results));
    EXPECT_EQ(a.weights, b.weights);
  }

  test::Wires wires_;
  StopFlag stop_;
  std::mutex mutex_;
  std::set<Rank> prepared_, named_;
  std::atomic<bool> done_ = false;
  std::atomic<int> preparations_ = 0;
  int shared_ticks_ = 0;
  std::mt19937 random_;
};

TEST_F(Sharing, EveryTaskOnLanesHasTheBitsOfOneThreadWhoeverJoinsAndLeaves) {
  const test::ExampleFolder folder;
  std::set<std::string> tasks;
  int runs = 0, joins = 0;
  for (const auto& example : folder.examples()) {
    if (!can_be_shared(example)) continue;
    tasks.insert(example.task);
    const Assignment a = assignment(example);
    const Attempt expected = alone(a);
    for (const unsigned seed : {1u, 2u, 3u}) {
      SCOPED_TRACE(example.task + ", seed " + std::to_string(seed));
      shared_ticks_ = preparations_ = 0;
      expect_same(shared(a, seed), expected);
      EXPECT_GT(shared_ticks_, 0);
      ++runs, joins += preparations_;
    }
  }
  EXPECT_GT(joins, runs);  // each run waits for its first member; on a busy machine it may end before its second
  EXPECT_EQ(tasks, (std::set<std::string>{"augmented", "descent_transformer", "plain", "regression"}));
}

TEST_F(Sharing, AStopLeavesNoBlockOnItsWayAndWhatGoesOnEndsWithTheSameBits) {
  const test::ExampleFolder folder;
  const TemporaryFolder store;
  const std::string checkpoints = checkpoint_folder(store.file("s.h5"));
  std::filesystem::create_directory(checkpoints);
  for (const auto& example : folder.examples()) {
    if (!can_be_shared(example)) continue;
    SCOPED_TRACE(example.task);
    const Assignment a = assignment(example);
    int stops = 0;
    Attempt last = shared(a, 7, checkpoints, 3);
    for (; last.outcome == Outcome::pending; ++stops) last = shared(a, unsigned(stops), checkpoints, 4 + stops);
    EXPECT_GE(stops, 1);
    expect_same(last, alone(a));
  }
}

/// A member that is missing at a step ends the launch, whatever the task does with the error.
TEST_F(Sharing, AMissingMemberIsTheProgramsError) {
  const test::ExampleFolder folder;
  const auto examples = folder.examples();
  const Assignment a = assignment(*std::ranges::find_if(examples, can_be_shared));
  const std::jthread deserter([this] {
    const test::ThreadComm comm(wires_, 1_rank);
    const BlockChannel channel(comm);
    const Block state = channel.receive(Rank(0));
    EXPECT_EQ(member_block(state).word, MemberWord::state);
    EXPECT_EQ(member_block(state).threads, (std::vector<int>{1, 2}));
    EXPECT_EQ(member_block(state).index, 1);
    channel.send({{0_rank, to_block({MemberWord::gone})}});
  });
  const test::ThreadComm comm(wires_, 0_rank);
  Leading leading{BlockChannel(comm)};
  Wishes wishes{.leading = &leading};
  CheckpointSaver saver("", 1, 0);
  const OnTick on_tick = [&](const Progress& p) {
    if (p.step == 1) leading.order(1, {{1_rank, 2}});
  };
  EXPECT_THROW(attempt(a, 0, saver, stop_, on_tick, {}, &wishes), Error);
}

class Unprepared : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema{"unprepared", 1, {}, {}};
    return schema;
  }
  Cost cost(const Config&) const override { return {1, 1, 1}; }
  std::string flop_formula() const override { return ""; }
  void run(const Config&, Context&) const override { throw std::runtime_error("no data here"); }
};

TEST_F(Sharing, WhoCannotPrepareSaysWhy) {
  const Unprepared task;
  Assignment a{&task, "abc", {}};
  a.leader = 0_rank;
  const test::ThreadComm comm(wires_, 1_rank);
  EXPECT_EQ(follow(a, comm, {.look = [] {}, .wanted = [] { return true; }, .prepared = [] {}}), "no data here");
  EXPECT_TRUE(wires_.sent.empty());
}

TEST_F(Sharing, WhoIsNotWantedAnyMoreLeavesWhileItPrepares) {
  const test::ExampleFolder folder;
  const auto examples = folder.examples();
  Assignment a = assignment(*std::ranges::find_if(examples, can_be_shared));
  a.leader = 0_rank;
  const test::ThreadComm comm(wires_, 1_rank);
  int looks = 0;
  EXPECT_EQ(follow(a, comm, {.look = [&] { ++looks; }, .wanted = [&] { return looks < 3; }, .prepared = [] {}}), "");
  EXPECT_EQ(looks, 3);
}

TEST(MemberBlocks, ArriveWithTheirHeadsAndBytes) {
  const Block bytes{std::byte(1), std::byte(2), std::byte(3)};
  const Block block = to_block({MemberWord::total, 2, {4, 1, 7}, bytes});
  const MemberBlock read = member_block(block);
  EXPECT_EQ(read.word, MemberWord::total);
  EXPECT_EQ(read.index, 2);
  EXPECT_EQ(read.threads, (std::vector<int>{4, 1, 7}));
  EXPECT_TRUE(std::ranges::equal(read.bytes, bytes));
  EXPECT_THROW(member_block(Block(9)), Error);
}

}  // namespace
}  // namespace icsweep
