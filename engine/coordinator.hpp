// Rank 0's side and the workers' side of a launch [DESIGN: pull model].
#pragma once

#include <set>
#include <string>

#include "engine/mpi_communicator.hpp"
#include "engine/progress.hpp"
#include "engine/runner.hpp"
#include "engine/watchdog.hpp"

namespace icsweep {

/// Hands out jobs on request and trains too: between its own steps, tick() serves whoever has asked.
class Coordinator {
 public:
  /// threads: of each rank's experiments; a rank with 0 gets none.
  Coordinator(const Communicator& communicator, StoreWriter& store, const StorePlan& plan, ProgressBoard& board,
              Lease& lease, const RunnerSettings& settings, std::vector<int> threads);

  /// Until every job has ended or a signal came, and every worker has flushed its rows and said goodbye. Where an
  /// experiment hangs in this process or in another rank's, all end at once with exit_crashed: that a task can be left
  /// only at its ticks is what makes it fast. The next launch, which finds the lease, runs each in a process of its
  /// own.
  void run();
  const Scheduler& scheduler() const { return scheduler_; }
  /// Of the experiments that failed, each once.
  const std::set<std::string>& failures() const { return failures_; }

  /// What to answer a worker's message, if anything. No MPI in here.
  std::optional<std::string> answer(int rank, const WorkerMessage& message);

 private:
  void serve();
  void work();
  void complete(int rank, Outcome outcome, const std::string& message);
  std::optional<Assignment> next(int rank);
  std::string hangs(int rank) const;
  void expect_tick() const;

  const Communicator& communicator_;
  const std::vector<Job>& jobs_;
  ProgressBoard& board_;
  Lease& lease_;
  StoreWriter& store_;
  Scheduler scheduler_;
  std::set<std::string> failures_;
  RunnerSettings settings_;
  std::vector<int> threads_;
  Silence silence_;
  Runner runner_;
  int goodbyes_ = 0;
};

/// A worker's whole life: ask, run, report, until there is nothing more or a signal came.
void run_worker(const Communicator& communicator, StoreWriter& store, const RunnerSettings& settings);

}  // namespace icsweep
