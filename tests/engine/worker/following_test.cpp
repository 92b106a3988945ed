// Experiments that several ranks share: the leader's attempt and its followers, in threads of one process.
#include "engine/worker/following.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <set>
#include <thread>

#include "engine/sweep/experiment_id.hpp"
#include "engine/worker/attempt.hpp"
#include "tests/engine/worker/thread_ranks.hpp"
#include "tests/tasks/examples.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;

/// Rank 0 leads; the others prepare, wait until they are named, leave when they are not, and prepare again.
class Sharing : public ::testing::Test {
 protected:
  static constexpr int followers = 3;

  Assignment assignment(const test::Example& example) const {
    const Task& task = papers_tasks().find(example.task);
    return {&task, identity(task.schema(), example.config), example.config, 0, 0, 0, 0};
  }
  static bool can_be_shared(const test::Example& e) {
    return papers_tasks().find(e.task).cost(e.config).shared_bytes > 0;
  }
  Attempt alone(const Assignment& a) {
    CheckpointSaver saver("", 1, 0);
    return attempt(a, 0, saver, stop_, [](const Progress&) {});
  }

  void follow_until_done(const Assignment& a, int rank) {
    const test::ThreadComm comm(wires_, rank);
    Assignment its = a;
    its.leader = 0;
    its.threads = 1 + rank % 2;
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
  /// At a tick: some of those who are prepared join, some leave.
  void order_at_random(Leading& leading) {
    std::unique_lock lock(mutex_);
    while (named_.empty() && prepared_.empty()) {
      lock.unlock();
      std::this_thread::sleep_for(50us);
      lock.lock();
    }
    if (random_() % 2) return;
    std::erase_if(named_, [&](int) { return random_() % 4 == 0; });
    named_.insert(prepared_.begin(), prepared_.end());  // each is named once, else it would wait to the end
    prepared_.clear();
    std::map<int, int> threads;
    for (const int rank : named_) threads[rank] = 1 + int(random_() % 2);
    leading.order(1 + int(random_() % 3), threads);
  }
  Attempt shared(const Assignment& a, unsigned seed) {
    random_.seed(seed);
    done_ = false;
    prepared_.clear(), named_.clear();
    const test::ThreadComm comm(wires_, 0);
    Leading leading{BlockChannel(comm)};
    Wishes wishes{.leading = &leading};
    CheckpointSaver saver("", 1, 0);
    std::vector<std::jthread> others;
    for (int rank = 1; rank <= followers; ++rank) others.emplace_back([&, rank] { follow_until_done(a, rank); });
    const OnTick on_tick = [&](const Progress& p) {
      shared_ticks_ += leading.has_members();
      if (p.step < p.steps) order_at_random(leading);
    };
    Attempt result = attempt(a, 0, saver, stop_, on_tick, {}, &wishes);
    done_ = true;
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
  std::set<int> prepared_, named_;
  std::atomic<bool> done_ = false;
  std::atomic<int> preparations_ = 0;
  int shared_ticks_ = 0;
  std::mt19937 random_;
};

TEST_F(Sharing, EveryTaskOnLanesHasTheBitsOfOneThreadWhoeverJoinsAndLeaves) {
  const test::ExampleFolder folder;
  std::set<std::string> tasks;
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
      EXPECT_GT(preparations_, 1);
    }
  }
  EXPECT_EQ(tasks, (std::set<std::string>{"augmented", "descent_transformer", "plain", "regression"}));
}

}  // namespace
}  // namespace icsweep
