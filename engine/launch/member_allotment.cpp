#include "engine/launch/member_allotment.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>

namespace icsweep {
namespace {

constexpr double measured_for = 1;  // seconds
constexpr double most_bytes = 2e8;  // the state has about five times this size, and a block at most 2 GB
constexpr int slow_times = 3;       // consecutive: a single one may be an evaluation

constexpr double least_gain = 1.1, least_seconds = 2;  // it takes a new member about a second to begin

/// Removes members whose processors are no longer free.
void keep_members(MemberRun& run, Indexed<Host, int>& free) {
  for (auto member = run.members.begin(); member != run.members.end();) {
    int& left = free[member->first];
    member->second = std::min(member->second, left);
    left -= member->second;
    member = member->second > 0 ? std::next(member) : run.members.erase(member);
  }
}

bool is_worth(const MemberRun& with, const MemberRun& run, const Interconnect& net) {
  return with.step_seconds(net) * least_gain <= run.step_seconds(net) && with.end(net) + least_seconds <= run.end(net);
}

/// True if all processors that the run can use, on one other host, would be worth it: a quick answer for most runs.
bool could_gain(const MemberRun& run, Host host, const Interconnect& net) {
  if (!(run.step > 0) || !(run.bytes > 0) || run.all_threads() >= run.most) return false;
  MemberRun with = run;
  with.members[host] += run.most - run.all_threads();
  return is_worth(with, run, net);
}

/// Takes processors of the freest hosts, one host after the other, until they are worth it. Returns whether they are.
bool join(MemberRun& run, Indexed<Host, int>& free, const Interconnect& net) {
  if (!could_gain(run, run.members.empty() ? Host(-1) : run.members.begin()->first, net)) return false;
  std::vector<Host> hosts;
  std::ranges::copy(free.indices(), std::back_inserter(hosts));
  std::ranges::stable_sort(hosts, std::greater(), [&](Host host) { return free[host]; });
  MemberRun with = run;
  Indexed<Host, int> left = free;
  for (const Host host : hosts) {
    const int before = with.all_threads(), many = before + left[host];
    if (host == run.host || many == before || before >= run.most) continue;
    const int rounds = (run.most + std::min(many, run.most) - 1) / std::min(many, run.most);
    const int more = std::max(1, std::min(many, (run.most + rounds - 1) / rounds) - before);
    with.members[host] += more;
    left[host] -= more;
    if (!is_worth(with, run, net)) continue;
    run = with;
    free = left;
    return true;
  }
  return false;
}

}  // namespace

int MemberRun::all_threads() const {
  int all = threads;
  for (const auto& [host, its] : members) all += its;
  return all;
}

double MemberRun::step_seconds(const Interconnect& net) const {
  const double computing = step / speedup(all_threads(), most, alone);
  if (members.empty()) return computing;
  return computing + net.round_trip + 2 * double(members.size()) * bytes / net.bandwidth;
}

void share_members(std::vector<MemberRun>& runs, Indexed<Host, int> free, const Interconnect& net) {
  for (MemberRun& run : runs) keep_members(run, free);
  if (!(net.bandwidth > 0)) return;
  const auto ends_later = [&](const MemberRun* a, const MemberRun* b) { return a->end(net) > b->end(net); };
  std::vector<MemberRun*> last;
  for (MemberRun& run : runs) last.push_back(&run);
  for (bool joined = true; joined && std::accumulate(free.begin(), free.end(), 0) > 0;) {
    std::stable_sort(last.begin(), last.end(), ends_later);
    joined = std::any_of(last.begin(), last.end(), [&](MemberRun* run) { return join(*run, free, net); });
  }
}

void MemberAllotment::add(Host host) {
  unable_.insert(hosts_.push_back(host));
}

void MemberAllotment::begin(Rank rank, const SchedulerJob& job) {
  if (is_possible())
    led_[rank] = {.run = {.rank = rank,
                          .host = host(rank),
                          .left = job.seconds,
                          .step = job.step,
                          .bytes = job.shared_bytes < most_bytes && rank < Rank(int(own_)) ? job.shared_bytes : 0,
                          .most = job.threads,
                          .alone = job.alone}};
}

void MemberAllotment::update(Rank rank, const Progress& progress, int threads, double now) {
  const auto found = led_.find(rank);
  if (found == led_.end() || progress.step == 0) return;
  Led& led = found->second;
  led.run.threads = threads;
  measure(led, progress.step, now);
  led.run.left = double(progress.steps - progress.step) * led.run.step;
}

void MemberAllotment::set_threads(Rank rank, int threads) {
  if (const auto led = led_.find(rank); led != led_.end()) led->second.run.threads = threads;
}

/// Measures the time of a step, unless its threads have changed meanwhile.
void MemberAllotment::measure(Led& led, long step, double now) {
  int all = led.run.threads;
  for (const auto& [host, helper] : led.helpers) all += helper.prepared ? helper.threads : 0;
  const bool same = led.since >= 0 && led.threads == all;
  if (same && (now - led.since < measured_for || step == led.step)) return;
  if (same) {
    const double seconds = (now - led.since) / double(step - led.step);
    const double speed = speedup(led.run.threads, led.run.most, led.run.alone);
    if (all == led.run.threads) led.run.step = seconds * speed;
    else led.slow = seconds > led.run.step / speed ? led.slow + 1 : 0;
    if (led.slow == slow_times) led.run.bytes = 0;
  }
  led.step = step, led.since = now, led.threads = all;
}

void MemberAllotment::drop(Led& led, Host host) {
  const auto helper = led.helpers.extract(host);
  if (helper.mapped().named) orders_.changed.insert(led.run.rank);
  else orders_.dropped.emplace_back(helper.mapped().rank, led.run.rank);
  changed_ = true;
}

void MemberAllotment::end(Rank rank) {
  const auto led = led_.extract(rank);
  if (!led) return;
  for (const auto& [host, helper] : led.mapped().helpers) orders_.dropped.emplace_back(helper.rank, rank);
  orders_.changed.erase(rank);
  changed_ = true;
}

/// The experiment that this rank shares or prepares to share.
MemberAllotment::Led* MemberAllotment::led_with(Rank rank) {
  for (auto& [leader, led] : led_)
    if (const auto helper = led.helpers.find(host(rank)); helper != led.helpers.end() && helper->second.rank == rank)
      return &led;
  return nullptr;
}

void MemberAllotment::prepared(Rank rank) {
  Led* const led = led_with(rank);
  if (!led) return;
  led->helpers.at(host(rank)).prepared = changed_ = true;
  orders_.changed.insert(led->run.rank);
}

void MemberAllotment::left(Rank rank) {
  if (Led* const led = led_with(rank)) led->helpers.erase(host(rank)), changed_ = true;
  std::erase_if(orders_.dropped, [rank](const auto& one) { return one.first == rank; });
}

void MemberAllotment::recall(Rank rank) {
  if (Led* const led = led_with(rank)) drop(*led, host(rank));
}

std::vector<Rank> MemberAllotment::helpers() const {
  std::vector<Rank> ranks;
  for (const auto& [leader, led] : led_)
    for (const auto& [host, helper] : led.helpers) ranks.push_back(helper.rank);
  return ranks;
}

/// Changes the helpers to those of share_members().
void MemberAllotment::follow(Led& led, const MemberRun& shared, std::set<Rank>& idle) {
  std::vector<Host> gone;
  for (auto& [host, helper] : led.helpers) {
    const auto now = shared.members.find(host);
    if (now == shared.members.end()) gone.push_back(host);
    else if (std::exchange(helper.threads, now->second) != now->second && helper.prepared)
      orders_.changed.insert(led.run.rank);
  }
  for (const Host host : gone) drop(led, host);
  for (const auto& [number, threads] : shared.members) {
    const auto rank = std::ranges::find_if(idle, [&, here = number](Rank r) { return host(r) == here; });
    if (led.helpers.contains(number) || rank == idle.end()) continue;
    led.helpers[number] = {*rank, threads};
    orders_.joins.push_back({*rank, led.run.rank, threads});
    idle.erase(rank);
  }
}

MemberOrders MemberAllotment::share(Indexed<Host, int> free, const std::set<Rank>& idle) {
  std::set<Rank> able;
  std::ranges::set_difference(idle, unable_, std::inserter(able, able.end()));
  std::set<Host> manned;
  for (const Rank rank : able) manned.insert(host(rank));
  for (const Rank rank : helpers()) manned.insert(host(rank));
  for (const Host h : free.indices())
    if (!manned.contains(h)) free[h] = 0;
  std::vector<MemberRun> runs;
  for (const auto& [leader, led] : led_) {
    runs.push_back(led.run);
    for (const auto& [host, helper] : led.helpers)
      if (led.run.bytes > 0) runs.back().members[host] = helper.threads;
  }
  share_members(runs, std::move(free), net_);
  for (const MemberRun& run : runs) follow(led_.at(run.rank), run, able);
  for (const Rank leader : orders_.changed)
    for (auto& [host, helper] : led_.at(leader).helpers) helper.named = helper.prepared;
  changed_ = false;
  return std::exchange(orders_, {});
}

std::map<Rank, int> MemberAllotment::members(Rank leader) const {
  std::map<Rank, int> threads;
  if (const auto led = led_.find(leader); led != led_.end())
    for (const auto& [host, helper] : led->second.helpers)
      if (helper.prepared) threads[helper.rank] = helper.threads;
  return threads;
}

}  // namespace icsweep
