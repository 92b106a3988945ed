// Saves the state of one rank's experiments, one after the other in the same file.
#pragma once

#include <chrono>
#include <optional>

#include "engine/messages.hpp"
#include "io/checkpoint.hpp"

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
  /// Asks the experiment for its state and writes it, if it has one now. If it cannot be written, that is said once and
  /// the experiment goes on.
  void save(const CheckpointHead& head, Context& experiment);

  /// Where the experiment can go on in this run of it, after `failures` that failed: from this rank's file or the one
  /// of an earlier launch that the assignment names. What is damaged is said and passed over.
  std::optional<Checkpoint> find(const Assignment& assignment, int failures) const;
  /// Whether there is one of it, and away with it.
  bool holds(const Assignment& assignment) const;
  void remove(const Assignment& assignment) const;

 private:
  using Clock = std::chrono::steady_clock;

  std::string path_;
  double every_;
  Clock::time_point last_ = Clock::now();
  Clock::duration cost_{};
  bool failed_ = false;
};

}  // namespace icsweep
