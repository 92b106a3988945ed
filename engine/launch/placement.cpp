#include "engine/launch/placement.hpp"

#include <algorithm>
#include <utility>

#include "engine/launch/core_allotment.hpp"

namespace icsweep {
namespace {

/// Remaining work of the job on its cores.
double work_of(const SchedulerJob& job) {
  return job.cost / speedup(std::clamp(job.needs.cores, 1, job.threads), job.threads, job.alone);
}

/// True if two launches report the same host. The cores that they report depend on their ranks.
bool is_same_host(const HostCapacity& a, const HostCapacity& b) {
  return a.name == b.name && a.memory == b.memory && a.gpus == b.gpus && a.processors == b.processors;
}

}  // namespace

Placement::Placement(const SchedulerJobs& jobs, const PlacementHosts& hosts) {
  if (std::ranges::none_of(jobs, [](const SchedulerJob& job) { return job.needs.are_stated(); })) return;
  for (const SchedulerJob& job : jobs) {
    auto kind = std::ranges::find(kinds_, job.needs);
    if (kind == kinds_.end()) kind = kinds_.insert(kind, job.needs);
    jobs_.push_back({std::uint32_t(kind - kinds_.begin()), work_of(job) / (1 - job.done), work_of(job)});
  }
  possible_.assign(kinds_.size(), false);
  for (const Rank rank : hosts.of_rank.indices()) add(rank, hosts.of_rank[rank], hosts.hosts[hosts.of_rank[rank]]);
}

/// The host whose room the rank takes. Launches that have the same whole host take that of the first launch.
Host Placement::room_of(Host host, const HostCapacity& capacity) {
  while (hosts_.size() <= std::size_t(host.value()))
    hosts_.push_back({.capacity = capacity, .holds = std::vector<char>(kinds_.size(), false)});
  if (!capacity.is_whole) return host;
  for (const Host other : hosts_.indices())
    if (hosts_[other].capacity.is_whole && is_same_host(hosts_[other].capacity, capacity)) return other;
  return host;
}

void Placement::add(Rank rank, Host host, const HostCapacity& capacity) {
  if (!is_needed()) return;
  host = room_of(host, capacity);
  while (host_of_.size() <= std::size_t(rank.value())) host_of_.push_back(host);
  host_of_[rank] = host;
  present_.insert(rank);
  HostState& state = hosts_[host];
  ++state.ranks;
  if (capacity.is_whole) state.capacity.cores = std::max(state.capacity.cores, capacity.cores);
  const HostRoom idle(state.capacity, capacity.is_whole ? 0 : state.ranks);
  if (std::ranges::none_of(runs_, [&](const auto& run) { return host_of_[run.first] == host; })) state.room = idle;
  state.holds.clear();
  for (const Resources& kind : kinds_) state.holds.push_back(idle.holds(kind));
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) possible_[kind] |= state.holds[kind];
}

void Placement::remove(Rank rank) {
  if (!is_needed() || present_.erase(rank) == 0) return;
  end(rank);
  const Host host = host_of_[rank];
  if (--hosts_[host].ranks > 0) return;
  hosts_[host].holds.assign(kinds_.size(), false);
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
    possible_[kind] = std::ranges::any_of(hosts_, [&](const HostState& one) { return one.holds[kind] != 0; });
  if (reservation_ && reservation_->what.host == host) drop_reservation();
}

void Placement::drop_reservation() {
  reservation_.reset();
  for (auto& [rank, run] : runs_) run.beside.reset();
}

std::vector<HostCapacity> Placement::hosts() const {
  std::vector<HostCapacity> all;
  for (const HostState& host : hosts_)
    if (host.ranks > 0) all.push_back(host.capacity);
  return all;
}

bool Placement::begin_scan(Rank rank) {
  scanned_ = rank;
  seen_ = false;
  const HostRoom& room = hosts_[host_of_[rank]].room;
  return !reservation_ || std::ranges::any_of(kinds_, [&](const Resources& kind) { return room.holds(kind); });
}

