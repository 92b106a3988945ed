#include "engine/launch/placement.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/numbers.hpp"

namespace icsweep::placement_test {
namespace {

SchedulerJob wide(int cores, double cost = 1) {
  return {.cost = cost, .needs = {.cores = cores}};
}
SchedulerJob narrow(double cost = 1) {
  return {.cost = cost};
}

/// One host with a core for each of its ranks.
PlacementHosts one_host(int ranks, std::vector<std::string> gpus = {}) {
  PlacementHosts all{{{.name = "h", .cores = ranks, .gpus = std::move(gpus)}}, {}};
  for (int i = 0; i < ranks; ++i) all.of_rank.push_back(0_host);
  return all;
}

/// A launch reports a core for each of its ranks.
HostCapacity whole(const std::string& name, int cores) {
  return {.name = name, .cores = cores, .gpus = {"0"}, .is_whole = true};
}

/// A queue that hands out its first job that fits.
class Queue {
 public:
  Queue(const std::vector<SchedulerJob>& jobs, const PlacementHosts& hosts)
      : placement(Indexed<JobIndex, SchedulerJob>(jobs), hosts) {
    for (const JobIndex job : indices<JobIndex>(jobs.size())) waiting.push_back(job);
  }
  std::optional<JobIndex> ask(Rank rank) {
    do {
      if (!placement.begin_scan(rank)) return std::nullopt;
      const auto job = std::ranges::find_if(waiting, [&](JobIndex j) { return placement.admits(j); });
      if (job == waiting.end()) continue;
      const JobIndex taken = *job;
      waiting.erase(job);
      last = placement.begin(rank, taken);
      return taken;
    } while (placement.end_scan());
    return std::nullopt;
  }

