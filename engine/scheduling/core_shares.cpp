#include "engine/scheduling/core_shares.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

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

double end_of(const SharedRun& run, int threads) {
  return run.left / speedup(threads, run.most);
}

/// The fewest more threads, up to `free`, that make the run faster; 0 if none do.
int more_threads(const SharedRun& run, int threads, int free) {
  const int rounds = (run.most + threads - 1) / threads;
  if (rounds < 2) return 0;
  const int more = (run.most + rounds - 2) / (rounds - 1) - threads;
  return more <= free ? more : 0;
}

}  // namespace

double speedup(int threads, int most, double alone) {
  const double shared = double((most + threads - 1) / threads) / most;
  return 1 / (alone + (1 - alone) * shared);
}

std::vector<int> host_shares(int ranks, const std::vector<SharedRun>& runs) {
  std::vector<int> threads(runs.size(), 1);
  for (int free = ranks - int(runs.size()); free > 0;) {
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (more_threads(runs[i], threads[i], free) > 0 &&
          (!last || end_of(runs[i], threads[i]) > end_of(runs[*last], threads[*last])))
        last = i;
    if (!last) break;
    const int more = more_threads(runs[*last], threads[*last], free);
    threads[*last] += more;
    free -= more;
  }
  return threads;
}

std::vector<int> core_shares(const std::vector<std::string>& hosts, const std::vector<SharedRun>& runs) {
  struct Host {
    std::vector<SharedRun> runs;
    int ranks = 0;
  };
  std::map<std::string, Host> by_name;
  for (const auto& name : hosts) ++by_name[name].ranks;
  for (const SharedRun& run : runs) by_name[hosts[std::size_t(run.rank)]].runs.push_back(run);
  std::vector<int> threads(hosts.size(), 0);
  for (const auto& [name, host] : by_name) {
    const auto shares = host_shares(host.ranks, host.runs);
    for (std::size_t i = 0; i < shares.size(); ++i) threads[std::size_t(host.runs[i].rank)] = shares[i];
  }
  return threads;
}

std::vector<bool> ranks_that_run(const std::vector<std::string>& hosts, std::size_t experiments) {
  const std::size_t ranks = hosts.size();
  if (experiments == 0 || experiments >= ranks) return std::vector<bool>(ranks, true);
  std::vector<bool> runs(ranks, false);
  const auto order = by_host(hosts);
  for (std::size_t i = 0; i < experiments; ++i) runs[order[ranks * i / experiments]] = true;
  return runs;
}

}  // namespace icsweep
