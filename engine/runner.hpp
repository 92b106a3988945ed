// Runs one experiment and puts its row into the store: the same on every rank.
#pragma once

#include <functional>

#include "engine/messages.hpp"
#include "io/hdf5_store.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// Thrown through a task by tick() when this process was asked to stop.
struct Interrupted {};

/// Makes SIGTERM, SIGINT and SIGUSR1 ask this process to stop at the next tick; idempotent.
void stop_on_signals();
bool stop_requested();

class Runner {
 public:
  /// `on_tick` is called at every tick of every experiment, with its progress; it should be cheap.
  using OnTick = std::function<void(const Progress&)>;
  Runner(StoreWriter& store, int rank, OnTick on_tick) : store_(store), rank_(rank), on_tick_(std::move(on_tick)) {}

  /// The outcome that was written, or pending if the experiment was interrupted (nothing is written then). A task's
  /// exception is the experiment's failure, and it is run again as often as its retries say; what fails in a tick or in
  /// the store is ours and thrown as an Error. A time limit is looked at in every tick and holds for each run.
  Outcome run(const Assignment& assignment);
  /// Why the last run ended otherwise than done, on one short line; may be empty.
  const std::string& message() const { return message_; }

 private:
  StoreWriter& store_;
  int rank_;
  OnTick on_tick_;
  std::string message_;
};

}  // namespace icsweep
