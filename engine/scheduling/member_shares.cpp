#include "engine/scheduling/member_shares.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>

namespace icsweep {
namespace {

constexpr double least_gain = 1.1, least_seconds = 2;  // it takes a new member about a second to begin

/// Members whose processors are not free any more leave.
void keep_members(MemberRun& run, std::vector<int>& free) {
  for (auto member = run.members.begin(); member != run.members.end();) {
    int& left = free[std::size_t(member->first)];
    member->second = std::min(member->second, left);
    left -= member->second;
    member = member->second > 0 ? std::next(member) : run.members.erase(member);
  }
}

bool is_worth(const MemberRun& with, const MemberRun& run, const Interconnect& net) {
  return with.step_seconds(net) * least_gain <= run.step_seconds(net) && with.end(net) + least_seconds <= run.end(net);
}

/// Whether as many processors as it can use, on one other host, would be worth it: a quick answer for most.
bool could_gain(const MemberRun& run, int host, const Interconnect& net) {
  if (!(run.step > 0) || !(run.bytes > 0) || run.all_threads() >= run.most) return false;
  MemberRun with = run;
  with.members[host] += run.most - run.all_threads();
  return is_worth(with, run, net);
}

/// Takes processors of the freest hosts, one host after the other, until they are worth it. Returns whether they are.
bool join(MemberRun& run, std::vector<int>& free, const Interconnect& net) {
  if (!could_gain(run, run.members.empty() ? -1 : run.members.begin()->first, net)) return false;
  std::vector<int> hosts(free.size());
  std::iota(hosts.begin(), hosts.end(), 0);
  std::ranges::stable_sort(hosts, std::greater(), [&](int host) { return free[std::size_t(host)]; });
  MemberRun with = run;
  std::vector<int> left = free;
  for (const int host : hosts) {
    const int before = with.all_threads(), many = before + left[std::size_t(host)];
    if (host == run.host || many == before || before >= run.most) continue;
    const int rounds = (run.most + std::min(many, run.most) - 1) / std::min(many, run.most);
    const int more = std::max(1, std::min(many, (run.most + rounds - 1) / rounds) - before);
    with.members[host] += more;
    left[std::size_t(host)] -= more;
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

void share_members(std::vector<MemberRun>& runs, std::vector<int> free, const Interconnect& net) {
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

}  // namespace icsweep
