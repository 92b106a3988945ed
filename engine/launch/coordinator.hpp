// Rank 0's side and the workers' side of a launch: a pull model (docs/decisions.md).
#pragma once

#include <chrono>
#include <exception>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/cluster/comm.hpp"
#include "engine/cluster/watchdog.hpp"
#include "engine/progress/progress.hpp"
#include "engine/worker/runner.hpp"

namespace icsweep {

/// Hands out jobs on request and trains too: between its own steps, tick() serves whoever has asked, and during a step
/// that takes longer a thread does, every few milliseconds. Store, MPI and all that is known here are for one of them
/// at a time.
class Coordinator {
 public:
  /// threads: of each rank's experiments; a rank with 0 gets none. uninterruptible: seconds of each job that cannot be
  /// stopped and gone on with, see engine/planning/walltime_budget.hpp.
  Coordinator(const Comm& comm, StoreWriter& store, const StorePlan& plan, ProgressBoard& board, Lease& lease,
              const RunnerSettings& settings, std::vector<int> threads, const std::vector<double>& uninterruptible);

  /// Until every job has ended or a signal came, and every worker has flushed its rows and said goodbye. Where an
  /// experiment hangs in this process or in another rank's, all end at once with exit_crashed: that a task can be left
  /// only at its ticks is what makes it fast. The next launch, which finds the lease, runs each in a process of its
  /// own.
  void run();
  const Scheduler& scheduler() const { return scheduler_; }
  /// Of the experiments that failed, each once.
  const std::set<std::string>& failures() const { return failures_; }
  /// Seconds that were spent on handing out experiments and on booking what ended, this process's own among them.
  double seconds_serving() const { return std::chrono::duration<double>(serving_).count(); }

  /// What to answer a worker's message, if anything. No MPI in here.
  std::optional<std::string> answer(int rank, const WorkerMessage& message);

 private:
  void serve();
  void serve_meanwhile(const std::stop_token& stop);
  void work();
  std::optional<Assignment> own_next();
  void book_own(Outcome outcome);
  void complete(int rank, Outcome outcome, const std::string& message);
  std::optional<Assignment> next(int rank);
  std::string hangs(int rank) const;
  void expect_tick() const;

  const Comm& comm_;
  const std::vector<Job>& jobs_;
  ProgressBoard& board_;
  Lease& lease_;
  StoreWriter& store_;
  Scheduler scheduler_;
  std::set<std::string> failures_;
  RunnerSettings settings_;
  std::vector<int> threads_;
  LivenessMonitor liveness_;
  std::chrono::steady_clock::duration serving_{};
  std::exception_ptr failure_;  // of serve() in the thread
  std::mutex turn_;
  Runner runner_;
  int goodbyes_ = 0;
};

}  // namespace icsweep
