// Which ranks get experiments, and on how many threads each runs.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "engine/scheduling/core_shares.hpp"

namespace icsweep {

/// A rank without an experiment lends its processor to the experiments on its host (host_shares()). Ranks lend when no
/// job waits; also earlier, if an experiment would else run on when everything else has ended.
class CoreAllotment {
 public:
  /// hosts: number of its host, by rank. fixed: threads of every experiment; 0: as above.
  explicit CoreAllotment(std::vector<int> hosts, int fixed = 0);

  /// So much work waits besides what waited before, in floating-point operations, as everywhere here.
  void wait(double work) { waiting_ += work; }
  /// The rank gets no experiment.
  void exclude(int rank);
  bool takes_jobs(int rank) const { return takes_[std::size_t(rank)]; }
  /// Whether a rank that asks for a job should rather lend its processor: an experiment on its host gains by it that
  /// would end later than the mean of the ranks that take jobs, and has work for minutes. The rank asks no more, so it
  /// must be worth it.
  bool should_lend(int rank) const;
  /// How many of the first jobs a rank that asks for one leaves to others: at its first request, one to each rank that
  /// has not asked and comes before it in turn. Hosts take turns, so that the longest experiments are on different
  /// ones, whose idle ranks can then share them.
  std::size_t passed_over(int rank) const;
  /// The rank lends its processor until it begins an experiment.
  void lend(int rank);
  /// Processors of a host beside those of the ranks.
  void lend_to(int host, int processors);

  /// The rank's experiment begins: all its work, and the share of it that is done; `most` threads can share its batch.
  void begin(int rank, double work, double done, int most);
  void update(int rank, double done);
  void end(int rank);
  /// It ends before its time, and what is left of it waits again.
  void give_back(int rank);

  /// Whether a run began or ended, or a processor was lent, since the last share().
  bool changed() const { return !changed_.empty(); }
  /// Whether processors are lent on the rank's host.
  bool lends_on_host_of(int rank) const { return host_of(rank).lent > 0; }
  /// Shares the processors out again on the hosts where that changed; if it did nowhere, on those where the last run
  /// would end a tenth earlier. Returns the ranks whose number of threads changed.
  std::vector<int> share();
  /// Whether processors are lent anywhere.
  bool lends() const { return lent_ > 0; }
  /// Processors by host that no experiment there uses.
  std::vector<int> free() const;
  /// As the last share() has it; a rank that began since has 1, or the fixed number.
  int threads(int rank) const { return threads_[std::size_t(rank)]; }

 private:
  struct Run {
    double work;
    SharedRun shared;
  };
  struct Host {
    std::map<int, Run> runs;  // by rank
    int lent = 0;
    bool shares = false;  // some run may have several threads
  };

  Host& host_of(int rank) { return hosts_[std::size_t(host_numbers_[std::size_t(rank)])]; }
  const Host& host_of(int rank) const { return hosts_[std::size_t(host_numbers_[std::size_t(rank)])]; }
  void share(int number, std::vector<int>& told);

  void serve(int rank);

  std::vector<int> host_numbers_;  // by rank, as are takes_, lends_, threads_ and turn_
  int fixed_;
  std::vector<bool> takes_, lends_;
  std::vector<int> threads_;
  std::vector<std::size_t> turn_;  // place in turn
  std::vector<char> served_;       // by place in turn: it has got a job, or lends
  std::vector<Host> hosts_;
  int lent_ = 0;                      // on all hosts
  std::set<int> changed_;             // hosts
  double waiting_ = 0, running_ = 0;  // work
};

}  // namespace icsweep
