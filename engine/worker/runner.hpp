// Runs one experiment and puts its row into the store: the same on every rank.
#pragma once

#include <mutex>

#include "engine/worker/attempt.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {

/// How a rank runs its experiments.
struct RunnerSettings {
  std::string checkpoint{};      ///< file of their state; empty: it is not saved
  double checkpoint_every = 30;  ///< seconds, 0: at signals alone
  double hang_after = 600;       ///< seconds without a tick after which an experiment hangs, 0: never
  bool subprocess = false;       ///< each in a process of its own
  std::int64_t launch = 0;       ///< number of the launch
  int threads = 0;               ///< of each; 0: as many as the coordinator chooses
};

class Runner {
 public:
  /// `turn`: held by whoever calls run(), and given up while the experiment computes, between its ticks.
  Runner(StoreWriter& store, int rank, const RunnerSettings& settings, OnTick on_tick, std::mutex* turn = nullptr)
      : store_(store),
        rank_(rank),
        settings_(settings),
        saver_(settings.checkpoint, settings.checkpoint_every),
        on_tick_(std::move(on_tick)),
        turn_(turn) {}

  /// The outcome that was written, or pending if the experiment was interrupted (nothing is written then but its
  /// checkpoint). A task's exception is the experiment's failure, and it is run again as often as its retries say; what
  /// fails in a tick or in the store is ours and thrown as an Error. A time limit is looked at in every tick and holds
  /// for each run.
  Outcome run(const Assignment& assignment);
  /// Why the last run ended otherwise than done, on one short line; may be empty.
  const std::string& message() const { return message_; }

 private:
  Attempt attempt_once(const Assignment& assignment, int failures);
  void write(const Assignment& assignment, Attempt last, int failures);

  StoreWriter& store_;
  int rank_;
  RunnerSettings settings_;
  CheckpointSaver saver_;
  OnTick on_tick_;
  std::mutex* turn_;
  std::string message_;
  Progress last_{};  // of the last tick
};

}  // namespace icsweep
