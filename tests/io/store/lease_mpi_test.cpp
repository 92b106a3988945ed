#include "io/store/lease.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include "io/base/error.hpp"
#include "support/child_process.hpp"
#include "support/no_descriptors.hpp"
#include "io/base/temporary_folder.hpp"

namespace icsweep {
namespace {

TEST(Lease, TellsWhoHoldsItAndGoesAwayWithTheHolder) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  {
    Lease lease(store, 3);
    Heartbeat news;
    news.done = 2;
    news.total = 5;
    news.in_flight.push_back({1, "toy", "abc", "depth=2", 10, 100, 0.5});
    lease.beat(news);
    const auto read = read_heartbeat(store);
    ASSERT_TRUE(read.has_value());
    EXPECT_TRUE(is_alive(*read));
    EXPECT_EQ(read->pid, getpid());
    EXPECT_EQ(read->ranks, 3);
    EXPECT_EQ(read->in_flight.at(0).label, "depth=2");
    EXPECT_EQ(read->counter, 2);
  }
  EXPECT_FALSE(read_heartbeat(store).has_value());
}

double processor_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// The renewing thread sleeps: it shares a processor with rank 0's training.
TEST(Lease, KeepingItTakesNoProcessor) {
  const TemporaryFolder folder;
  const Lease lease(folder.file("s.h5"), 1);
  const double before = processor_seconds();
  const auto begin = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(std::chrono::seconds(1));
  const double used = processor_seconds() - before;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(used, 0.5 * passed.count());  // a thread that spins takes the whole time
}

TEST(Lease, ALivingLaunchIsNotJoined) {
  const TemporaryFolder folder;
  const Lease first(folder.file("s.h5"), 1);
  EXPECT_THROW(Lease(folder.file("s.h5"), 1), Error);
}

TEST(Lease, ALaunchThatJoinsLearnsWhoHoldsIt) {
  const TemporaryFolder folder;
  const Lease first(folder.file("s.h5"), 3, lease_patience, {}, {}, {true, "tcp://h1:7", "a key"});
  try {
    const Lease second(folder.file("s.h5"), 1, lease_patience, {}, {}, {true, "tcp://h2:7", "another"});
    FAIL() << "two launches have the lease";
  } catch (const LeaseHeld& e) {
    EXPECT_EQ(e.holder.door, "tcp://h1:7");
    EXPECT_EQ(e.holder.door_key, "a key");
    EXPECT_EQ(e.holder.ranks, 3);
  }
}

/// A frozen launch does not renew its lease.
TEST(Lease, ALaunchThatJoinsSucceedsAFrozenOneOfThisHost) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  const test::ChildProcess child([&] {
    const Lease lease(store, 1);
    std::raise(SIGSTOP);
    return 0;
  });
  int status = 0;
  ASSERT_EQ(::waitpid(child.pid(), &status, WUNTRACED), child.pid());
  ASSERT_TRUE(WIFSTOPPED(status));
  EXPECT_THROW(Lease(store, 1, std::chrono::seconds(3)), LeaseHeld);
  const Lease lease(store, 1, std::chrono::seconds(3), {}, {}, {.joins = true});
  EXPECT_TRUE(lease.watch().is_own().value_or(false));
  ::kill(child.pid(), SIGKILL);
}

TEST(Lease, AGuestThatWasGivenUpMayNotWrite) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  Lease lease(store, 1);
  const std::string holder = lease.watch().holder();
  const LeaseWatch guest(store, holder, std::string("1")), other(store, holder, std::string("2"));
  guest.expect();
  EXPECT_TRUE(lease.give_up("1"));
  EXPECT_THROW(guest.expect(), LeaseLost);
  other.expect();
  lease.beat({});
  EXPECT_THROW(guest.expect(), LeaseLost);
}

/// A launch that ends like a killed one: its lease stays. Returns its process number.
pid_t launch_and_die(const std::string& store, int after_epoch = 0) {
  const test::ChildProcess child([&] {
    auto* const lease = new Lease(store, 1);
    lease->begin_epoch_after(after_epoch);
    lease->beat({});
    return 0;
  });
  child.wait();
  return child.pid();
}

TEST(Lease, ADeadLaunchIsSucceeded) {
  const TemporaryFolder folder;
  const pid_t child = launch_and_die(folder.file("s.h5"));
  const auto left = read_heartbeat(folder.file("s.h5"));
  ASSERT_TRUE(left.has_value());
  EXPECT_FALSE(is_alive(*left));
  const std::string torn = folder.file("s.h5.lease." + host_name() + "." + std::to_string(child)),
                    foreign = folder.file("s.h5.lease.another.1");
  for (const auto& file : {torn, foreign}) std::ofstream(file) << "{";
  EXPECT_NO_THROW(Lease(folder.file("s.h5"), 1));
  EXPECT_FALSE(std::filesystem::exists(torn)) << "left by the dead one";
  EXPECT_TRUE(std::filesystem::exists(foreign)) << "it may live";
}

