// Runs one experiment and writes its row: the same on every rank.
#pragma once

#include <mutex>

#include "engine/worker/attempt.hpp"
#include "io/store/row_writer.hpp"

namespace icsweep {

/// How a rank runs its experiments.
struct RunnerSettings {
  std::string checkpoints{};     ///< folder of the checkpoints; empty: nothing is saved
  int epoch = 1;                 ///< of the launch, in their names
  double checkpoint_every = 30;  ///< seconds; 0: only when asked to stop
  double report_every = 0.5;     ///< seconds between two reports of an experiment's progress to the coordinator
  double hang_after = 600;       ///< seconds without a tick after which an experiment hangs, 0: never
  bool subprocess = false;       ///< the last launch crashed: experiments that may be the cause run in processes of
                                 ///< their own
  std::size_t suspects = std::size_t(-1);  ///< number of such experiments at most
  std::int64_t launch = 0;                 ///< number of the launch
  int threads = 0;                         ///< threads of each experiment; 0: the coordinator chooses
};

class Runner {
 public:
  /// `turn`: the caller of run() holds it; it is released while the experiment computes, between its ticks. leading:
  /// for experiments that ranks of other hosts share; nullptr: none does.
  Runner(RowWriter& store, Rank rank, const RunnerSettings& settings, const StopFlag& stop, OnTick on_tick,
         std::mutex* turn = nullptr, Leading* leading = nullptr)
      : store_(store),
        rank_(rank),
        settings_(settings),
        saver_(settings.checkpoints, settings.epoch, settings.checkpoint_every),
        stop_(stop),
        on_tick_(std::move(on_tick)),
        turn_(turn) {
    wishes_.leading = leading;
  }

  /// Returns the outcome that was written, or pending if the experiment was interrupted, by `stop`, a pause or a rung:
  /// then only its checkpoint is written. A task's exception is the experiment's failure, and the experiment runs again
  /// as often as its retries allow; an exception of a tick or of the store is the program's and is thrown as an Error.
  /// Every tick checks the time limit, which holds for each run.
  Outcome run(const Assignment& assignment);
  /// For on_tick: the experiment that runs is to pause, see attempt(). One in a subprocess does not.
  void pause() { wishes_.pause = true; }
  /// Likewise: it has so many threads from its next step on, and these members, see Leading::order().
  void set_team(int threads, const std::map<Rank, int>& members = {}) {
    wishes_.threads = threads;
    if (wishes_.leading) wishes_.leading->order(threads, members);
  }
  /// The search's metric at the rungs that the last run has passed.
  const std::vector<double>& rungs() const { return rungs_; }
  /// Why the last run did not end as done, on one short line; may be empty.
  const std::string& message() const { return message_; }

 private:
  Attempt attempt_once(const Assignment& assignment, int failures);
  void write(const Assignment& assignment, Attempt last, int failures);

  RowWriter& store_;
  Rank rank_;
  RunnerSettings settings_;
  CheckpointSaver saver_;
  const StopFlag& stop_;
  OnTick on_tick_;
  std::mutex* turn_;
  Wishes wishes_{};
  std::string message_;
  std::vector<double> rungs_;
  Results so_far_;   // of a search: what the experiment told last
  Progress last_{};  // of the last tick
};

}  // namespace icsweep
