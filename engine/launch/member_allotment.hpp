// Selects idle ranks that share experiments of other hosts.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/launch/core_allotment.hpp"
#include "engine/launch/policy.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// Speed of the network between two hosts.
struct Interconnect {
  double round_trip = 1.5e-4;  ///< seconds of a small block and its answer
  double bandwidth = 1e9;      ///< bytes per second; 0: blocks are not sent
};

/// An experiment in flight and the ranks that compute it.
struct MemberRun {
  Rank rank;     ///< of its leader
  Host host;     ///< of its leader
  double left;   ///< remaining seconds on one thread
  double step;   ///< seconds of a step on one thread; 0: unknown
  double bytes;  ///< of a step's sums; 0: nobody can join
  int most;      ///< threads that can share a step
  double alone = usually_alone;
  int threads = 1;                ///< of the leader
  std::map<Host, int> members{};  ///< threads by other host

  int all_threads() const;
  /// Seconds of a step: the work of its threads, a round trip, and per member the sums there and the total back.
  double step_seconds(const Interconnect& net) const;
  double end(const Interconnect& net) const { return step > 0 ? left * step_seconds(net) / step : left; }
};

/// Gives free processors to experiments of other hosts: to the one that would end last and whose step becomes at least
/// a tenth shorter, with a gain of seconds in all. An experiment keeps its members while their processors are free.
void share_members(std::vector<MemberRun>& runs, Indexed<Host, int> free, const Interconnect& net);

/// Changes after MemberAllotment::share().
struct MemberOrders {
  struct Join {
    Rank rank, leader;
    int threads;
  };
  std::vector<Join> joins{};                     ///< an idle rank prepares for the leader's experiment
  std::set<Rank> changed{};                      ///< leaders whose members have changed
  std::vector<std::pair<Rank, Rank>> dropped{};  ///< rank and leader: the rank does not join, unless it has already
};

/// State of all members, driven by events. One rank of a host takes part with all free processors of the host: it
/// prepares, then the leader learns of it. The time of a step, if unknown, is measured while an experiment has no
/// members. Members with which a step takes longer than without them leave permanently.
class MemberAllotment {
 public:
  /// hosts: number of its host, by rank.
  MemberAllotment(HostOfRank hosts, const Interconnect& net) : hosts_(std::move(hosts)), net_(net) {}

  /// Adds a rank of another launch. It shares no experiment, and nobody shares its own.
  void add(Host host);
  bool is_possible() const { return net_.bandwidth > 0; }
  /// True if a member came or went since the last share().
  bool changed() const { return changed_; }

  /// Begins the rank's experiment.
  void begin(Rank rank, const SchedulerJob& job);
  /// Reports its progress at the time `now`. threads: of the leader.
  void update(Rank rank, const Progress& progress, int threads, double now);
  /// Changes the leader's number of threads.
  void set_threads(Rank rank, int threads);
  void end(Rank rank);

  /// The rank is ready and waits for the experiment's state.
  void prepared(Rank rank);
  /// The rank is idle: it takes part in no experiment.
  void left(Rank rank);
  /// The rank can take part in no experiment.
  void unable(Rank rank) { unable_.insert(rank), left(rank); }
  /// Calls the rank back for other work.
  void recall(Rank rank);
  /// All ranks that take part or prepare.
  std::vector<Rank> helpers() const;

  /// free: unused processors. idle: ranks without work.
  MemberOrders share(Indexed<Host, int> free, const std::set<Rank>& idle);
  /// Threads of the members that are ready.
  std::map<Rank, int> members(Rank leader) const;

 private:
  struct Helper {
    Rank rank;
    int threads = 0;
    bool prepared = false;
    bool named = false;  // the leader knows it, so it joins
  };
  struct Led {
    MemberRun run;
    std::map<Host, Helper> helpers{};
    long step = 0;      // at the time `since`
    double since = -1;  // begin of the measurement; negative: not begun
    int threads = 1;    // of leader and members then
    int slow = 0;       // consecutive measurements slower than without members
  };

  Host host(Rank rank) const { return hosts_[rank]; }
  Led* led_with(Rank rank);
  void measure(Led& led, long step, double now);
  void follow(Led& led, const MemberRun& shared, std::set<Rank>& idle);
  void drop(Led& led, Host host);

  HostOfRank hosts_;
  std::size_t own_ = hosts_.size();  // ranks of the launch itself
  Interconnect net_;
  std::map<Rank, Led> led_;  // by leader
  std::set<Rank> unable_;
  MemberOrders orders_;
  bool changed_ = false;
};

}  // namespace icsweep