bool Placement::admits(JobIndex job) {
  const Host host = host_of_[scanned_];
  if (reservation_ && reservation_->what.job == job) seen_ = true;
  if (!hosts_[host].room.holds(needs(job))) {
    reserve(job);
    return false;
  }
  if (!reservation_ || reservation_->what.host != host || reservation_->what.job == job) return true;
  return reservation_->beside.holds(needs(job)) || ends_before(job);
}

/// True if the rank of this scan would end the job before the reserved job can begin.
bool Placement::ends_before(JobIndex job) const {
  if (hosts_[reservation_->what.host].room.holds(needs(reservation_->what.job))) return false;
  const auto spent = reservation_->spent.find(scanned_);
  return (spent == reservation_->spent.end() ? 0 : spent->second) + jobs_[job].left <= reservation_->start;
}

bool Placement::end_scan() {
  if (!reservation_ || seen_) return false;
  drop_reservation();
  return true;
}

/// Reserves the host that is predicted to have room first, unless a job has reserved one.
void Placement::reserve(JobIndex job) {
  if (reservation_ || !could_hold(job)) return;
  for (const Host host : hosts_.indices())
    if (auto found = reservation_on(host, job); found && (!reservation_ || found->start < reservation_->start))
      reservation_ = std::move(found);
  seen_ = reservation_.has_value();
}

std::optional<Placement::Reservation> Placement::reservation_on(Host host, JobIndex job) const {
  const HostState& state = hosts_[host];
  if (!state.holds[jobs_[job].kind]) return std::nullopt;
  std::vector<std::pair<double, const Run*>> running;
  Reservation reservation{{job, host}, 0, state.room};
  for (const auto& [rank, run] : runs_)
    if (host_of_[rank] == host) running.emplace_back(reservation.spent[rank] = run.left, &run);
  std::ranges::sort(running, {}, [](const auto& one) { return one.first; });
  for (auto next = running.begin(); next != running.end() && !reservation.beside.holds(needs(job)); ++next) {
    reservation.start = next->first;
    reservation.beside.give(next->second->taken);
  }
  reservation.beside.take(needs(job));
  return reservation;
}

Allotment Placement::begin(Rank rank, JobIndex job) {
  const Host host = host_of_[rank];
  const Resources& needed = needs(job);
  Run run{job, {}, jobs_[job].left};
  if (reservation_ && reservation_->what.job == job) drop_reservation();
  if (reservation_ && reservation_->what.host == host) {
    if (ends_before(job)) reservation_->spent[rank] += run.left;
    else if (reservation_->beside.holds(needed)) run.beside = reservation_->beside.take(needed);
  }
  run.taken = hosts_[host].room.take(needed);
  Allotment allotment{.processors = run.taken.processors, .is_alone = needed.are_stated()};
  if (std::ranges::any_of(kinds_, [](const Resources& kind) { return kind.gpus > 0; })) allotment.gpus.emplace();
  for (const std::size_t gpu : run.taken.gpus) allotment.gpus->push_back(hosts_[host].capacity.gpus[gpu]);
  if (needed.limit) allotment.memory = needed.memory;
  runs_.insert_or_assign(rank, std::move(run));
  return allotment;
}

void Placement::update(Rank rank, double done) {
  if (const auto run = runs_.find(rank); run != runs_.end())
    run->second.left = jobs_[run->second.job].work * std::clamp(1 - done, 0.0, 1.0);
}

void Placement::end(Rank rank) {
  const auto run = runs_.extract(rank);
  if (!run) return;
  hosts_[host_of_[rank]].room.give(run.mapped().taken);
  if (!reservation_ || reservation_->what.host != host_of_[rank]) return;
  const auto spent = reservation_->spent.find(rank);
  const bool was_kept = spent != reservation_->spent.end() && spent->second > reservation_->start;
  if (run.mapped().beside) reservation_->beside.give(*run.mapped().beside);
  else if (was_kept) reservation_->beside.give(run.mapped().taken);
}

std::optional<Placement::Reserved> Placement::reserved() const {
  return reservation_ ? std::make_optional(reservation_->what) : std::nullopt;
}

}  // namespace icsweep
