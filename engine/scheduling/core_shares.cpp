#include "engine/scheduling/core_shares.hpp"

#include <algorithm>
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

std::vector<int> host_shares(int processors, const std::vector<SharedRun>& runs) {
  std::vector<int> threads(runs.size(), 1);
  for (int free = processors - int(runs.size()); free > 0;) {
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (more_threads(runs[i], threads[i], free) > 0 &&
          (!last || runs[i].end(threads[i]) > runs[*last].end(threads[*last])))
        last = i;
    if (!last) break;
    const int more = more_threads(runs[*last], threads[*last], free);
    threads[*last] += more;
    free -= more;
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
