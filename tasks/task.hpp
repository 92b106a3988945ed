// A task, and what it is given to run: no MPI, no HDF5, no sweeps.
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
#include "models/layers/layer_kinds.hpp"
#include "tasks/archive.hpp"

namespace icsweep {

class Members;

/// How far a training loop is.
struct Progress {
  long step, steps;  ///< optimiser steps done, and in all
  long sequences;    ///< training sequences processed so far
  double loss;       ///< latest training loss
  double saved = 0;  ///< set by the program: when its last checkpoint was written, seconds since 1970; 0: none yet
};

/// Thrown by a task whose training or iteration is not finite any more, or passes its own limit: a result, not a
/// failure.
struct Diverged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Returns results that are not complete yet.
using SoFar = std::function<Results()>;

/// What an experiment can use of the program that runs it.
class Context {
 public:
  virtual ~Context() = default;
  /// Call it in a training loop before the first step and after each. May throw to stop the experiment.
  void tick(const Progress& progress);
  /// Call it from time to time in long loops that train nothing: it serves other ranks and sees signals.
  void poll() { on_tick(latest_); }
  /// As tick() with the latest progress: for a wait within a resumable loop whose state is what it was at the last
  /// tick, so that a stop meanwhile loses nothing.
  void tick_again() { tick(Progress(latest_)); }

  /// Runs a loop that another process may have begun. `state` lists the variables that, with the results put so far,
  /// decide how the loop goes on after a tick. They are saved at ticks and restored before `loop` runs, which must go
  /// on from there as if it had never stopped. A task may have several such loops, one after the other, not nested;
  /// code between them runs again. `so_far` returns the results along training (see is_along_training) at a tick, sized
  /// as at the end; if an exception ends the loop, they are kept.
  void resumable(State state, const std::function<void()>& loop, SoFar so_far = {});

  /// Threads that the experiment may split its next batch over: a tick may change it. Results must be the same bits for
  /// any number of them.
  int threads() const { return threads_; }
  void set_threads(int threads) { threads_ = threads; }
  /// Other processes that share its next batch; nullptr: none. A tick may change it.
  Members* members() const { return members_; }

  void put(const std::string& output, double value) { results_[output] = {value}; }
  void put(const std::string& output, std::vector<double> values) { results_[output] = std::move(values); }
  const Results& results() const { return results_; }
  /// The results with those of the running loop so far.
  Results results_so_far() const;

  /// Puts the trained parameters, in the order of the task's weights(); they are stored if the sweep asks for them.
  template <class Real>
  void put_weights(std::span<const Real> theta) {
    weights_.assign(theta.begin(), theta.end());
  }
  const std::vector<float>& weights() const { return weights_; }

  /// State from which the experiment can go on in another process; nothing unless called from a tick of a resumable
  /// loop that has one, or after such a loop. Valid until the next call, which reuses the memory: fresh pages cost more
  /// than the copy.
  std::optional<std::string_view> snapshot();
  /// Call it before the task runs, to go on from a snapshot. Throws StaleState, here or through the task, if it cannot.
  void restore(std::string_view snapshot);

 protected:
  virtual void on_tick(const Progress& progress) = 0;
  /// A resumable loop is about to begin.
  virtual void on_loop() {}
  void set_members(Members* members) { members_ = members; }
  /// Whether a resumable loop runs.
  bool is_in_loop() const { return bool(state_); }
  /// Whether the loop polls between two of its ticks, where it has no state.
  bool is_between_ticks() const { return state_ && !ticking_; }

 private:
  Progress latest_{};
  Results results_;
  std::vector<float> weights_;
  std::vector<std::string> ended_, saved_;  // states of ended loops, and of the snapshot's loops
  State state_;                             // of the running loop
  SoFar so_far_;                            // of the running loop
  std::string snapshot_;
  bool ticking_ = false;
  int threads_ = 1;
  Members* members_ = nullptr;
};

/// Predicted work of one experiment; `training_flop` is counted as models/ documents, or as the task's flop_formula()
/// says.
struct Cost {
  double training_flop;
  double sequences;  ///< training sequences, counted each time they are used; at least 1
  double bytes;      ///< memory of the process
  /// The part of `bytes` that a model on lanes reads and writes for one sequence; 0 without such a model.
  double sequence_bytes = 0;
  int threads = 1;          ///< the most that can share a batch
  double seconds = 0;       ///< run time on one core where the user says it; 0: it is to be measured
  double shared_bytes = 0;  ///< what members() exchange at a step, one way; 0: it has none
  bool halves = false;      ///< half of the threads take part in blocks of others
};

/// A plain object, one file a task; docs/guides/extending.md has the steps to add one.
class Task {
 public:
  virtual ~Task() = default;
  virtual const Schema& schema() const = 0;
  /// A summary for lists: a phrase of at most 60 columns.
  virtual std::string summary() const { return ""; }
  /// Small experiments, milliseconds each, one for each way in which the task trains; parameters not named have their
  /// defaults. Tests run them: each task has at least one.
  virtual std::vector<Values> examples() const { return {}; }
  /// Checks rules between parameters; throws Error(config) naming the parameter. Each parameter alone has been checked
  /// against the schema.
  virtual void validate(const Config&) const {}
  virtual Cost cost(const Config& config) const = 0;
  /// How cost() counts floating-point operations, for people: lines of at most 80 columns.
  virtual std::string flop_formula() const = 0;
  /// Names and shapes of the parameters that run() trains and puts; none: the task has no weights to keep.
  virtual std::vector<WeightArray> weights(const Config&) const { return {}; }
  /// Whether run() gives its long loops to context.resumable(). A task that does not loses everything when it is
  /// stopped, so it is not begun if it cannot end in time.
  virtual bool resumable(const Config&) const { return true; }
  /// Of the factors of products in run(): not every processor has the instructions of each (models/layers/).
  virtual Precision precision(const Config&) const { return Precision::float32; }
  /// Whether run() computes in another process, whose crash leaves this one alone.
  virtual bool has_own_process() const { return false; }
  /// Does before run() what costs time once for all experiments of this process, so that a measurement leaves it out.
  virtual void prepare() const {}
  /// Runs the experiment and puts every output of the schema, sized as its dimensions say for this config.
  virtual void run(const Config& config, Context& context) const = 0;
  /// Of a task made from a sweep file: the text from which other ranks make it, see tasks/code_task.hpp. Else empty.
  virtual std::string definition() const { return ""; }
  /// Error of one training step's gradient, relative to the gradient's norm: against the double-precision reference or,
  /// if training is in double, against finite differences. 0 for a task that trains nothing.
  virtual double gradient_error(const Config&) const { return 0; }
};

}  // namespace icsweep
