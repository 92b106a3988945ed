// Rank 0's side of a launch: it answers workers that ask for jobs (docs/decisions.md, pull model) and trains too.
#pragma once

#include <chrono>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/cluster/comm.hpp"
#include "engine/cluster/watchdog.hpp"
#include "engine/scheduling/core_allotment.hpp"
#include "engine/scheduling/member_allotment.hpp"
#include "engine/progress/progress.hpp"
#include "engine/worker/runner.hpp"

namespace icsweep {

/// Hands out jobs on request and trains too: its tick serves the messages of other ranks between two of its own steps;
/// during a longer step a thread does, every few milliseconds. The two take turns: only one at a time uses the store,
/// MPI and the state of this object.
class Coordinator {
 public:
  /// cores: which ranks get experiments, nothing begun. members: likewise for other hosts'. uninterruptible: seconds of
  /// each job that cannot be interrupted, see engine/planning/walltime_budget.hpp. policy: CostliestFirst if none is
  /// given; it does not pause an experiment that has a process of its own.
  Coordinator(const Comm& comm, RowWriter& store, const StorePlan& plan, ProgressBoard& board, Lease& lease,
              const RunnerSettings& settings, const StopFlag& stop, Watchdog& watchdog, CoreAllotment cores,
              MemberAllotment members, const std::vector<double>& uninterruptible,
              std::unique_ptr<SchedulingPolicy> policy = nullptr);

  /// Returns when every job has ended or `stop` is set, and when every worker has flushed its rows and said goodbye. If
  /// an experiment hangs, here or on another rank, every rank ends at once with exit_crashed, since a task can be left
  /// only at its ticks. The next launch finds the lease and runs each experiment in a process of its own.
  void run();
  const Scheduler& scheduler() const { return scheduler_; }
  /// The failed experiments' messages, each once.
  const std::set<std::string>& failures() const { return failures_; }
  /// Seconds spent on handing out experiments and booking outcomes, for this rank too.
  double seconds_serving() const { return std::chrono::duration<double>(serving_).count(); }

 private:
  void serve();
  void serve_meanwhile(const std::stop_token& stop);
  void work();
  std::optional<Assignment> own_next();
  void book_own(Outcome outcome);
  /// The answer to a worker's message, if it needs one.
  std::optional<std::string> answer(int rank, const WorkerMessage& message);
  void complete(int rank, Outcome outcome, const std::string& message, const std::vector<double>& rungs);
  std::optional<Assignment> next(int rank);
  void isolate(int rank, const Task& task);
  void give_back(int rank, const std::vector<double>& rungs);
  /// The answer to a request; nothing while the rank waits for results of others.
  std::optional<std::string> answer_request(int rank);
  void answer_waiting();
  void recall_members();
  bool pauses(int rank, const Progress& progress);
  std::optional<Assignment> lend(int rank);
  void share_cores();
  void share_members();
  void tell_team(int rank);
  void book_progress(int rank, const Progress& progress);
  void note_checkpoint(int rank, const Progress& progress);
  void own_tick(const Progress& progress);
  const std::string& identity(int rank) const;  // of its experiment
  std::string hangs(int rank) const;
  void expect_tick();

  const Comm& comm_;
  const std::vector<Job>& jobs_;
  ProgressBoard& board_;
  Lease& lease_;
  RowWriter& store_;
  Scheduler scheduler_;
  std::set<std::string> failures_;
  RunnerSettings settings_;
  std::size_t suspects_, handed_out_ = 0;  // experiments that are isolated, and that have been
  std::set<int> isolated_{};               // ranks whose experiment has a process of its own
  const StopFlag& stop_;
  Watchdog& watchdog_;
  CoreAllotment cores_;
  MemberAllotment members_;
  LivenessMonitor liveness_;
  std::chrono::steady_clock::duration serving_{};
  std::chrono::steady_clock::time_point reported_{};  // when rank 0's own experiment last was
  std::chrono::steady_clock::time_point shared_{};    // when cores_ was last asked
  std::exception_ptr failure_;                        // thrown by serve() in the thread
  std::mutex turn_;
  Leading leading_;
  Runner runner_;
  int goodbyes_ = 0;
  std::set<int> waiting_ranks_;  // they have asked, and the policy waits for results, or they may take part elsewhere
  std::map<int, Assignment> kept_;     // for members that are recalled
  std::map<int, std::string> joined_;  // by rank, the experiment that it was to share last
  std::map<int, double> noted_;        // by rank, the time of the checkpoint that was noted last
  std::set<std::string> told_unable_;  // why ranks could not
  bool news_ = false;                  // since they were answered last: an experiment has come back
};

}  // namespace icsweep
