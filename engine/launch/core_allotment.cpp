#include "engine/launch/core_allotment.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

namespace icsweep {
namespace {

/// The place of each rank if hosts take turns, each with its next rank.
Indexed<Rank, std::size_t> places_in_turn(const HostOfRank& hosts) {
  std::map<Host, int> ranks;
  std::vector<std::tuple<int, Host, Rank>> order;
  for (const Rank rank : hosts.indices()) order.emplace_back(ranks[hosts[rank]]++, hosts[rank], rank);
  std::ranges::sort(order);
  Indexed<Rank, std::size_t> places(hosts.size());
  for (std::size_t place = 0; place < order.size(); ++place) places[std::get<Rank>(order[place])] = place;
  return places;
}

/// Ranks in an order that keeps those of a host together, hosts in the order of their first ranks.
std::vector<std::size_t> by_host(const std::vector<std::string>& hosts) {
  std::vector<std::size_t> ranks(hosts.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  const auto first = [&](std::size_t rank) { return std::find(hosts.begin(), hosts.end(), hosts[rank]); };
  std::stable_sort(ranks.begin(), ranks.end(), [&](auto a, auto b) { return first(a) < first(b); });
  return ranks;
}

/// The smallest number of additional threads, at most `free`, that makes the run faster, or 0.
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

CoreAllotment::CoreAllotment(const HostOfRank& hosts, int fixed)
    : fixed_(fixed),
      takers_(int(hosts.size())),
      served_(hosts.size(), false),
      hosts_(hosts.empty() ? 0 : std::size_t(std::ranges::max_element(hosts)->value()) + 1) {
  const auto turns = places_in_turn(hosts);
  for (const Rank rank : hosts.indices()) {
    ranks_.push_back({hosts[rank], std::max(1, fixed), turns[rank]});
    ++hosts_[hosts[rank]].ranks;
  }
}

Rank CoreAllotment::add(Host host) {
  if (std::size_t(host.value()) >= hosts_.size()) hosts_.resize(std::size_t(host.value()) + 1);
  ++takers_, ++hosts_[host].ranks;
  const std::size_t turn = served_.size();
  served_.push_back(true);  // it leaves no job to others
  return ranks_.push_back({host, std::max(1, fixed_), turn});
}

void CoreAllotment::exclude(Rank rank) {
  takers_ -= std::exchange(at(rank).takes, false);
  lend(rank);
}

std::size_t CoreAllotment::passed_over(Rank rank) const {
  const std::size_t turn = at(rank).turn;
  return served_[turn] ? 0 : std::size_t(std::count(served_.begin(), served_.begin() + std::ptrdiff_t(turn), false));
}

void CoreAllotment::lend(Rank rank) {
  serve(rank);
  if (!std::exchange(at(rank).lends, true)) lend_to(at(rank).host, 1);
}

void CoreAllotment::lend_to(Host host, int processors) {
  hosts_[host].lent += processors;
  lent_ += processors;
  changed_.insert(host);
}

bool CoreAllotment::should_lend(Rank rank) const {
  constexpr double minutes = 6e12;  // at about 5e10 per second
  if (fixed_ > 0) return false;
  const double mean = (waiting_ + running_) / double(takers_);
  return std::ranges::any_of(host_of(rank).runs, [&](const auto& entry) {
    const SharedRun& run = entry.second.shared;
    const int now = threads(entry.first);
    return run.left > minutes && run.end(now) > 1.1 * mean && run.end(run.most) < run.end(now);
  });
}

void CoreAllotment::begin(Rank rank, double work, double done, int most, int cores) {
  serve(rank);
  if (std::exchange(at(rank).lends, false)) --host_of(rank).lent, --lent_;
  const double left = work * (1 - done);
  host_of(rank).runs[rank] = {work, {rank, left, cores > 0 ? 1 : most}, cores};
  host_of(rank).kept += std::max(0, cores - 1);
  waiting_ = std::max(0.0, waiting_ - left);
  running_ += left;
  at(rank).threads = cores > 0 ? cores : std::max(1, fixed_);
  changed_.insert(at(rank).host);
}

void CoreAllotment::update(Rank rank, double done) {
  auto& runs = host_of(rank).runs;
  const auto run = runs.find(rank);
  if (run == runs.end()) return;
  const double left = run->second.work * (1 - done);
  running_ += left - std::exchange(run->second.shared.left, left);
}

void CoreAllotment::end(Rank rank) {
  auto& runs = host_of(rank).runs;
  const auto run = runs.find(rank);
  if (run == runs.end()) return;
  running_ -= run->second.shared.left;
  host_of(rank).kept -= std::max(0, run->second.cores - 1);
  runs.erase(run);
  changed_.insert(at(rank).host);
}

void CoreAllotment::give_back(Rank rank) {
  const auto& runs = host_of(rank).runs;
  if (const auto run = runs.find(rank); run != runs.end()) waiting_ += run->second.shared.left;
  end(rank);
}

void CoreAllotment::share(Host number, std::vector<Rank>& ranks) {
  HostState& host = hosts_[number];
  if (host.lent == 0 && !std::exchange(host.shares, false)) return;
  host.shares = host.lent > 0;
  std::vector<SharedRun> runs;
  for (const auto& [rank, run] : host.runs)
    if (run.cores == 0) runs.push_back(run.shared);
  const std::vector<int> shares = host_shares(host.lendable() + int(runs.size()), runs);
  double end = 0, end_now = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    end = std::max(end, runs[i].end(shares[i]));
    end_now = std::max(end_now, runs[i].end(threads(runs[i].rank)));
  }
  if (!changed_.contains(number) && end > 0.9 * end_now) return;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (std::exchange(at(runs[i].rank).threads, shares[i]) != shares[i]) ranks.push_back(runs[i].rank);
}

Indexed<Host, int> CoreAllotment::free() const {
  Indexed<Host, int> free;
  for (const HostState& host : hosts_) {
    free.push_back(host.lendable());
    for (const auto& [rank, run] : host.runs) free.back() -= run.cores > 0 ? 0 : threads(rank) - 1;
    free.back() = std::max(0, free.back());
  }
  return free;
}

std::vector<Rank> CoreAllotment::share() {
  std::vector<Rank> ranks;
  if (fixed_ > 0) changed_.clear();
  else if (!changed() && lent_ > 0)
    for (const Host host : hosts_.indices()) share(host, ranks);
  else
    for (const Host host : changed_) share(host, ranks);
  changed_.clear();
  return ranks;
}

}  // namespace icsweep
