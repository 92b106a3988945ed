#include "engine/scheduling/core_allotment.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace icsweep {
namespace {

/// By rank: its place if hosts take turns, each with its next rank.
std::vector<std::size_t> places_in_turn(const std::vector<int>& hosts) {
  std::map<int, int> ranks;  // by host
  std::vector<std::tuple<int, int, std::size_t>> order;
  for (std::size_t rank = 0; rank < hosts.size(); ++rank) order.emplace_back(ranks[hosts[rank]]++, hosts[rank], rank);
  std::ranges::sort(order);
  std::vector<std::size_t> places(hosts.size());
  for (std::size_t place = 0; place < order.size(); ++place) places[std::get<std::size_t>(order[place])] = place;
  return places;
}

}  // namespace

CoreAllotment::CoreAllotment(std::vector<int> hosts, int fixed)
    : host_numbers_(std::move(hosts)),
      fixed_(fixed),
      takes_(host_numbers_.size(), true),
      lends_(host_numbers_.size(), false),
      threads_(host_numbers_.size(), std::max(1, fixed)),
      turn_(places_in_turn(host_numbers_)),
      served_(host_numbers_.size(), false),
      hosts_(host_numbers_.empty() ? 0 : std::size_t(*std::ranges::max_element(host_numbers_)) + 1) {}

void CoreAllotment::exclude(int rank) {
  takes_[std::size_t(rank)] = false;
  lend(rank);
}

void CoreAllotment::serve(int rank) {
  served_[turn_[std::size_t(rank)]] = true;
}

std::size_t CoreAllotment::passed_over(int rank) const {
  const std::size_t turn = turn_[std::size_t(rank)];
  return served_[turn] ? 0 : std::size_t(std::count(served_.begin(), served_.begin() + std::ptrdiff_t(turn), false));
}

void CoreAllotment::lend(int rank) {
  serve(rank);
  if (lends_[std::size_t(rank)]) return;
  lends_[std::size_t(rank)] = true;
  lend_to(host_numbers_[std::size_t(rank)], 1);
}

void CoreAllotment::lend_to(int host, int processors) {
  hosts_[std::size_t(host)].lent += processors;
  lent_ += processors;
  changed_.insert(host);
}

bool CoreAllotment::should_lend(int rank) const {
  constexpr double minutes = 6e12;  // at some 5e10 a second
  if (fixed_ > 0) return false;
  const double mean = (waiting_ + running_) / double(std::ranges::count(takes_, true));
  return std::ranges::any_of(host_of(rank).runs, [&](const auto& entry) {
    const SharedRun& run = entry.second.shared;
    const int now = threads_[std::size_t(entry.first)];
    return run.left > minutes && run.end(now) > 1.1 * mean && run.end(run.most) < run.end(now);
  });
}

void CoreAllotment::begin(int rank, double work, double done, int most) {
  serve(rank);
  if (lends_[std::size_t(rank)]) --host_of(rank).lent, --lent_;
  lends_[std::size_t(rank)] = false;
  const double left = work * (1 - done);
  host_of(rank).runs[rank] = {work, {rank, left, most}};
  waiting_ = std::max(0.0, waiting_ - left);
  running_ += left;
  threads_[std::size_t(rank)] = std::max(1, fixed_);
  changed_.insert(host_numbers_[std::size_t(rank)]);
}

void CoreAllotment::update(int rank, double done) {
  auto& runs = host_of(rank).runs;
  const auto run = runs.find(rank);
  if (run == runs.end()) return;
  const double left = run->second.work * (1 - done);
  running_ += left - std::exchange(run->second.shared.left, left);
}

void CoreAllotment::end(int rank) {
  auto& runs = host_of(rank).runs;
  const auto run = runs.find(rank);
  if (run == runs.end()) return;
  running_ -= run->second.shared.left;
  runs.erase(run);
  changed_.insert(host_numbers_[std::size_t(rank)]);
}

void CoreAllotment::give_back(int rank) {
  const auto& runs = host_of(rank).runs;
  if (const auto run = runs.find(rank); run != runs.end()) waiting_ += run->second.shared.left;
  end(rank);
}

void CoreAllotment::share(int number, std::vector<int>& told) {
  Host& host = hosts_[std::size_t(number)];
  if (host.lent == 0 && !std::exchange(host.shares, false)) return;
  host.shares = host.lent > 0;
  std::vector<SharedRun> runs;
  for (const auto& [rank, run] : host.runs) runs.push_back(run.shared);
  const std::vector<int> shares = host_shares(host.lent + int(runs.size()), runs);
  double end = 0, end_now = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    end = std::max(end, runs[i].end(shares[i]));
    end_now = std::max(end_now, runs[i].end(threads_[std::size_t(runs[i].rank)]));
  }
  if (!changed_.contains(number) && end > 0.9 * end_now) return;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (std::exchange(threads_[std::size_t(runs[i].rank)], shares[i]) != shares[i]) told.push_back(runs[i].rank);
}

std::vector<int> CoreAllotment::free() const {
  std::vector<int> free;
  for (const Host& host : hosts_) {
    free.push_back(host.lent);
    for (const auto& [rank, run] : host.runs) free.back() -= threads_[std::size_t(rank)] - 1;
  }
  return free;
}

std::vector<int> CoreAllotment::share() {
  std::vector<int> told;
  if (fixed_ > 0) changed_.clear();
  else if (!changed())
    for (int number = 0; number < int(hosts_.size()); ++number) share(number, told);
  else
    for (const int number : changed_) share(number, told);
  changed_.clear();
  return told;
}

}  // namespace icsweep
