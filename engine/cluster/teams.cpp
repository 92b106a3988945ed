#include "engine/cluster/teams.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>

#include "io/error.hpp"
#include "models/cpu/thread_team.hpp"

namespace icsweep {
namespace {

/// Ranks in an order that keeps those of a host together, hosts in the order of their first ranks.
std::vector<std::size_t> by_host(const std::vector<std::string>& hosts) {
  std::vector<std::size_t> ranks(hosts.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  const auto first = [&](std::size_t rank) { return std::find(hosts.begin(), hosts.end(), hosts[rank]); };
  std::stable_sort(ranks.begin(), ranks.end(), [&](auto a, auto b) { return first(a) < first(b); });
  return ranks;
}

}  // namespace

std::vector<int> threads_of_ranks(const std::vector<std::string>& hosts, std::size_t experiments) {
  const std::size_t ranks = hosts.size();
  if (experiments == 0 || experiments >= ranks) return std::vector<int>(ranks, 1);
  std::vector<int> threads(ranks, 0);
  const auto order = by_host(hosts);
  for (std::size_t team = 0; team < experiments; ++team) {
    const auto begin = order.begin() + std::ptrdiff_t(ranks * team / experiments),
               end = order.begin() + std::ptrdiff_t(ranks * (team + 1) / experiments);
    threads[*begin] = int(std::count_if(begin, end, [&](auto rank) { return hosts[rank] == hosts[*begin]; }));
  }
  return threads;
}

int checked_threads(int threads, const std::string& command) {
  if (threads < 0 || threads > 1024)
    throw Error(ErrorKind::config, fmt::format("{}: --threads {}: use 0 to 1024", command, threads));
  if (threads > 1 && !has_threads())
    throw Error(
        ErrorKind::config,
        fmt::format("{}: --threads {}: this build has one thread, its compiler has no OpenMP", command, threads));
  return threads;
}

void unbind_for(int threads) {
  cpu_set_t bound, all;
  if (threads < 2 || ::sched_getaffinity(0, sizeof bound, &bound) != 0 || CPU_COUNT(&bound) >= threads) return;
  CPU_ZERO(&all);
  const long processors = std::min<long>(::sysconf(_SC_NPROCESSORS_CONF), CPU_SETSIZE);
  for (long i = 0; i < processors; ++i) CPU_SET(std::size_t(i), &all);
  ::sched_setaffinity(0, sizeof all, &all);  // the kernel removes those that the job may not use
}

}  // namespace icsweep
