// Decides which ranks get experiments, and on how many threads each runs.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "io/index.hpp"

namespace icsweep {

/// How many times faster a batch of `most` equal parts is on `threads` threads than on one, if the share `alone` of a
/// step runs on one thread [Amdahl 1967].
double speedup(int threads, int most, double alone = 0);

/// The host of each rank.
using HostOfRank = Indexed<Rank, Host>;

/// An experiment in flight.
struct SharedRun {
  Rank rank;
  double left;  ///< work that is left, in any unit
  int most;     ///< threads that can share its batch

  /// When it ends on so many threads.
  double end(int threads) const { return left / speedup(threads, most); }
};

/// Which ranks run an experiment: all, or as many as there are experiments, spread over ranks with those of a host kept
/// together, so that each has as many neighbours without work as the others. Rank 0 does. hosts: host name by rank.
std::vector<bool> ranks_that_run(const std::vector<std::string>& hosts, std::size_t experiments);

/// Threads of each run on a host with so many processors: one, and each further processor goes to the run that is
/// predicted to end last and gains by it. A run that gains nothing by one more thread, but by several, gets them
/// together.
std::vector<int> host_shares(int processors, const std::vector<SharedRun>& runs);

/// A rank without an experiment lends its processor to the experiments on its host (host_shares()). Ranks lend when no
/// job waits; also earlier, if an experiment would else run on when everything else has ended.
class CoreAllotment {
 public:
  /// hosts: number of its host, by rank. fixed: threads of every experiment; 0: as above.
  explicit CoreAllotment(const HostOfRank& hosts, int fixed = 0);

  /// So much work waits besides what waited before, in floating-point operations, as everywhere here.
  void wait(double work) { waiting_ += work; }
  /// The rank gets no experiment.
  void exclude(Rank rank);
  bool takes_jobs(Rank rank) const { return at(rank).takes; }
  /// Whether a rank that asks for a job should rather lend its processor: an experiment on its host gains by it that
  /// would end later than the mean of the ranks that take jobs, and has work for minutes. The rank asks no more, so it
  /// must be worth it.
  bool should_lend(Rank rank) const;
  /// How many of the first jobs a rank that asks for one leaves to others: at its first request, one to each rank that
  /// has not asked and comes before it in turn. Hosts take turns, so that the longest experiments are on different
  /// ones, whose idle ranks can then share them.
  std::size_t passed_over(Rank rank) const;
  /// The rank lends its processor until it begins an experiment.
  void lend(Rank rank);
  /// Processors of a host beside those of the ranks.
  void lend_to(Host host, int processors);

  /// The rank's experiment begins: all its work, and the share of it that is done; `most` threads can share its batch.
  void begin(Rank rank, double work, double done, int most);
  void update(Rank rank, double done);
  void end(Rank rank);
  /// It ends before its time, and what is left of it waits again.
  void give_back(Rank rank);

  /// Whether a run began or ended, or a processor was lent, since the last share().
  bool changed() const { return !changed_.empty(); }
  /// Whether processors are lent on the rank's host.
  bool lends_on_host_of(Rank rank) const { return host_of(rank).lent > 0; }
  /// Shares the processors out again on the hosts where that changed; if it did nowhere, on those where the last run
  /// would end a tenth earlier. Returns the ranks whose number of threads changed.
  std::vector<Rank> share();
  /// Whether processors are lent anywhere.
  bool lends() const { return lent_ > 0; }
  /// Processors by host that no experiment there uses.
  Indexed<Host, int> free() const;
  /// As the last share() has it; a rank that began since has 1, or the fixed number.
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
  };
  struct HostState {
    std::map<Rank, Run> runs{};
    int lent = 0;
    bool shares = false;  // some run may have several threads
  };

  RankState& at(Rank rank) { return ranks_[rank]; }
  const RankState& at(Rank rank) const { return ranks_[rank]; }
  HostState& host_of(Rank rank) { return hosts_[at(rank).host]; }
  const HostState& host_of(Rank rank) const { return hosts_[at(rank).host]; }
  void share(Host number, std::vector<Rank>& told);
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
