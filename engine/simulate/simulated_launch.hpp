// One launch of a simulated sweep. It ends when its experiments have ended or a rank fails.
#pragma once

#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/forecast/forecast.hpp"
#include "engine/simulate/arrivals.hpp"
#include "engine/launch/launch_state.hpp"
#include "engine/simulate/simulated_hosts.hpp"
#include "engine/simulate/simulated_search.hpp"
#include "engine/simulate/stretch.hpp"
#include "engine/simulate/tally.hpp"

namespace icsweep {

/// An experiment that has not ended.
struct SimulatedJob {
  ExperimentIndex experiment;
  Prediction whole;  ///< of the whole training
  double done = 0;   ///< the share that is saved
  bool ended = false;
};

/// A sweep between two launches.
struct SimulatedSweep {
  const Cluster& cluster;
  SimulatedSearch* search;  ///< nullptr: no search
  Indexed<JobIndex, SimulatedJob> jobs{};
  Tally tally{};
};

struct SimulatedFleet;  // engine/simulate/simulated_fleet.hpp

/// A job that helps the one that leads.
struct SimulatedGuest {
  JobArrival job;
  double left = std::numeric_limits<double>::infinity();     ///< when its last rank left
  Rank first{};                                              ///< in the present launch; the others follow
  int count = 0, here = 0;                                   ///< ranks that may get experiments; here: not left yet
  double noticed = std::numeric_limits<double>::infinity();  ///< when the leader gives up a job that was killed

  bool is_dead() const { return noticed < std::numeric_limits<double>::infinity(); }
};

/// Factor by which the rank is slow. The same ranks are slow in every launch and for any number of ranks.
double slowness(const Cluster& cluster, Rank rank);

/// Drives the state machine of a launch (engine/launch/launch_state.hpp) over a simulated clock.
class SimulatedLaunch {
 public:
  /// Runs from `begin` until all jobs have ended, at most until `failure`. Sweep and fleet must outlive it. fleet: jobs
  /// that help; then the launch does not fail, but the leader leaves. nullptr: none can.
  SimulatedLaunch(SimulatedSweep& sweep, double begin, double failure, SimulatedFleet* fleet = nullptr);

  /// Returns the end of the launch. The sweep's jobs then hold their saved shares.
  double run();

 private:
  static constexpr double never = std::numeric_limits<double>::infinity();

  /// Times of the launch.
  struct Span {
    double begin, open, failure, end;  // open: first requests of ranks
  };
  /// Time that rank 0 spends on the others.
  struct Desk {
    double answer;      // seconds of a request and its answer
    double news_share;  // share of its time for progress messages
    double answered;    // end of its last answer
  };
  struct RankState {
    double slow = 1;               // factor by which its experiments take longer
    double asked = 0;              // time of its last request
    double begin = 0;              // begin of its job, or arrival of an answer without a job
    double speaks = never;         // time of its next message
    bool reports = false;          // whether that message reports progress
    std::optional<Rank> leader{};  // leader of the job that it shares or prepares to share
    std::optional<Stretch> stretch{};
  };

  RankState& at(Rank rank) { return ranks_[rank]; }
  SimulatedJob& job_of(const RankState& rank) { return sweep_.jobs[rank.stretch->job]; }
  Prediction prediction(JobIndex job) const;
  double seen(double arrival) const;
  double heard(Rank rank, double time) const { return rank == Rank(0) ? time : time + sweep_.cluster.latency; }
  void speak(Rank rank, double time, bool reports = false);
  void open();
  bool step();
  void own_turn();
  void message(Rank rank, double sent, double now);
  void ask(Rank rank, double asked, double now);
  void report(Rank rank, double now);
  void bring_back(Rank rank, double now);
  void settle(double now);
  void expect_reports(double now);
  void expect_rung(Rank rank, double now);
  void tell_progress(Rank rank, double now);
  void obey(const Replies& replies, double now);
  void obey(Rank rank, const reply::Start& start, double now);
  void obey(Rank rank, const reply::Join& join, double now);
  void obey(Rank rank, const reply::Drop&, double now);
  void obey(Rank rank, const reply::Pause&, double now);
  void obey(Rank rank, const reply::Team& team, double now);
  void obey(Rank rank, const reply::Leave&, double now);
  void obey(Rank, const reply::Hang&, double) {}  // no rank is watched
  Progress progress(Rank rank, double now);
  void spend(Rank rank, double share);
  Outcome note_end(Rank rank);
  void interrupt(Rank rank);
  void close();
  double next_visit() const;
  void visit(double now);
  void welcome(SimulatedGuest& guest, double open);
  SimulatedGuest* guest_with(Rank rank);
  void save(Rank rank, double now);
  void see_out(SimulatedGuest& guest, double now);
  void lose_steps(Rank rank, double now);
  void kill(SimulatedGuest& guest, double now);
  void give_up(SimulatedGuest& guest, double now);
  bool is_dead(Rank rank);
  void save_all(double now);
  double end_of_fleet();

  SimulatedSweep& sweep_;
  SimulatedFleet* fleet_;
  Span span_;
  SimulatedHosts hosts_;
  Interconnect net_;
  LaunchState state_;
  Desk desk_;
  Indexed<Rank, RankState> ranks_;
  std::set<std::pair<double, Rank>> messages_{};  // by time, of ranks other than 0
  std::vector<std::pair<Rank, bool>> helpers_{};  // idle ranks that send a message at once; true: ready, false: request
  std::set<Rank> at_risk_{};                      // ranks whose job may be paused
};

}  // namespace icsweep
