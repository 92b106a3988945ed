// Progress of a launch. Rank 0 makes heartbeats from what it knows, for people and for other processes.
#pragma once

#include <array>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/ledger/store_plan.hpp"
#include "engine/progress/loss_trace.hpp"
#include "engine/progress/progress_view.hpp"
#include "engine/progress/work_done.hpp"
#include "engine/launch/scheduler.hpp"
#include "io/store/lease.hpp"

namespace icsweep {

class ProgressBoard {
 public:
  using Clock = std::chrono::steady_clock;

  /// experiments: of the sweep. plan: lists the jobs among those asked for. Both must outlive the board. start: of the
  /// launch. descriptor: shows progress; -1 shows nothing. search: of the sweep, or nullptr.
  ProgressBoard(const std::vector<Experiment>& experiments, const StorePlan& plan,
                Clock::time_point start = Clock::now(), int descriptor = 2, const Search* search = nullptr);

  /// Counts the work of rounds that follow this launch's, see GrownSweep::growth.
  void expect_rounds(double growth) { cost_to_come_ = (growth - 1) * (cost_before_ + cost_to_do_); }

  /// The rank begins or resumes a job of the plan.
  void began(Rank rank, JobIndex job);
  /// Ignores reports with zero steps: an experiment resumed from a checkpoint polls before its first step.
  void update(Rank rank, const Progress& progress) {
    if (progress.steps > 0) latest_[rank] = progress;
  }
  /// The job of the rank runs on this number of threads from now on, and on those of its members. It begins with 1.
  void set_team(Rank rank, int threads, const std::map<Rank, int>& members = {});
  /// Sets Heartbeat::no_host.
  void set_no_host(std::string text) { no_host_ = std::move(text); }
  /// The job of the rank is interrupted; its done part stays done.
  void gave_back(Rank rank, JobIndex job);
  /// Notes a failure. Other outcomes have no message to show.
  void ended(Rank rank, const Experiment& experiment, Outcome outcome, const std::string& message);

  /// Receives each heartbeat that is shown.
  std::function<void(const Heartbeat&, const Scheduler&)> listener = [](const Heartbeat&, const Scheduler&) {};

  /// Renews the heartbeat and the display once per second; cheap otherwise. Does nothing without jobs.
  void show(const Scheduler& scheduler, Lease& lease);
  /// Shows the last state, ends the display and returns the state.
  Heartbeat close(const Scheduler& scheduler, Lease& lease);

  /// Notes, at the end, the saved share of steps of each experiment that is left. shares: by identity.
  void note_saved(const Scheduler& scheduler, const std::map<std::string, double>& shares);

  /// The heartbeat for this moment.
  Heartbeat news(const Scheduler& scheduler, Clock::time_point now);

 private:
  struct Team {
    int threads = 1, hosts = 1;
  };
  Team team_of(Rank rank) const;
  WorkDone add_in_flight(Heartbeat& news, const Scheduler& scheduler) const;
  void add_counts(Heartbeat& news, const Scheduler& scheduler) const;
  double work_in(JobIndex job, double share, const Scheduler& scheduler) const;
  double rate(Clock::time_point now);
  void ended(Rank rank);

  const StorePlan& plan_;
  double cost_before_ = 0, cost_to_do_ = 0;  // cost of experiments final at launch, and of the rest
  double cost_to_come_ = 0;                  // cost of later rounds of proposals
  std::size_t planned_;
  std::map<Rank, Progress> latest_;
  std::map<Rank, LossTrace> losses_;
  std::map<Rank, Team> teams_;
  std::map<JobIndex, Progress> paused_;
  std::map<JobIndex, double> saved_;
  std::map<Rank, long> sequences_before_;  // of the experiment in flight, when it resumed
  std::deque<Failure> failures_;
  std::string no_host_;
  double ended_sequences_ = 0, busy_s_ = 0;
  RecentWork recent_;
  Clock::time_point start_, last_news_, last_show_;
  std::deque<std::pair<Clock::time_point, double>> window_;  // sequences seen so far, over the last seconds
  ProgressView view_;
};

}  // namespace icsweep