TEST(Lease, ALaunchThatEndedWellLeavesNothingBehind) {
  const TemporaryFolder folder;
  { const Lease first(folder.file("s.h5"), 1); }
  const Lease second(folder.file("s.h5"), 1);
  EXPECT_FALSE(second.left_behind());
  EXPECT_EQ(second.epoch(), 1);
}

TEST(Lease, ALaunchThatDiedIsToldAndItsEpochFollowed) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  for (int epoch = 1; epoch < 4; ++epoch) {
    launch_and_die(store);
    ASSERT_EQ(read_heartbeat(store)->epoch, epoch);
  }
  const Lease next(store, 1);
  EXPECT_TRUE(next.left_behind());
  EXPECT_EQ(next.epoch(), 4);
  EXPECT_EQ(read_heartbeat(store)->epoch, 4) << "not written before the first beat";
}

/// A command that only rewrites leaves nothing half done: no experiment was running.
TEST(Lease, ARewritingCommandThatDiedIsNoKilledLaunch) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  const test::ChildProcess child([&] {
    new Lease(store, 0);  // like a killed launch: its lease stays
    return 0;
  });
  ASSERT_EQ(child.wait(), 0);
  ASSERT_TRUE(read_heartbeat(store).value().rewrites);
  const Lease next(store, 1);
  EXPECT_FALSE(next.left_behind());
  EXPECT_EQ(next.epoch(), 2);
}

TEST(Lease, ALaunchThatDiedWhileItWroteIsToldToo) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("s.h5.lease")) << "{\"host\": \"a";
  const Lease next(folder.file("s.h5"), 1, std::chrono::milliseconds(1));
  EXPECT_TRUE(next.left_behind());
  EXPECT_EQ(next.epoch(), 1);
}

TEST(Lease, AnEpochBeginsAfterAllThatLeftSomethingAndNeverGoesBack) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  {
    Lease lease(store, 1);
    lease.begin_epoch_after(0);
    EXPECT_EQ(lease.epoch(), 1);
    lease.begin_epoch_after(7);
    EXPECT_EQ(lease.epoch(), 8);
    lease.begin_epoch_after(3);
    EXPECT_EQ(lease.epoch(), 8);
    lease.beat({});
    EXPECT_EQ(read_heartbeat(store)->epoch, 8);
  }
  launch_and_die(store, 20);
  EXPECT_EQ(Lease(store, 1).epoch(), 22);
}

/// Writes a lease as another host would, with this counter, by a clock that is `hours` ahead of ours.
void write_foreign(const std::string& store, int counter, double hours = -1e5) {
  const double written =
      std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count() + 3600 * hours;
  const std::string fresh = store + ".lease.other";
  std::ofstream(fresh) << "{\"host\":\"another\",\"pid\":1,\"pid_start\":1,\"counter\":" << counter
                       << ",\"ranks\":1,\"written\":" << std::int64_t(written)
                       << ",\"done\":0,\"total\":0,\"sequences_per_s\":0,\"eta_s\":0,"
                       << "\"in_flight\":[]}";
  std::filesystem::rename(fresh, store + ".lease");
}

TEST(Lease, AHolderOnAnotherHostLivesIfItsCounterMovesWhateverItsClockSays) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  write_foreign(store, 1);
  std::thread other([&] {
    for (int i = 2; i < 6; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(150));
      write_foreign(store, i);
    }
  });
  EXPECT_THROW(Lease(store, 1, std::chrono::minutes(5)), Error);  // as soon as the counter moves
  other.join();
  EXPECT_NO_THROW(Lease(store, 1, std::chrono::milliseconds(500)));
}

TEST(Lease, ALaunchOnAnotherHostIsSeenToLiveWhateverItsClockSaysAndADeadOneIsNotForEver) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  for (const double hours : {-2.0, 2.0}) {
    write_foreign(store, 1, hours);
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      write_foreign(store, 2, hours);
    });
    EXPECT_TRUE(live_heartbeat(store, std::chrono::minutes(5)).has_value()) << hours;
    other.join();
    EXPECT_FALSE(live_heartbeat(store, std::chrono::milliseconds(1)).has_value()) << hours;
  }
  write_foreign(store, 3, 0.001);
  EXPECT_TRUE(live_heartbeat(store, std::chrono::milliseconds(1)).has_value()) << "clocks agree";
}

