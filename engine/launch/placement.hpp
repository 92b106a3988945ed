// Places experiments that state resources on hosts: never more than a host has, and no wide one starves.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/launch/host_room.hpp"
#include "engine/launch/policy.hpp"
#include "io/base/index.hpp"

namespace icsweep {

/// The hosts of a launch and their ranks.
struct PlacementHosts {
  Indexed<Host, HostCapacity> hosts{};
  Indexed<Rank, Host> of_rank{};
};

/// Places jobs. A scan goes over the waiting jobs in the order of the policy, for a rank that asks. The first job that
/// the rank's host has no room for reserves the host that is predicted to have room for it first. Until it runs, that
/// host takes another job only if the reserved one does not start later by it: the job fits beside it, or the rank ends
/// it before by the predictions of when the reservation was made. So the work that is let through is limited even if
/// predictions are wrong.
///
/// Times are in work, as Scheduler's costs. A placement without jobs that state resources does nothing.
class Placement {
 public:
  Placement() = default;
  Placement(const SchedulerJobs& jobs, const PlacementHosts& hosts);

  /// True if some job states resources.
  bool is_needed() const { return !jobs_.empty(); }
  const Resources& needs(JobIndex job) const { return kinds_[jobs_[job].kind]; }
  /// Adds a rank, on a known host or the next one. Launches that have the same whole host share its room.
  void add(Rank rank, Host host, const HostCapacity& capacity);
  /// The rank takes no further job; its job has ended.
  void remove(Rank rank);
  /// True if the rank's host could hold the job if it were idle.
  bool could_hold(Rank rank, JobIndex job) const { return hosts_[host_of_[rank]].holds[jobs_[job].kind]; }
  /// True if some host could hold the job if it were idle.
  bool could_hold(JobIndex job) const { return possible_[jobs_[job].kind]; }

  /// The hosts that have ranks.
  std::vector<HostCapacity> hosts() const;

  /// Begins a scan. Returns false if it would find nothing: the rank's host has no room for any kind of job.
  bool begin_scan(Rank rank);
  /// True if the rank may begin the job now.
  bool admits(JobIndex job);
  /// Ends a scan that found no job. Returns true if the next scan may find one: a job that had reserved the host no
  /// longer waits for it.
  bool end_scan();
  Allotment begin(Rank rank, JobIndex job);
  /// done: share of the rank's job.
  void update(Rank rank, double done);
  /// Ends or interrupts the rank's job.
  void end(Rank rank);
  /// The job that has reserved a host, and this host.
  struct Reserved {
    JobIndex job;
    Host host;
  };
  std::optional<Reserved> reserved() const;

 private:
  struct Job {
    std::uint32_t kind = 0;
    double work = 0, left = 0;  // on its cores: all of it, and what earlier launches have left
  };
  struct HostState {
    HostCapacity capacity;
    int ranks = 0;
    HostRoom room{};
    std::vector<char> holds{};  // by kind: if it is idle
  };
  struct Run {
    JobIndex job;
    TakenRoom taken;
    double left;
    std::optional<TakenRoom> beside{};  // taken from Reservation::beside
  };
  struct Reservation {
    Reserved what;
    double start = 0;                // remaining work until it can begin, when it was made
    HostRoom beside{};               // room beside the reserved job at that time
    std::map<Rank, double> spent{};  // work of each rank until its start
  };

  Host room_of(Host host, const HostCapacity& capacity);
  void reserve(JobIndex job);
  void drop_reservation();
  std::optional<Reservation> reservation_on(Host host, JobIndex job) const;
  bool ends_before(JobIndex job) const;

  std::vector<Resources> kinds_{};
  std::vector<char> possible_{};  // by kind: some host could hold it
  Indexed<JobIndex, Job> jobs_{};
  Indexed<Host, HostState> hosts_{};
  Indexed<Rank, Host> host_of_{};
  std::set<Rank> present_{};
  std::map<Rank, Run> runs_{};
  std::optional<Reservation> reservation_{};
  Rank scanned_{};
  bool seen_ = false;  // the reserved job was met in this scan
};

}  // namespace icsweep
