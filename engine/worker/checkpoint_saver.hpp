// Saves the state of one rank's experiments, one after the other in the same file.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "engine/worker/messages.hpp"
#include "io/store/checkpoint.hpp"

namespace icsweep {

class CheckpointSaver {
 public:
  /// Every so many seconds, 0: when asked alone. An empty path saves nothing.
  CheckpointSaver(std::string path, double every) : path_(std::move(path)), every_(every) {}

  /// An experiment begins or goes on.
  void begin() { last_ = Clock::now(); }
  /// Whether it is time: also not before a hundred times what the last one took have passed, so that saving costs no
  /// more than 1 % of the time.
  bool due() const;
  /// Asks the experiment for its state and writes it, if it has one now; then does `also`, which counts as part of what
  /// saving takes. If the state cannot be written, that is said once and the experiment goes on.
  void save(const CheckpointHead& head, Context& experiment, const std::function<void()>& also = {});
  /// The same into a file of the experiment's own: its time is up, and this rank's file is the next one's.
  void save_apart(const CheckpointHead& head, Context& experiment);

  /// Where the experiment can go on in this run of it, after `failures` that failed: from this rank's file or the one
  /// of an earlier launch that the assignment names. What is damaged is said and passed over.
  std::optional<Checkpoint> find(const Assignment& assignment, int failures) const;
  /// Whether there is one of it, and away with it, but for its own file if its time is up.
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