TEST(Lease, AReusedProcessNumberIsNotTheHolder) {
  const TemporaryFolder folder;
  const Lease lease(folder.file("s.h5"), 1);
  Heartbeat other = *read_heartbeat(folder.file("s.h5"));
  other.pid_start += 1;
  EXPECT_FALSE(is_alive(other));
}

TEST(Lease, OfManyLaunchesAtOnceOneGetsIt) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  for (int round = 0; round < 20; ++round) {
    write_foreign(store, round);  // a dead lease, so that all must move it aside first
    int said[2], held[2];
    ASSERT_EQ(pipe(said) + pipe(held), 0);
    const auto one_of_them = [&] {
      close(held[1]);
      char nothing;
      try {
        const Lease lease(store, 1, std::chrono::milliseconds(1));
        // The winner holds the lease until all have reported.
        return write(said[1], "w", 1) == 1 && read(held[0], &nothing, 1) == 0 ? 0 : 1;
      } catch (const Error&) {
        return write(said[1], "l", 1) == 1 ? 0 : 1;
      }
    };
    std::vector<test::ChildProcess> children;
    for (int i = 0; i < 6; ++i) children.emplace_back(one_of_them);
    std::string words(6, ' ');
    for (char& word : words) ASSERT_EQ(read(said[0], &word, 1), 1);
    for (const int end : {said[0], said[1], held[0], held[1]}) close(end);
    for (const auto& child : children) EXPECT_EQ(child.wait(), 0);
    EXPECT_EQ(std::count(words.begin(), words.end(), 'w'), 1) << "round " << round << ": " << words;
  }
}

TEST(Lease, AFolderThatCannotBeWrittenIsRefused) {
  EXPECT_THROW(Lease("/proc/s.h5", 1), Error);
}

TEST(Lease, CarriesCountsAndFailures) {
  const TemporaryFolder folder;
  Lease lease(folder.file("s.h5"), 1);
  Heartbeat news;
  news.counts["failed"] = 2;
  news.share = 0.25;
  news.failures.push_back({"toy", "abc", "depth=2", "failed", "no such file \xff"});
  lease.beat(news);
  const auto read = read_heartbeat(folder.file("s.h5"));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->counts.at("failed"), 2);
  EXPECT_EQ(read->share, 0.25);
  EXPECT_EQ(read->failures.at(0).message, "no such file \uFFFD");
}

TEST(Lease, ThatOfAnOlderProgramIsSeen) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("s.h5.lease")) << R"({"host": "h", "pid": 7, "pid_start": 1, "counter": 5, "total": 3})";
  const auto read = read_heartbeat(folder.file("s.h5"));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->pid, 7);
  EXPECT_EQ(read->total, 3);
  EXPECT_TRUE(read->failures.empty());
}

TEST(Lease, ATornFileIsNoLease) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("s.h5.lease")) << "{\"host\": \"a";
  EXPECT_FALSE(read_heartbeat(folder.file("s.h5")).has_value());
}

/// The other launch believed this one dead, and a node that was cut off comes back.
TEST(Lease, OneThatAnotherLaunchTookIsGivenUp) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  {
    Lease lease(store, 1);
    Heartbeat other;
    other.host = "elsewhere";
    other.pid = 1;
    std::ofstream(store + ".lease") << to_text(other);
    EXPECT_THROW(lease.beat({}), Error);
  }
  const auto standing = read_heartbeat(store);
  ASSERT_TRUE(standing);
  EXPECT_EQ(standing->host, "elsewhere");
}

/// Exit status of a process that takes the lease for that job: 0 if it has it.
int take_elsewhere(const std::string& store, const BatchJob& job) {
  const test::ChildProcess child([&] {
    try {
      auto* const lease = new Lease(store, 1, std::chrono::milliseconds(1), job);
      return lease->left_behind() ? 0 : 2;  // like a killed launch: its lease stays
    } catch (const Error&) {
      return 1;
    }
  });
  return child.wait();
}

/// Its ranks may continue on a node that the batch system has lost.
TEST(Lease, ARequeuedJobTakesOverFromItselfAndTheOldLaunchFindsOut) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  Lease old(store, 1, std::chrono::milliseconds(1), {"cluster/7", 1});
  const LeaseWatch rank(store, old.watch().holder());
  EXPECT_EQ(take_elsewhere(store, {}), 1) << "no job";
  EXPECT_EQ(take_elsewhere(store, {"cluster/8", 2}), 1) << "another job";
  EXPECT_EQ(take_elsewhere(store, {"cluster/7", 1}), 1) << "the same launch's twin";
  EXPECT_NO_THROW(rank.expect());
  EXPECT_EQ(take_elsewhere(store, {"cluster/7", 2}), 0);
  EXPECT_THROW(rank.expect(), Error);
  EXPECT_THROW(old.beat({}), Error);
}

