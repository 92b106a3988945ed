// Context of an experiment that ticks: saves, pauses and stops it, and records its metric at rungs.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "engine/worker/attempt.hpp"
#include "io/store/running_clock.hpp"

namespace icsweep {

// Exceptions that end an experiment at a tick. They are no std::exception, so no task catches one as its own.
struct Interrupted {};
struct TimedOut {};
struct Pruned {};
struct Broken {  ///< an error of icsweep
  std::exception_ptr cause;

  /// Throws the cause as an Error.
  [[noreturn]] void rethrow() const;
};

class TickingContext : public Context {
 public:
  TickingContext(const Assignment& a, int failures, CheckpointSaver& saver, const StopFlag& stop, const OnTick& on_tick,
                 const OnSoFar& on_so_far, Wishes* wishes);

  void begin() {
    if (on_so_far_) on_so_far_({});
  }
  /// Throws StaleState.
  void go_on_from(const Checkpoint& checkpoint);
  /// Keeps an end that waits for a decision of the search.
  void keep_end(const Attempt& end);
  const std::string& level() const { return head_.level; }
  const std::vector<double>& rungs() const { return head_.rungs; }
  long last_step() const { return last_.step; }
  std::string compared() const override { return rungs_ ? rungs_->metric : ""; }
  double seconds() const { return before_ + running_seconds_since(begin_); }
  double core_seconds() const { return core_before_ + processors_ * running_seconds_since(shared_); }

 protected:
  /// An exception here is icsweep's error, not the experiment's, so it must pass through the task.
  void on_tick(const Progress& reported) override;

 private:
  std::size_t pass_rungs(const Progress& progress);
  void stop_at_rung(const Progress& progress);
  bool pauses(const Progress& progress);
  void take_threads();
  void lead(const Progress& progress);
  void count_processors();
  bool save(const Progress& progress, const std::function<void()>& also);
  void keep_rungs(const Progress& progress);
  void note(const Progress& progress);
  Progress with_saving(Progress progress) const {
    progress.saved = saved_;
    return progress;
  }
  void tell();

  const Schema& schema_;
  const Rungs* rungs_;
  Stint stint_;
  std::optional<long> saved_step_{};  // step of the checkpoint from which it resumed
  double time_limit_, before_ = 0, core_before_ = 0, saved_ = 0;
  CheckpointSaver& saver_;
  const StopFlag& stop_;
  const OnTick& look_on_;
  const OnSoFar& on_so_far_;
  Wishes* wishes_;
  std::optional<long> last_step_{};   // inside its loop
  int processors_ = 1;                // including those of members
  long led_step_ = -1;                // the last step before which members could change
  bool untold_ = false;               // on_so_far_ has not heard that it was resumed
  std::string lacking_{};             // why it cannot be judged
  Progress last_{};                   // at the last tick
  std::vector<Progress> at_rungs_{};  // at each rung that it has passed
  CheckpointHead head_;
  RunningClock::time_point begin_ = RunningClock::now(),
                           shared_ = begin_;  // shared_: begin of the current number of threads
};

}  // namespace icsweep
