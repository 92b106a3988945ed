// Which ranks get experiments, and on how many threads each runs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/scheduling/core_shares.hpp"

namespace icsweep {

/// While jobs wait, every experiment has one thread. Once none waits, the processors of ranks without work go to the
/// experiments on their hosts that would end last (core_shares.hpp).
class CoreAllotment {
 public:
  /// hosts: by rank. fixed: threads of every experiment; 0: as above. If ranks outnumber the experiments, only as many
  /// ranks take one, spread so that each has as many of its neighbours' processors as the others.
  CoreAllotment(std::vector<std::string> hosts, int fixed, std::size_t experiments);

  bool takes_jobs(int rank) const { return takes_[std::size_t(rank)]; }
  /// The rank gets no experiment; its processor is lent to others.
  void exclude(int rank) { takes_[std::size_t(rank)] = false; }

  /// A rank's experiment begins: all its work, in any unit, and the share of it that is done; `most` threads can share
  /// its batch.
  void begin(int rank, double work, double done, int most);
  void update(int rank, double done);
  void end(int rank);

  /// Whether a run began or ended since the last share().
  bool changed() const { return changed_; }
  /// Shares the processors out again, if runs changed or the last one would end a tenth earlier. Returns the ranks
  /// whose number of threads changed.
  std::vector<int> share(bool jobs_wait);
  /// As the last share() has it; 1 for a rank that began since.
  int threads(int rank) const { return threads_[std::size_t(rank)]; }

 private:
  std::vector<int> shares(bool jobs_wait) const;
  /// When the last run ends.
  double end(const std::vector<int>& threads) const;

  std::vector<std::string> hosts_;
  int fixed_;
  std::vector<bool> takes_;  // by rank, as are threads_
  std::vector<int> threads_;
  struct Run {
    double work;
    SharedRun shared;
  };
  std::map<int, Run> runs_;  // by rank
  bool changed_ = false, lent_ = false;
};

}  // namespace icsweep
