// What a task is, and what it is given to run: no MPI, no HDF5, no knowledge of sweeps.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "io/schema_builders.hpp"
#include "tasks/archive.hpp"

namespace icsweep {

/// Where a training loop stands.
struct Progress {
  long step, steps;  ///< optimiser steps done, in all
  long sequences;    ///< training sequences processed so far
  double loss;       ///< latest training loss
};

/// Thrown by a task whose training or iteration left the numbers, or its own limit: a result, not a failure.
struct Diverged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Gives results that are not complete yet.
using SoFar = std::function<Results()>;

/// What an experiment may ask of its surroundings.
class Context {
 public:
  virtual ~Context() = default;
  /// Called by a training loop once a step, before the first and after each. May throw to stop the experiment.
  void tick(const Progress& progress);
  /// Called now and then by long loops that train nothing: other ranks are served, signals seen.
  void poll() { on_tick(latest_); }

  /// Runs a loop that another process may have begun. `state` lists the variables that, with what has been put, decide
  /// how the loop goes on after a tick: they are saved at ticks and restored before `loop` runs, which must do the same
  /// from there as if it had never been left. A task may have several, one after the other but not one in another; what
  /// stands between them is done again. `so_far` gives the results along training (see is_along_training) as they are
  /// at a tick, sized as at the end; those of a loop that an exception leaves are kept.
  void resumable(State state, const std::function<void()>& loop, SoFar so_far = {});

  /// Threads that the experiment may split a batch over: its results are the same bits for any number of them.
  int threads() const { return threads_; }
  void set_threads(int threads) { threads_ = threads; }

  void put(const std::string& output, double value) { results_[output] = {value}; }
  void put(const std::string& output, std::vector<double> values) { results_[output] = std::move(values); }
  const Results& results() const { return results_; }
  /// The same, with what the loop that runs gives so far.
  Results results_so_far() const;

  /// The trained parameters, in the order of the task's weights(); they are stored where the sweep asks for them.
  template <class Real>
  void put_weights(std::span<const Real> theta) {
    weights_.assign(theta.begin(), theta.end());
  }
  const std::vector<float>& weights() const { return weights_; }

  /// From where the experiment could go on in another process; nothing unless called from a tick of a resumable loop or
  /// after one. Valid until the next call, which uses the same memory: fresh pages cost more than the copy.
  std::optional<std::string_view> snapshot();
  /// Before the task runs: it shall go on from there. Throws StaleState, here or through the task, if it cannot.
  void restore(std::string_view snapshot);

 protected:
  virtual void on_tick(const Progress& progress) = 0;
  /// Whether a resumable loop runs.
  bool is_in_loop() const { return bool(state_); }

 private:
  Progress latest_{};
  Results results_;
  std::vector<float> weights_;
  std::vector<std::string> ended_, saved_;  // states of loops: those that have ended, those of the snapshot
  State state_;                             // of the loop that runs
  SoFar so_far_;                            // of the same
  std::string snapshot_;
  bool ticking_ = false;
  int threads_ = 1;
};

/// Predicted work of one experiment; `training_flop` is counted as models/ documents, or as the task's flop_formula()
/// says.
struct Cost {
  double training_flop;
  double sequences;  ///< training sequences, each counted every time it is seen; at least 1
  double bytes;      ///< memory of the process
  /// Of that, what a model on lanes reads and writes for one sequence; 0 where there is none.
  double sequence_bytes = 0;
};

/// A plain object, one file a task. Adding one is that file and a line in registry.cpp.
class Task {
 public:
  virtual ~Task() = default;
  virtual const Schema& schema() const = 0;
  /// Rules between parameters; throws Error(config) naming the parameter. Each alone has been checked against the
  /// schema.
  virtual void validate(const Config&) const {}
  virtual Cost cost(const Config& config) const = 0;
  /// How cost() counts floating-point operations, for people: lines of at most 80 columns.
  virtual std::string flop_formula() const = 0;
  /// Names and shapes of the parameters that run() trains and puts; none: the task has no weights to keep.
  virtual std::vector<WeightArray> weights(const Config&) const { return {}; }
  /// Whether run() gives its long loops to context.resumable(). What does not loses all it has done when it is stopped,
  /// so it is not begun when it cannot end in time.
  virtual bool resumable(const Config&) const { return true; }
  /// Runs the experiment and puts every output of the schema, sized as its dimensions say for this config.
  virtual void run(const Config& config, Context& context) const = 0;
  /// Error of one training step's gradient against the double-precision reference or, where training is in double,
  /// against finite differences, relative to the gradient's norm. 0 for a task that trains nothing.
  virtual double gradient_error(const Config&) const { return 0; }
};

/// All tasks, in the order of the papers.
const std::vector<const Task*>& all_tasks();
/// One more, behind them: for programs that bring tasks of their own, as tests do.
void add_task(const Task& task);
/// The task of that name; throws Error(config) that lists the known ones.
const Task& find_task(const std::string& name);

}  // namespace icsweep
