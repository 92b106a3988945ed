// Saves the state of one rank's experiments, each in turn in the same file.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "engine/worker/messages.hpp"
#include "io/store/checkpoint.hpp"

namespace icsweep {

class CheckpointSaver {
 public:
  /// Saves to `path` every `every` seconds; 0: only on request. An empty path saves nothing.
  CheckpointSaver(std::string path, double every) : path_(std::move(path)), every_(every) {}

  /// An experiment begins or goes on.
  void begin() { last_ = Clock::now(); }
  /// Whether it is time to save. The pause is at least a hundred times the last saving, so that saving costs at most 1
  /// % of the time.
  bool due() const;
  /// Writes the experiment's state, if it has one now; then calls `also`, whose time counts as saving. If the state
  /// cannot be written, the user is told once and the experiment goes on.
  void save(const CheckpointHead& head, Context& experiment, const std::function<void()>& also = {});
  /// Saves a timed-out experiment in a file of its own: the next experiment will use this rank's file.
  void save_apart(const CheckpointHead& head, Context& experiment);

  /// The checkpoint from which this run, after `failures` failed ones, goes on: this rank's, or the one of an earlier
  /// launch that the assignment names. A damaged file is reported and skipped.
  std::optional<Checkpoint> find(const Assignment& assignment, int failures) const;
  /// Whether a checkpoint of the assignment may exist; remove() removes it, except a timed-out experiment's own file.
  bool holds(const Assignment& assignment) const;
  void remove(const Assignment& assignment, Outcome outcome) const;

 private:
  using Clock = std::chrono::steady_clock;

  void write(const std::string& path, const CheckpointHead& head, Context& experiment);

  std::string path_;
  double every_;
  Clock::time_point last_ = Clock::now();
  Clock::duration cost_{};
  bool failed_ = false;
};

}  // namespace icsweep
