// A task and the context in which it runs. Neither knows MPI, HDF5 or sweeps.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "io/base/resources.hpp"
#include "io/schema/schema_builders.hpp"
#include "models/layers/layer_kinds.hpp"
#include "tasks/archive.hpp"
#include "tasks/at_rung.hpp"

namespace icsweep {

class Members;

/// Progress of a training loop.
struct Progress {
  long step, steps;  ///< optimiser steps done, and in all
  long sequences;    ///< training sequences processed so far
  double loss;       ///< latest training loss
  double saved = 0;  ///< time of the last checkpoint, seconds since 1970, set by the program; 0: none yet
};

/// Thrown by a task whose training or iteration is no longer finite, or exceeds its own limit: a result, not a failure.
struct Diverged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Returns results that are not complete yet.
using SoFar = std::function<Results()>;

/// Services of the running program for an experiment.
class Context {
 public:
  virtual ~Context() = default;
  /// Reports progress. A training loop calls it before the first step and after each step. May throw to stop the
  /// experiment.
  void tick(const Progress& progress);
  /// Serves other ranks and checks for signals. Long loops that train nothing call it from time to time.
  void poll() { on_tick(latest_); }
  /// Repeats tick() with the latest progress. For waits within a resumable loop whose state is that of its last tick: a
  /// stop meanwhile then loses nothing.
  void tick_again() { tick(Progress(latest_)); }

  /// Runs a loop that another process may have started. `state` lists the variables that, with the results put so far,
  /// determine how the loop continues after a tick. They are saved at ticks, and restored before `loop` runs. `loop`
  /// must then continue as if it had never stopped. A task may have several such loops, one after the other, not
  /// nested; code between them runs again.
  ///
  /// `so_far` returns the results along training (see is_along_training) at a tick, with their final sizes. If an
  /// exception ends the loop, they are kept.
  void resumable(State state, const std::function<void()>& loop, SoFar so_far = {});

  /// The latest progress, also of the process from which the experiment resumes.
  const Progress& latest() const { return latest_; }
  /// Name of the curve along training that a search compares; empty without a search.
  virtual std::string compared() const { return ""; }

  /// Number of threads over which the experiment may split its next batch. A tick may change it. Results must have the
  /// same bits for any number.
  int threads() const { return threads_; }
  void set_threads(int threads) { threads_ = threads; }
  /// The part of its host that the experiment got.
  const Allotment& allotment() const { return allotment_; }
  /// Processes that share the next batch; nullptr: none. A tick may change it.
  Members* members() const { return members_; }

  /// Notes the largest memory, in bytes, of another process that computes the experiment.
  void note_memory(double bytes) { memory_ = bytes; }
  double memory() const { return memory_; }

  void put(const std::string& output, double value) { results_[output] = {value}; }
  void put(const std::string& output, std::vector<double> values) { results_[output] = std::move(values); }
  const Results& results() const { return results_; }
  /// Results including those of the running loop so far.
  Results results_so_far() const;

  /// Puts the trained parameters, in the order of the task's weights(). They are stored if the sweep asks for them.
  template <class Real>
  void put_weights(std::span<const Real> theta) {
    weights_.assign(theta.begin(), theta.end());
  }
  const std::vector<float>& weights() const { return weights_; }

  /// Returns a state from which another process can resume the experiment. Returns nothing unless called from a tick of
  /// a resumable loop that has a state, or after such a loop. Valid until the next call, which reuses the memory: fresh
  /// pages cost more than the copy.
  std::optional<std::string_view> snapshot();
  /// Resumes from a snapshot; to be called before the task runs. Throws StaleState, here or through the task, if it
  /// cannot.
  void restore(std::string_view snapshot);

 protected:
  virtual void on_tick(const Progress& progress) = 0;
  /// Called before a resumable loop begins.
  virtual void on_loop() {}
  void set_members(Members* members) { members_ = members; }
  void set_allotment(Allotment allotment) { allotment_ = std::move(allotment); }
  /// True while a resumable loop runs.
  bool is_in_loop() const { return bool(state_); }
  /// True while the loop polls between two ticks, where it has no state.
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
  double memory_ = 0;
  Allotment allotment_;
  Members* members_ = nullptr;
};

/// Predicted work of one experiment. `training_flop` is counted as models/ documents, or as the task's flop_formula()
/// says.
struct Cost {
  double training_flop;
  double sequences;  ///< training sequences, counted each time they are used; at least 1
  double bytes;      ///< memory of the process
  /// Part of `bytes` that a model on lanes reads and writes for one sequence; 0 without such a model.
  double sequence_bytes = 0;
  int threads = 1;          ///< largest number that can share a batch
  double seconds = 0;       ///< run time on one core, if the user states it; 0: to be measured
  double shared_bytes = 0;  ///< exchanged by members() per step, one way; 0: nothing
  bool halves = false;      ///< half of the threads take part in blocks of others
  double tests = 0;         ///< evaluations along the training, evenly spread over its steps
  double test_flop = 0;     ///< work of one of them, counted as training_flop
};

/// A plain object, one file per task. docs/guides/extending.md lists the steps to add one.
class Task {
 public:
  virtual ~Task() = default;
  virtual const Schema& schema() const = 0;
  /// Summary for lists: a phrase of at most 60 columns.
  virtual std::string summary() const { return ""; }
  /// Small experiments of milliseconds each, one for each way in which the task trains. Parameters not named have their
  /// defaults. Tests run them; each task has at least one.
  virtual std::vector<Values> examples() const { return {}; }
  /// Checks rules between parameters. Throws Error(config) that names the parameter. Each parameter alone has already
  /// been checked against the schema. Not called for each integer seed of a setting: what holds for one holds for all.
  virtual void validate(const Config&) const {}
  virtual Cost cost(const Config& config) const = 0;
  /// Describes how cost() counts floating-point operations: lines of at most 80 columns.
  virtual std::string flop_formula() const = 0;
  /// Names and shapes of the parameters that run() trains and puts; empty if the task has no weights to keep.
  virtual std::vector<WeightArray> weights(const Config&) const { return {}; }
  /// True if run() passes its long loops to context.resumable(). Other tasks lose everything if they are stopped, so
  /// they are not started unless they can end in time.
  virtual bool resumable(const Config&) const { return true; }
  /// Its course at a rung of a search. Empty if its author has not declared it; then no search runs it.
  virtual std::optional<AtRung> at_rung(const Config& config) const {
    return resumable(config) ? AtRung::saves : AtRung::restarts;
  }
  /// Precision of the factors of products in run(). Some processors lack the instructions of some precisions
  /// (models/layers/).
  virtual Precision precision(const Config&) const { return Precision::float32; }
  /// True if run() computes in another process, whose crash does not affect this one.
  virtual bool has_own_process() const { return false; }
  /// Does work that is needed once for all experiments of this process, so that measurements of run() exclude it.
  virtual void prepare() const {}
  /// Runs the experiment and puts every output of the schema, with the sizes that its dimensions have for this config.
  virtual void run(const Config& config, Context& context) const = 0;
  /// Text from which other ranks make this task, if it comes from a sweep file (tasks/code_task.hpp); else empty.
  virtual std::string definition() const { return ""; }
  /// Hash of each file of its code, by name, and of other parts of the hash of its code.
  virtual std::map<std::string, std::string> code_files() const { return {}; }
  /// Error of one training step's gradient, relative to the gradient's norm: against the double-precision reference or,
  /// if training is in double, against finite differences. 0 if the task trains nothing.
  virtual double gradient_error(const Config&) const { return 0; }
};

}  // namespace icsweep