  Placement placement;
  std::vector<JobIndex> waiting{};
  Allotment last{};
};

TEST(Placement, IsNotNeededIfNoJobStatesResources) {
  EXPECT_FALSE(Placement(Indexed<JobIndex, SchedulerJob>{narrow(), narrow()}, one_host(2)).is_needed());
  EXPECT_TRUE(Placement(Indexed<JobIndex, SchedulerJob>{narrow(), wide(1)}, one_host(2)).is_needed());
}

TEST(Placement, AWideJobKeepsOtherRanksOfItsHostIdle) {
  Queue q({wide(3), narrow(), narrow()}, one_host(4));
  EXPECT_EQ(q.ask(0_rank), 0_job);
  EXPECT_EQ(q.ask(1_rank), 1_job);
  EXPECT_EQ(q.ask(2_rank), std::nullopt);
  q.placement.end(0_rank);
  EXPECT_EQ(q.ask(2_rank), 2_job);
}

TEST(Placement, AHostMayHaveMoreCoresThanRanks) {
  PlacementHosts hosts = one_host(2);
  hosts.hosts[0_host].cores = 8;
  Queue q({wide(4), wide(4), wide(4)}, hosts);
  EXPECT_EQ(q.ask(0_rank), 0_job);
  EXPECT_EQ(q.ask(1_rank), 1_job);
}

TEST(Placement, RunsGetTheNamesOfTheirGpus) {
  const SchedulerJob whole{.needs = {.gpus = 1}}, half{.needs = {.gpus = 0.5}};
  Queue q({whole, half, half, half, narrow()}, one_host(5, {"3", "7"}));
  const auto gpus_of_next = [&](Rank rank) {
    q.ask(rank);
    return q.last.gpus.value();
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(gpus_of_next(0_rank), Names{"3"});
  EXPECT_EQ(gpus_of_next(1_rank), Names{"7"});
  EXPECT_EQ(gpus_of_next(2_rank), Names{"7"});
  EXPECT_EQ(q.ask(3_rank), 4_job) << "there is no GPU for the third half";
  EXPECT_EQ(q.last.gpus, Names{});
}

TEST(Placement, OnlyALimitIsEnforced) {
  Queue q({{.needs = {.memory = 10}}, {.needs = {.limit = true, .memory = 10}}}, one_host(2));
  q.ask(0_rank);
  EXPECT_EQ(q.last.memory, 0);
  q.ask(1_rank);
  EXPECT_EQ(q.last.memory, 10);
  EXPECT_TRUE(q.last.is_alone);
}

/// Narrow jobs wait behind a wide one in endless number. All take equally long.
TEST(Placement, AWideJobDoesNotStarveBehindNarrowOnes) {
  std::vector<SchedulerJob> jobs(100, narrow());
  jobs[4] = wide(4);
  Queue q(jobs, one_host(4));
  for (const Rank rank : {0_rank, 1_rank, 2_rank, 3_rank}) q.ask(rank);
  int ended = 0;
  for (bool runs = false; !runs && ended < 20; ++ended) {
    const Rank rank(ended % 4);  // a report of its progress never arrives
    q.placement.end(rank);
    runs = q.ask(rank) == 4_job;
  }
  EXPECT_LE(ended, 5) << "narrow jobs that ended before the wide one began";
}

/// Rank 0 runs for 10, rank 1 for 1: until 10, rank 1 may run what ends before.
TEST(Placement, BackfillsWithWhatEndsBeforeTheReservedJobCanBegin) {
  Queue q({narrow(10), narrow(1), wide(2, 5), narrow(20), narrow(4), narrow(4), narrow(4)}, one_host(2));
  EXPECT_EQ(q.ask(0_rank), 0_job);
  EXPECT_EQ(q.ask(1_rank), 1_job);
  q.placement.end(1_rank);
  EXPECT_EQ(q.ask(1_rank), 4_job) << "20 is too long";
  EXPECT_EQ(q.placement.reserved()->job, 2_job);
  q.placement.end(1_rank);
  EXPECT_EQ(q.ask(1_rank), 5_job);
  q.placement.end(1_rank);
  EXPECT_EQ(q.ask(1_rank), std::nullopt) << "4 + 4 + 4 is more than 10";
  q.placement.end(0_rank);
  EXPECT_EQ(q.ask(0_rank), 2_job);
}

/// Four cores: a long job has one, a short one has two, the reserved one needs two. The fourth is free for any job.
TEST(Placement, BackfillsBesideTheReservedJob) {
  Queue q({narrow(100), wide(2, 10), wide(3, 5), narrow(100), narrow(100)}, one_host(4));
  q.placement.begin(0_rank, 0_job);
  q.placement.begin(1_rank, 1_job);
  q.waiting = {2_job, 3_job, 4_job};
  EXPECT_EQ(q.ask(2_rank), std::nullopt) << "3 and 1 cores are all";
  EXPECT_EQ(q.placement.reserved()->job, 2_job);
  q.placement.end(0_rank);  // earlier than predicted
  EXPECT_EQ(q.ask(0_rank), 3_job);
  EXPECT_EQ(q.ask(2_rank), std::nullopt);
  q.placement.end(1_rank);
  EXPECT_EQ(q.ask(1_rank), 2_job);
}

TEST(Placement, ReservesTheHostThatHasRoomFirst) {
  PlacementHosts hosts = one_host(2);
  hosts.hosts.push_back(hosts.hosts[0_host]);
  hosts.of_rank = {0_host, 0_host, 1_host, 1_host};
  Queue q({narrow(10), narrow(10), narrow(4), narrow(4), wide(2), narrow(50)}, hosts);
  for (const Rank rank : {0_rank, 1_rank, 2_rank, 3_rank}) q.ask(rank);
  q.placement.end(0_rank);
  EXPECT_EQ(q.ask(0_rank), 5_job) << "the wide one has reserved the other host";
  EXPECT_EQ(q.placement.reserved()->host, 1_host);
  q.placement.end(2_rank);
  EXPECT_EQ(q.ask(2_rank), std::nullopt);
  q.placement.end(3_rank);
  EXPECT_EQ(q.ask(3_rank), 4_job);
}

/// A search may no longer want the reserved job.
TEST(Placement, AJobThatIsNotOfferedAnyMoreReservesNothing) {
  Queue q({narrow(), wide(2), narrow(9)}, one_host(2));
  q.ask(0_rank);
  EXPECT_EQ(q.ask(1_rank), std::nullopt);
  std::erase(q.waiting, 1_job);
  EXPECT_EQ(q.ask(1_rank), 2_job);
}

TEST(Placement, WhatFitsNowhereWaitsForAHostThatCanHoldIt) {
  Queue q({wide(8), narrow()}, one_host(2));
  EXPECT_FALSE(q.placement.could_hold(0_job));
  EXPECT_EQ(q.ask(0_rank), 1_job) << "it reserves no host";
  q.placement.add(2_rank, 1_host, {.cores = 8});
  EXPECT_TRUE(q.placement.could_hold(0_job));
  EXPECT_FALSE(q.placement.could_hold(0_rank, 0_job));
  EXPECT_EQ(q.ask(2_rank), 0_job);
  q.placement.remove(2_rank);
  EXPECT_FALSE(q.placement.could_hold(0_job));
}

TEST(Placement, ALostHostFreesItsReservation) {
  Queue q({narrow(), wide(8), narrow(5)}, one_host(2));
  q.placement.add(2_rank, 1_host, {.cores = 8});
  q.ask(2_rank);
  EXPECT_EQ(q.ask(0_rank), 2_job);
  EXPECT_EQ(q.placement.reserved()->host, 1_host);
  q.placement.remove(2_rank);
  EXPECT_FALSE(q.placement.reserved());
}

/// Any mixture ends, and no host ever holds more than it has.
TEST(Placement, AnyMixtureEndsWithinTheCapacity) {
  std::vector<SchedulerJob> jobs;
  for (int i = 0; i < 300; ++i)
    jobs.push_back({.cost = double(1 + i * 7 % 13), .needs = {.cores = i * 5 % 7, .memory = double(i * 3 % 50)}});
  PlacementHosts hosts{{{.cores = 6, .memory = 60}, {.cores = 9, .memory = 49}}, {}};
  for (int i = 0; i < 10; ++i) hosts.of_rank.push_back(Host(i % 2));
  Queue q(jobs, hosts);
  std::map<Rank, std::pair<double, JobIndex>> running;  // end and job
  double now = 0;
  while (!q.waiting.empty() || !running.empty()) {
    for (int i = 0; i < 10; ++i)
      if (!running.contains(Rank(i)))
        if (const auto job = q.ask(Rank(i))) running[Rank(i)] = {now + jobs[job->value()].cost, *job};
    ASSERT_FALSE(running.empty()) << q.waiting.size() << " jobs wait for ever";
    for (const int host : {0, 1}) {
      double cores = 0, memory = 0;
      for (const auto& [rank, run] : running)
        if (rank.value() % 2 == host) {
          cores += jobs[run.second.value()].needs.taken_cores();
          memory += jobs[run.second.value()].needs.memory;
        }
      ASSERT_LE(cores, hosts.hosts[Host(host)].cores);
      ASSERT_LE(memory, hosts.hosts[Host(host)].memory);
    }
    const auto next = std::ranges::min_element(running, {}, [](const auto& run) { return run.second.first; });
    now = next->second.first;
    q.placement.end(next->first);
    running.erase(next);
  }
}

TEST(Placement, LaunchesWithTheSameWholeHostShareItsRoom) {
  PlacementHosts mine;
  mine.hosts.push_back(whole("h", 2));
  mine.of_rank.push_back(0_host), mine.of_rank.push_back(0_host);
  Queue queue({wide(2), wide(2), {.cost = 1, .needs = {.gpus = 1}}}, mine);
  Placement& placement = queue.placement;
  placement.add(2_rank, 1_host, whole("h", 2));
  placement.add(3_rank, 2_host, whole("other", 2));
  EXPECT_EQ(placement.hosts().size(), 2u);
  ASSERT_TRUE(queue.ask(0_rank));
  EXPECT_FALSE(queue.ask(2_rank)) << "its host's cores are in use by the other launch";
  EXPECT_TRUE(queue.ask(3_rank));
  placement.end(0_rank);
  EXPECT_TRUE(queue.ask(2_rank));
  placement.remove(0_rank), placement.remove(1_rank);
  EXPECT_EQ(placement.hosts().size(), 2u);
  placement.remove(2_rank);
  EXPECT_EQ(placement.hosts().size(), 1u);
}

TEST(Placement, PartsOfAHostAddUp) {
  PlacementHosts mine;
  mine.hosts.push_back({.name = "h", .cores = 2});
  mine.of_rank.push_back(0_host);
  Queue queue({wide(2), wide(2)}, mine);
  queue.placement.add(1_rank, 1_host, {.name = "h", .cores = 2});
  EXPECT_TRUE(queue.ask(0_rank));
  EXPECT_TRUE(queue.ask(1_rank));
}

}  // namespace
}  // namespace icsweep::placement_test
