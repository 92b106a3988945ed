#include "engine/worker/worker.hpp"

#include <functional>

#include "io/store/hdf5_store.hpp"
#include "io/store/lease.hpp"
#include "tests/engine/run/fake_comm.hpp"
#include "tests/engine/worker/running.hpp"

namespace icsweep {
namespace {

/// A worker whose coordinator is a script.
class Working : public Running {
 protected:
  Working() {
    comm_.hears = [this](Rank, const std::string& text) {
      const WorkerMessage message = worker_message(text);
      if (message.kind == MessageKind::request) hand_out();
      else if (message.kind == MessageKind::progress && reported) reported(message.progress);
      else if (message.kind == MessageKind::finished) ended_.push_back(running_), waiting_.erase(waiting_.begin());
      else if (message.kind == MessageKind::released)
        std::rotate(waiting_.begin(), waiting_.begin() + 1, waiting_.end());
      else if (message.kind == MessageKind::goodbye) say("end");
    };
  }
  void say(const std::string& text) { comm_.inbox.push_back({Rank(0), text}); }
  void hand_out() {
    if (waiting_.empty()) return say(to_message(Assignment{}));
    running_ = waiting_.front();
    taken_.push_back(running_);
    say(to_message(assignment(running_)));
  }
  void pause(std::size_t experiment) {
    say(to_message(Order{.identity = experiments_[experiment].identity, .pause = true}));
  }
  void work() {
    StoreWriter store(path());
    const Lease lease(path(), 2);
    const RunnerSettings settings{.checkpoints = checkpoint_folder(path()), .report_every = 0};
    run_worker(comm_, store, settings, lease.watch(), papers_tasks(), stop_);
  }
  /// The digests of both experiments, here and in their own runs.
  void expect_undisturbed_results() {
    const auto digest = [this](std::int64_t i) { return std::get<std::int64_t>(row(i).at("digest")); };
    const auto digests = [&] { return std::pair(digest(0), digest(1)); };
    const auto found = digests();
    const StopFlag stop;
    StoreWriter store(path());
    Runner runner(store, Rank(0), {}, stop, [](const Progress&) {});
    for (const std::size_t i : {0, 1}) runner.run(assignment(i));
    store.commit();
    EXPECT_EQ(found, digests());
  }

  FakeComm comm_{2, Rank(1)};
  std::function<void(const Progress&)> reported;
  std::vector<std::size_t> waiting_{0, 1}, taken_, ended_;
  std::size_t running_ = 0;
};

TEST_F(Working, WhatPausesGoesOnLaterToTheSameBits) {
  reported = [this](const Progress& p) {
    if (p.step % 10 == 5 && waiting_.size() > 1) pause(running_);
  };
  work();
  EXPECT_GE(taken_.size(), 8u);
  EXPECT_EQ(taken_[0], 0u);
  EXPECT_EQ(taken_[1], 1u);
  EXPECT_EQ(taken_[2], 0u);
  EXPECT_EQ(ended_.size(), 2u);
  EXPECT_TRUE(find_checkpoints(path()).empty());
  expect_undisturbed_results();
}

TEST_F(Working, APauseThatComesLateStopsNobody) {
  reported = [this](const Progress& p) {
    if (running_ == 0 && p.step == p.steps) pause(0);  // read while it waits for an answer
    if (running_ == 1 && p.step == 5) pause(0);        // read while the next one runs
    if (running_ == 1 && p.step == p.steps) pause(1);  // read after the last one
  };
  work();
  EXPECT_EQ(taken_, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(ended_, taken_);
  EXPECT_TRUE(comm_.inbox.empty());
  expect_undisturbed_results();
}

TEST_F(Working, AnAnswerThatWasNotAskedForEndsTheLaunch) {
  reported = [this](const Progress& p) {
    if (p.step == 5) hand_out();
  };
  EXPECT_THROW(work(), Error);
}

}  // namespace
}  // namespace icsweep
