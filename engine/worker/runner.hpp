// Runs one experiment and writes its row, in the same way on every rank.
#pragma once

#include <unistd.h>

#include <mutex>

#include "engine/worker/attempt.hpp"
#include "io/store/row_writer.hpp"

namespace icsweep {

/// Settings for the experiments of a rank.
struct RunnerSettings {
  std::string checkpoints{};               ///< folder of the checkpoints; empty: nothing is saved
  int epoch = 1;                           ///< epoch of the launch, in the names of the files
  double checkpoint_every = 30;            ///< seconds between checkpoints; 0: only at a stop
  double report_every = 0.5;               ///< seconds between two reports of progress to the coordinator
  double hang_after = 600;                 ///< seconds without a tick after which an experiment hangs; 0: never
  bool subprocess = false;                 ///< the last launch crashed, so experiments that may be the cause run in
                                           ///< their own process
  std::size_t suspects = std::size_t(-1);  ///< largest number of such experiments
  std::int64_t launch = 0;                 ///< number of the launch
  int threads = 0;                         ///< threads of each experiment; 0: the coordinator chooses
};

class Runner {
 public:
  /// turn: held by the caller of run(); released while the experiment computes, between its ticks. leading: for
  /// experiments that ranks of other hosts share; nullptr means none does.
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
    saver_.expect_own = [this] { expect_own(); };
  }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  /// Returns the written outcome, or pending if `stop`, a pause or a rung interrupted the experiment; then only its
  /// checkpoint is written. A task's exception is the experiment's failure, and the experiment runs again as often as
  /// its retries allow. An exception of a tick or of the store is icsweep's and is thrown as an Error. Every tick
  /// checks the time limit, which holds for each run.
  Outcome run(const Assignment& assignment);
  /// For on_tick: asks the running experiment to pause, see attempt(). An experiment in a subprocess does not pause.
  void pause() { wishes_.pause = true; }
  /// For on_tick: sets the threads from the next step on, and these members, see Leading::order().
  void set_team(int threads, const std::map<Rank, int>& members = {}) {
    wishes_.threads = threads;
    if (wishes_.leading) wishes_.leading->order(threads, members);
  }
  /// The search's metric at the rungs that the last run has passed; also during a run whose stint runs on.
  const std::vector<double>& rungs() const { return rungs_; }
  /// The reason if the last run did not end as done, in one short line; may be empty. Of a pending one: its program
  /// cannot start. The first such run of a rank leaves its row alone.
  const std::string& message() const { return message_; }

 private:
  void note_rungs(const Assignment& assignment);
  void expect_own();
  Attempt attempt_once(const Assignment& assignment, int failures);
  void write(const Assignment& assignment, Attempt last, int failures);

  RowWriter& store_;
  Rank rank_;
  RunnerSettings settings_;
  CheckpointSaver saver_;
  const StopFlag& stop_;
  OnTick on_tick_;
  std::mutex* turn_;
  pid_t process_ = ::getpid();
  Wishes wishes_{};
  bool has_excused_ = false;
  std::string message_;
  std::vector<double> rungs_;
  Results so_far_;   // in a search: the experiment's last results along training
  Progress last_{};  // at the last tick
};

}  // namespace icsweep
