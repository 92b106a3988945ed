#include "engine/simulate/stretch.hpp"

#include <algorithm>

namespace icsweep {
namespace {

double speed_of(const SimulatedThreads& threads, const Prediction& job, const Interconnect& net) {
  if (threads.members.empty()) return speedup(threads.own, job.threads, job.alone);
  MemberRun run{.rank = Rank(0),
                .host = Host(-1),
                .left = 0,
                .step = job.step,
                .bytes = job.shared_bytes,
                .most = job.threads,
                .alone = job.alone,
                .threads = threads.own};
  for (const auto& [rank, its] : threads.members) run.members[Host(rank.value())] = its;  // one rank per host
  return run.step / run.step_seconds(net);
}

}  // namespace

int SimulatedThreads::all() const {
  int all = own;
  for (const auto& [rank, its] : members) all += its;
  return all;
}

double Stretch::left_at(double time) const {
  return std::max(0.0, left - std::max(0.0, time - since) * speed);
}

double Stretch::used_at(double time) const {
  return used + threads.all() * std::max(0.0, time - since);
}

double Stretch::done_at(double time) const {
  return seconds > 0 ? to - (to - from) * left_at(time) / seconds : to;
}

double Stretch::time_at(double share) const {
  return to > from ? since + std::max(0.0, left - seconds * (to - share) / (to - from)) / speed : since;
}

void Stretch::set_threads(const SimulatedThreads& now, double time, const Prediction& job, const Interconnect& net) {
  if (now == threads) return;
  time = std::max(time, since);
  left = left_at(time);
  used = used_at(time);
  since = time;
  threads = now;
  speed = speed_of(now, job, net);
  end = time + left / speed;
}

void Stretch::cut(double time) {
  const double done = done_at(time), rest = left_at(time);
  to = done;
  seconds -= rest;
  left -= rest;
  end = time;
}

}  // namespace icsweep
