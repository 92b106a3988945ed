// Decides which ranks get experiments, and on how many threads each runs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "io/base/index.hpp"

namespace icsweep {

/// Speed of a batch of `most` equal parts on `threads` threads over that on one thread, if the share `alone` of a step
/// runs on one thread [Amdahl 1967].
double speedup(int threads, int most, double alone = 0);

/// The host of each rank.
using HostOfRank = Indexed<Rank, Host>;

/// An experiment in flight.
struct SharedRun {
  Rank rank;
  double left;  ///< remaining work, in any unit
  int most;     ///< threads that can share its batch

  /// Remaining time on `threads` threads.
  double end(int threads) const { return left / speedup(threads, most); }
};

/// Selects the ranks that run experiments: all, or one per experiment. These are spread evenly over the ranks in host
/// order, so each has about the same number of idle neighbours. Rank 0 is one of them. hosts: host name by rank.
std::vector<bool> ranks_that_run(const std::vector<std::string>& hosts, std::size_t experiments);

/// Threads of each run on a host with `processors` processors. Each run has one thread. Each further processor goes to
/// the run that is predicted to end last and becomes faster by it. A run that needs several more threads to become
/// faster gets them together.
std::vector<int> host_shares(int processors, const std::vector<SharedRun>& runs);

/// Lends the processors of ranks without an experiment to the experiments on their host (host_shares()). Ranks lend
/// when no job waits, and earlier if an experiment would otherwise still run when all others have ended.
class CoreAllotment {
 public:
  /// hosts: number of its host, by rank. fixed: threads of every experiment, or 0.
  explicit CoreAllotment(const HostOfRank& hosts, int fixed = 0);

  /// Adds waiting work, in floating-point operations, the unit of all work here.
  void wait(double work) { waiting_ += work; }
  /// Adds a rank, on a known host or the next one. Returns its number.
  Rank add(Host host);
  /// The rank gets no experiment.
  void exclude(Rank rank);
  bool takes_jobs(Rank rank) const { return at(rank).takes; }
  /// True if a rank that asks for a job should lend its processor instead. It should if an experiment on its host would
  /// become faster, would end later than the mean of the ranks that take jobs, and has work for minutes. The rank does
  /// not ask again, so the gain must be large.
  bool should_lend(Rank rank) const;
  /// Number of first jobs that the rank leaves to others. At its first request it leaves one to each earlier rank in
  /// turn that has not asked yet; later 0. Hosts take turns, so that the longest experiments are on different hosts,
  /// whose idle ranks can then share them.
  std::size_t passed_over(Rank rank) const;
  /// Lends the rank's processor until it begins an experiment.
  void lend(Rank rank);
  /// Lends processors of a host that no rank uses.
  void lend_to(Host host, int processors);
  /// States the host's cores, which may be more than its ranks. Experiments with cores of their own take these first.
  void set_cores(Host host, int cores) { hosts_[host].cores = cores; }

  /// Begins the rank's experiment. work: all of it; done: the share that is done; most: threads that can share its
  /// batch; cores: its own, which it keeps to its end; 0: it shares those that are lent.
  void begin(Rank rank, double work, double done, int most, int cores = 0);
  void update(Rank rank, double done);
  void end(Rank rank);
  /// Interrupts it: its remaining work waits again.
  void give_back(Rank rank);

  /// True if a run began or ended, or a processor was lent, since the last share().
  bool changed() const { return !changed_.empty(); }
  /// True if processors are lent on the rank's host.
  bool lends_on_host_of(Rank rank) const { return host_of(rank).lent > 0; }
  /// Distributes processors again on the hosts with changes. Without changes, on the hosts where the last run would
  /// end at least a tenth earlier. Returns the ranks whose number of threads changed.
  std::vector<Rank> share();
  /// True if processors are lent anywhere.
  bool lends() const { return lent_ > 0; }
  /// Processors by host that no experiment there uses.
  Indexed<Host, int> free() const;
  /// Threads after the last share(). A rank that began since has 1, or the fixed number.
  int threads(Rank rank) const { return at(rank).threads; }

 private:
  struct RankState {
    Host host;
    int threads;
    std::size_t turn;    // place in turn
    bool takes = true;   // jobs
    bool lends = false;  // its processor
  };
  struct Run {
    double work;
    SharedRun shared;
    int cores = 0;  // of its own
  };
  struct HostState {
    std::map<Rank, Run> runs{};
    int lent = 0, ranks = 0, cores = 0, kept = 0;  // kept: cores of runs with cores of their own, without one for each

    /// Processors that are lent and not kept by a run.
    int lendable() const { return std::max(0, lent - std::max(0, kept - std::max(0, cores - ranks))); }
    bool shares = false;  // some run may have several threads
  };

  RankState& at(Rank rank) { return ranks_[rank]; }
  const RankState& at(Rank rank) const { return ranks_[rank]; }
  HostState& host_of(Rank rank) { return hosts_[at(rank).host]; }
  const HostState& host_of(Rank rank) const { return hosts_[at(rank).host]; }
  void share(Host number, std::vector<Rank>& ranks);
  void serve(Rank rank) { served_[at(rank).turn] = true; }

  int fixed_;
  Indexed<Rank, RankState> ranks_;
  int takers_;                // ranks that take jobs
  std::vector<char> served_;  // by place in turn: it has got a job, or lends
  Indexed<Host, HostState> hosts_;
  int lent_ = 0;  // on all hosts
  std::set<Host> changed_{};
  double waiting_ = 0, running_ = 0;  // work
};

}  // namespace icsweep