TEST(Lease, ALaunchOfTheSameScriptSucceedsItsPredecessorAndNoOther) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  const Lease old(store, 1, std::chrono::milliseconds(1), {"cluster/7", 1, "host/1", 2});
  EXPECT_EQ(take_elsewhere(store, {"cluster/7", 1, "host/2", 9}), 1) << "another script in the same job";
  EXPECT_EQ(take_elsewhere(store, {"cluster/7", 1, "", 0}), 1) << "none, in the same job";
  EXPECT_EQ(take_elsewhere(store, {"cluster/7", 1, "host/1", 2}), 1) << "the same launch's twin";
  EXPECT_EQ(take_elsewhere(store, {"cluster/7", 1, "host/1", 3}), 0);
}

/// Like a freeze during which another launch took the lease, did its work and released the lease.
TEST(Lease, OneThatStoodStillDoesNotComeBack) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  const test::ChildProcess child([&] {
    auto* const lease = new Lease(store, 1);
    for (;;) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      try {
        lease->beat({});
      } catch (const Error&) {
        return 3;
      }
    }
  });
  for (std::optional<Heartbeat> seen; !seen || seen->counter < 4;
       seen = read_heartbeat(store))  // the launch holds the lease
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  kill(child.pid(), SIGSTOP);
  std::filesystem::remove(store + ".lease");
  std::this_thread::sleep_for(2 * lease_renewal + std::chrono::milliseconds(500));
  std::filesystem::remove(store + ".lease");  // in case it was just being renewed
  kill(child.pid(), SIGCONT);
  EXPECT_EQ(child.wait(), 3);
  EXPECT_FALSE(std::filesystem::exists(store + ".lease"));
}

TEST(Lease, IsHereWhereItsProcessNumberMeansSomething) {
  Heartbeat foreign;
  foreign.host = host_name();
  foreign.machine = "another boot pid:[1]";
  foreign.pid = getpid();
  foreign.pid_start = start_of(getpid());
  EXPECT_FALSE(is_here(foreign));
  EXPECT_FALSE(is_alive(foreign));
  foreign.machine = machine_id();
  EXPECT_TRUE(is_alive(foreign));
}

TEST(Lease, OneThatStaysAwayIsNoMoreButOneThatComesBackIs) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  auto lease = std::make_unique<Lease>(store, 1);
  const std::string holder = lease->watch().holder();
  const LeaseWatch patient(store, holder, std::chrono::minutes(5)), rank(store, holder, std::chrono::seconds(2));
  std::filesystem::remove(store + ".lease");
  std::jthread back([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    lease->beat({});
  });
  EXPECT_NO_THROW(patient.expect());
  back.join();
  lease.reset();
  EXPECT_THROW(rank.expect(), Error);
}

TEST(Lease, TooManyOpenFilesForAWhileAreNoLoss) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  Lease lease(store, 1);
  const LeaseWatch rank(store, lease.watch().holder(), std::chrono::milliseconds(500)),
      guest(store, lease.watch().holder(), std::string("1"));
  auto none = std::make_unique<NoDescriptors>();
  std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::seconds(1));  // longer than the rank's patience
    none.reset();
  });
  EXPECT_NO_THROW(rank.expect());
  EXPECT_NO_THROW(guest.expect());
  later.join();
  none = std::make_unique<NoDescriptors>();
  std::this_thread::sleep_for(std::chrono::seconds(4));  // longer than a renewal may take
  EXPECT_NO_THROW(lease.beat({}));
  none.reset();
  EXPECT_NO_THROW(lease.beat({}));
  EXPECT_TRUE(lease.give_up("1"));
  EXPECT_THROW(guest.expect(), LeaseLost);
}

TEST(Lease, TooManyOpenFilesForLongAreNamed) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  const Lease lease(store, 1);
  const LeaseWatch rank(store, lease.watch().holder(), std::chrono::milliseconds(100));
  const NoDescriptors none;
  try {
    rank.expect();
    ADD_FAILURE() << "the lease was read";
  } catch (const LeaseLost& e) {
    EXPECT_NE(std::string(e.what()).find("Too many open files"), std::string::npos) << e.what();
  }
}

TEST(Lease, ItsCounterMovesWhileThereIsNoNews) {
  const TemporaryFolder folder;
  const std::string store = folder.file("s.h5");
  Lease lease(store, 1);
  Heartbeat news;
  news.done = 7;
  lease.beat(news);
  const auto first = read_heartbeat(store);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (read_heartbeat(store)->counter == first->counter && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_GT(read_heartbeat(store)->counter, first->counter);
  EXPECT_EQ(read_heartbeat(store)->done, 7);
}

}  // namespace
}  // namespace icsweep
