// Saves the state of a rank's experiments, each in its own file, where every rank of the launch finds it.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "engine/worker/messages.hpp"
#include "io/store/checkpoint.hpp"

namespace icsweep {

class CheckpointSaver {
 public:
  /// Saves to `folder`, under the launch's `epoch`, every `every` seconds; 0 means only on request. An empty folder
  /// saves nothing.
  CheckpointSaver(std::string folder, int epoch, double every)
      : folder_(std::move(folder)), epoch_(epoch), every_(every) {}

  /// Called before each file is written; throws if another rank may run the experiment by now.
  std::function<void()> expect_own{};

  /// Called when an experiment starts or resumes.
  void begin() { last_ = Clock::now(); }
  /// True if it is time to save. The pause is at least a hundred times the last saving, so saving takes at most 1 % of
  /// the time.
  bool due() const;
  /// Writes the experiment's state, if it has one now, and then calls `also`, whose time counts as saving. If the
  /// state cannot be written, the user gets one message and the experiment continues. Returns true if it was written.
  bool save(const CheckpointHead& head, Context& experiment, const std::function<void()>& also = {});
  /// Writes this state in the place of a checkpoint; reports as save().
  void keep(const CheckpointHead& head, std::string_view state);

  /// For an experiment that another launch continues, since it has taken the store: puts this state in the place of
  /// this launch's earlier checkpoint, from which that launch resumes. Does nothing without such a checkpoint,
  /// or if it is later.
  void leave(const CheckpointHead& head, Context& experiment) const;

  /// Number of failed runs before the one that was saved, by any rank of this launch or by an earlier launch.
  int failures(const Assignment& assignment) const;
  /// The checkpoint from which this run resumes after `failures` failed runs: this launch's, or that of an earlier
  /// launch named by the assignment. A damaged file is reported and skipped.
  std::optional<Checkpoint> find(const Assignment& assignment, int failures) const;
  /// True if a checkpoint of the assignment may exist.
  bool holds(const Assignment& assignment) const;
  /// Removes the checkpoints that an experiment with this outcome no longer needs: all, or all but the last one if it
  /// timed out or was pruned and could resume.
  void remove(const Assignment& assignment, Outcome outcome) const;

 private:
  using Clock = std::chrono::steady_clock;

  bool write(const CheckpointHead& head, const std::function<std::optional<std::string_view>()>& state);
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
