// Decides which ranks without work share experiments of other hosts.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/scheduling/core_allotment.hpp"
#include "engine/scheduling/policy.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// What a block between two hosts takes.
struct Interconnect {
  double round_trip = 1.5e-4;  ///< seconds of a small one and its answer
  double bandwidth = 1e9;      ///< bytes a second; 0: blocks are not sent
};

/// An experiment in flight, and who computes it.
struct MemberRun {
  Rank rank;     ///< of its leader
  Host host;     ///< likewise
  double left;   ///< seconds on one thread
  double step;   ///< seconds of a step on one thread; 0: unknown
  double bytes;  ///< of a step's sums; 0: nobody can join
  int most;      ///< threads that can share a step
  double alone = usually_alone;
  int threads = 1;                ///< of the leader
  std::map<Host, int> members{};  ///< threads by other host

  int all_threads() const;
  /// Seconds of a step: what its threads share, a round trip, and for each member the sums there and the total back.
  double step_seconds(const Interconnect& net) const;
  double end(const Interconnect& net) const { return step > 0 ? left * step_seconds(net) / step : left; }
};

/// Gives free processors of hosts to experiments elsewhere: to the one that would end last and gains by them at least a
/// tenth of a step, and seconds in all. Who has some keeps them while they are free. free: by host.
void share_members(std::vector<MemberRun>& runs, Indexed<Host, int> free, const Interconnect& net);

/// What is to be done after MemberAllotment::share().
struct MemberOrders {
  struct Join {
    Rank rank, leader;
    int threads;
  };
  std::vector<Join> joins{};  ///< this rank, which was idle, is to prepare for the leader's experiment
  std::set<Rank> told{};      ///< the members of these leaders have changed
  std::vector<std::pair<Rank, Rank>> dropped{};  ///< rank and leader: it is not to join any more, if it has not yet
};

/// The state of all members, driven by events. One rank of a host takes part for all free processors of the host: it
/// prepares, then the leader is told of it. Unless it is known, how long a step takes is measured while an
/// experiment has no members. If it
/// takes longer with members than it would without, they leave for good.
class MemberAllotment {
 public:
  /// hosts: number of its host, by rank.
  MemberAllotment(HostOfRank hosts, const Interconnect& net) : hosts_(std::move(hosts)), net_(net) {}

  bool is_possible() const { return net_.bandwidth > 0; }
  /// Whether a member came or went since the last share().
  bool changed() const { return changed_; }

  /// The rank's experiment begins.
  void begin(Rank rank, const SchedulerJob& job);
  /// It has come so far, on so many threads of its own, at this time in seconds.
  void update(Rank rank, const Progress& progress, int threads, double now);
  /// Its rank has so many threads from now on.
  void set_threads(Rank rank, int threads);
  void end(Rank rank);

  /// The rank waits for the experiment's state.
  void prepared(Rank rank);
  /// The rank has nothing to do: it does not take part any more.
  void left(Rank rank);
  /// It cannot take part in any.
  void unable(Rank rank) { unable_.insert(rank), left(rank); }
  /// The rank is wanted elsewhere.
  void recall(Rank rank);
  /// All ranks that take part or prepare.
  std::vector<Rank> helpers() const;

  /// free: processors by host that nobody there uses. idle: ranks without anything to do.
  MemberOrders share(Indexed<Host, int> free, const std::set<Rank>& idle);
  /// Threads by rank of those who are prepared.
  std::map<Rank, int> members(Rank leader) const;

 private:
  struct Helper {
    Rank rank;
    int threads = 0;
    bool prepared = false;
    bool named = false;  // the leader was told of it, so it joins
  };
  struct Led {
    MemberRun run;
    std::map<Host, Helper> helpers{};
    long step = 0;      // at the time since which its pace is measured
    double since = -1;  // negative: not yet
    int threads = 1;    // of all members then
    int slow = 0;       // how often in a row it was slower than without members
  };

  Host host(Rank rank) const { return hosts_[rank]; }
  Led* led_with(Rank rank);
  void measure(Led& led, long step, double now);
  void follow(Led& led, const MemberRun& shared, std::set<Rank>& idle);
  void drop(Led& led, Host host);

  HostOfRank hosts_;
  Interconnect net_;
  std::map<Rank, Led> led_;  // by leader
  std::set<Rank> unable_;
  MemberOrders orders_;
  bool changed_ = false;
};

}  // namespace icsweep
