// Saves the state of a rank's experiments, each in its own file, where another rank of the launch finds it too.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "engine/worker/messages.hpp"
#include "io/store/checkpoint.hpp"

namespace icsweep {

class CheckpointSaver {
 public:
  /// Saves to `folder`, under the launch's `epoch`, every `every` seconds; 0: only on request. An empty folder saves
  /// nothing.
  CheckpointSaver(std::string folder, int epoch, double every)
      : folder_(std::move(folder)), epoch_(epoch), every_(every) {}

  /// An experiment begins or goes on.
  void begin() { last_ = Clock::now(); }
  /// Whether it is time to save. The pause is at least a hundred times the last saving, so that saving costs at most 1
  /// % of the time.
  bool due() const;
  /// Writes the experiment's state, if it has one now; then calls `also`, whose time counts as saving. If the state
  /// cannot be written, the user is told once and the experiment goes on. Returns whether it was written.
  bool save(const CheckpointHead& head, Context& experiment, const std::function<void()>& also = {});

  /// Failed runs before the one that this launch, on any rank, or an earlier one has saved.
  int failures(const Assignment& assignment) const;
  /// The checkpoint from which this run, after `failures` failed ones, goes on: this launch's, or the one of an earlier
  /// launch that the assignment names. A damaged file is reported and skipped.
  std::optional<Checkpoint> find(const Assignment& assignment, int failures) const;
  /// Whether a checkpoint of the assignment may exist.
  bool holds(const Assignment& assignment) const;
  /// Removes what an experiment that ended so needs no more: all its checkpoints, or all but the last one if it timed
  /// out or was pruned.
  void remove(const Assignment& assignment, Outcome outcome) const;

 private:
  using Clock = std::chrono::steady_clock;

  bool write(const CheckpointHead& head, Context& experiment);
  /// This launch's file of an experiment; empty if nothing is saved.
  std::string path_of(const std::string& identity) const;

  std::string folder_;
  int epoch_;
  double every_;
  Clock::time_point last_ = Clock::now();
  Clock::duration cost_{};
  bool failed_ = false;
};

}  // namespace icsweep
