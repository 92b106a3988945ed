#include "engine/worker/subprocess.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <limits>
#include <thread>

#include "io/base/error.hpp"
#include "support/child_process.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;

const OnTick nothing = [](const Progress&) {};

Attempt done(double value) {
  return {Outcome::done, "", "plain", 1.5, 3.0, {{"value", {value}}}, {}};
}

/// Counts the lives of an experiment; the children of this process share the count.
class Lives {
 public:
  Lives()
      : count_(static_cast<int*>(
            ::mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {}
  ~Lives() { ::munmap(count_, sizeof(int)); }
  Lives(const Lives&) = delete;
  Lives& operator=(const Lives&) = delete;

  int begin() const { return ++*count_; }
  int count() const { return *count_; }

 private:
  int* count_;
};

class Isolated : public ::testing::Test {
 protected:
  /// Expects that no child and no zombie is left.
  void TearDown() override {
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
  }

  StopFlag stop_;
};

TEST_F(Isolated, WhatARunReturnsComesBackWithEveryBit) {
  const double nan = std::bit_cast<double>(0x7ff8'0000'dead'beefull);
  std::vector<double> large(100'000, 0.1);  // more than a pipe holds
  large[99'999] = nan;
  std::vector<float> weights(50'000, -0.0f);
  weights[7] = std::numeric_limits<float>::denorm_min();
  const auto run = [&](const OnTick&, const OnSoFar&) {
    return Attempt{Outcome::diverged,
                   "loss is nan\nat step 3",
                   "mixed",
                   0.1 + 0.2,
                   0.2 + 0.4,
                   {{"large", large}, {"none", {}}, {"small", {nan}}},
                   weights};
  };
  const Attempt a = run_in_subprocess(run, stop_, nothing, 0);
  EXPECT_EQ(a.outcome, Outcome::diverged);
  EXPECT_EQ(a.message, "loss is nan\nat step 3");
  EXPECT_EQ(a.level, "mixed");
  EXPECT_EQ(a.seconds, 0.1 + 0.2);
  ASSERT_EQ(a.results.size(), 3u);
  ASSERT_EQ(a.results.at("large").size(), large.size());
  EXPECT_EQ(std::memcmp(a.results.at("large").data(), large.data(), large.size() * sizeof(double)), 0);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.results.at("small").at(0)), 0x7ff8'0000'dead'beefull);
  EXPECT_TRUE(a.results.at("none").empty());
  ASSERT_EQ(a.weights.size(), weights.size());
  EXPECT_EQ(std::memcmp(a.weights.data(), weights.data(), weights.size() * sizeof(float)), 0);
}

TEST_F(Isolated, EveryOutcomeOfARunIsItsOwn) {
  for (const Outcome outcome : {Outcome::pending, Outcome::done, Outcome::failed, Outcome::timed_out}) {
    const auto run = [&](const OnTick&, const OnSoFar&) { return Attempt{outcome, "why", "plain", 0, 0, {}, {}}; };
    EXPECT_EQ(run_in_subprocess(run, stop_, nothing, 0).outcome, outcome);
    EXPECT_EQ(run_in_subprocess(run, stop_, nothing, 0).message, "why");
  }
}

TEST_F(Isolated, ADeathIsMadeGoodByASecondLife) {
  const Lives lives;
  const auto run = [&](const OnTick&, const OnSoFar&) {
    if (lives.begin() == 1) std::raise(SIGKILL);
    return done(2);
  };
  const Attempt a = run_in_subprocess(run, stop_, nothing, 0);
  EXPECT_EQ(a.outcome, Outcome::done);
  EXPECT_EQ(a.results.at("value").at(0), 2);
  EXPECT_EQ(lives.count(), 2);
}

TEST_F(Isolated, ADeathInTheMiddleOfItsLastWordsIsADeath) {
  const Lives lives;
  const pid_t self = ::getpid();
  const OnTick slow = [](const Progress&) { std::this_thread::sleep_for(20ms); };  // so that the pipe stays full
  const auto run = [&](const OnTick&, const OnSoFar&) {
    if (lives.begin() == 1) {
      std::thread([child = ::getpid(), self] {
        std::this_thread::sleep_for(40ms);
        if (child != self) ::kill(child, SIGKILL);
      }).detach();
      return Attempt{Outcome::done, "", "plain", 0, 0, {{"value", std::vector<double>(4'000'000, 1)}}, {}};
    }
    return done(2);
  };
  EXPECT_EQ(run_in_subprocess(run, stop_, slow, 0).results.at("value").size(), 1u);
  EXPECT_EQ(lives.count(), 2);
}

/// The outcome and message of an experiment whose every life ends in this way.
Attempt dying(const Lives& lives, const std::function<void()>& end) {
  const StopFlag stop;
  return run_in_subprocess(
      [&](const OnTick&, const OnSoFar&) {
        lives.begin();
        end();
        return done(1);
      },
      stop, nothing, 0);
}

TEST_F(Isolated, WhoDiesTwiceIsCrashedWithTheSignalsName) {
  const Lives lives;
  const Attempt a = dying(lives, [] {
    std::signal(SIGSEGV, SIG_DFL);  // Open MPI and sanitizers have handlers
    std::raise(SIGSEGV);
  });
  EXPECT_EQ(a.outcome, Outcome::crashed);
  EXPECT_EQ(a.message, "its process died of signal 11 (Segmentation fault), twice");
  EXPECT_TRUE(a.results.empty());
  EXPECT_EQ(lives.count(), 2);
}

TEST_F(Isolated, WhoIsKilledTwiceMayHaveFilledTheMemory) {
  EXPECT_EQ(dying(Lives(), [] { std::raise(SIGKILL); }).message,
            "its process died of signal 9 (Killed; was the memory full?), twice");
}

TEST_F(Isolated, AnExitWithoutAWordIsADeath) {
  const Lives lives;
  const Attempt a = dying(lives, [] { ::_exit(3); });
  EXPECT_EQ(a.outcome, Outcome::crashed);
  EXPECT_EQ(a.message, "its process ended with exit status 3, twice");
  EXPECT_EQ(lives.count(), 2);
}

/// The exception must not leave the child's code and run a copy of the caller.
TEST_F(Isolated, WhatIsThrownThatIsNoExceptionEndsTheChild) {
  const pid_t self = ::getpid();
  const Attempt a = dying(Lives(), [] {
    std::signal(SIGABRT, SIG_DFL);
    ::close(STDERR_FILENO);  // std::terminate would print
    throw 7;
  });
  if (::getpid() != self) ::_exit(0);
  EXPECT_EQ(a.message, "its process died of signal 6 (Aborted), twice");
}

TEST_F(Isolated, AnErrorOfTheRunIsThrownHereWithItsMessage) {
  const Lives lives;
  for (const std::string message : {"the disk is full", ""}) try {
      run_in_subprocess(
          [&](const OnTick&, const OnSoFar&) -> Attempt {
            lives.begin();
            throw Error(ErrorKind::numeric, message);
          },
          stop_, nothing, 0);
      FAIL() << "there was no exception";
    } catch (const Error& e) {
      EXPECT_EQ(e.what(), message);
      EXPECT_EQ(e.kind(), ErrorKind::store);
    }
  EXPECT_EQ(lives.count(), 2) << "an error of icsweep is not tried again";
}

TEST_F(Isolated, WhoHasNoTickForTooLongIsKilledAndNotRepeated) {
  const Lives lives;
  const auto run = [&](const OnTick& tick, const OnSoFar&) {
    lives.begin();
    tick({1, 10, 100, 0.5});
    for (volatile bool forever = true; forever;) continue;
    return done(1);
  };
  const auto begin = std::chrono::steady_clock::now();
  const Attempt a = run_in_subprocess(run, stop_, nothing, 1.5);
  EXPECT_EQ(a.outcome, Outcome::crashed);
  EXPECT_EQ(a.message, "had no tick for 1.5 s and was killed");
  EXPECT_EQ(lives.count(), 1);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 1500ms);
}

TEST_F(Isolated, WhoTicksMayTakeLongerThanTheLimit) {
  const auto run = [](const OnTick& tick, const OnSoFar&) {
    for (long step = 0; step < 110; ++step) {
      tick({step, 110, step, 1});
      std::this_thread::sleep_for(20ms);
    }
    return done(1);
  };
  EXPECT_EQ(run_in_subprocess(run, stop_, nothing, 2).outcome, Outcome::done);
}

TEST_F(Isolated, TicksArriveInOrderAndPollsInBetween) {
  std::vector<long> steps;
  const Lives calls;  // of on_tick; the child sees them and waits for five
  const OnTick on_tick = [&](const Progress& p) {
    calls.begin();
    if (p.steps > 0 && (steps.empty() || steps.back() != p.step)) steps.push_back(p.step);
    if (p.steps > 0) {
      EXPECT_EQ(p.steps, 4);
      EXPECT_EQ(p.sequences, 10 * p.step);
      EXPECT_EQ(p.loss, 0.25 * double(p.step));
    }
  };
  const auto run = [&](const OnTick& tick, const OnSoFar&) {
    for (long step = 1; step <= 4; ++step) {
      const int before = calls.count();
      tick({step, 4, 10 * step, 0.25 * double(step)});
      std::this_thread::sleep_for(70ms);  // ticks that come sooner are left out
      while (calls.count() < before + 5) std::this_thread::sleep_for(1ms);
    }
    return done(1);
  };
  run_in_subprocess(run, stop_, on_tick, 0);
  EXPECT_EQ(steps, (std::vector<long>{1, 2, 3, 4}));
}

/// If each tick waited, the test would run for a day.
TEST_F(Isolated, ManyTicksDoNotWaitForWhoIsSlowToHearThem) {
  const OnTick slow = [](const Progress&) { std::this_thread::sleep_for(100ms); };
  const auto run = [](const OnTick& tick, const OnSoFar&) {
    for (long step = 0; step < 1'000'000; ++step) tick({step, 1'000'000, step, 1});
    return done(1);
  };
  EXPECT_EQ(run_in_subprocess(run, stop_, slow, 0).outcome, Outcome::done);
}

TEST_F(Isolated, WhatATickThrowsHereLeavesNoChildBehind) {
  const OnTick broken = [](const Progress& p) {
    if (p.step == 2) throw std::runtime_error("the coordinator is broken");
  };
  const auto run = [](const OnTick& tick, const OnSoFar&) {
    tick({2, 4, 0, 0});
    std::this_thread::sleep_for(60s);
    return done(1);
  };
  EXPECT_THROW(run_in_subprocess(run, stop_, broken, 0), std::runtime_error);
}

TEST_F(Isolated, ARequestToStopIsPassedOnAndInterrupts) {
  stop_.set_by_signals();
  const OnTick raise = [](const Progress& p) {
    if (p.step == 1) std::raise(SIGUSR1);
  };
  const auto run = [this](const OnTick& tick, const OnSoFar&) {
    tick({1, 2, 0, 0});
    while (!stop_.is_set()) std::this_thread::sleep_for(1ms);
    return Attempt{Outcome::pending, "saved", "plain", 0, 0, {}, {}};
  };
  const Attempt a = run_in_subprocess(run, stop_, raise, 0);
  EXPECT_EQ(a.outcome, Outcome::pending);
  EXPECT_EQ(a.message, "saved");
}

TEST_F(Isolated, WhoDiesOfARequestToStopIsPendingAndNotCrashed) {
  stop_.set_by_signals();
  const auto run = [](const OnTick& tick, const OnSoFar&) {
    std::signal(SIGTERM, SIG_DFL);
    tick({1, 2, 0, 0});
    std::this_thread::sleep_for(60s);
    return done(1);
  };
  const OnTick raise = [](const Progress& p) {
    if (p.step == 1) std::raise(SIGTERM);
  };
  EXPECT_EQ(run_in_subprocess(run, stop_, raise, 0).outcome, Outcome::pending);
}

TEST_F(Isolated, AChildDiesWithItsParent) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const test::ChildProcess parent([this] {
    const OnTick die = [](const Progress& p) {
      if (p.step == 1) std::raise(SIGKILL);
    };
    run_in_subprocess(
        [](const OnTick& tick, const OnSoFar&) {
          tick({1, 2, 0, 0});
          std::this_thread::sleep_for(60s);
          return done(1);
        },
        stop_, die, 0);
    return 0;
  });
  ::close(ends[1]);
  char byte = 0;
  EXPECT_EQ(::read(ends[0], &byte, 1), 0) << "the pipe has ended: no process has its other end";
  ::close(ends[0]);
  EXPECT_EQ(parent.wait(), -1) << "it was killed";
  while (::waitpid(-1, nullptr, 0) > 0) continue;  // this process adopts the child if an earlier test started a keeper
}

}  // namespace
}  // namespace icsweep
