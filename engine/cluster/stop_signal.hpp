// Requests to stop this process: signals, and the end of its time.
#pragma once

#include <atomic>
#include <limits>

namespace icsweep {

/// True if this process is asked to stop. Long computations get a flag from their caller and read it from time to
/// time. Any thread may read it.
class StopFlag {
 public:
  StopFlag() = default;
  /// A flag that is also set when `outer` is, which must outlive it.
  explicit StopFlag(const StopFlag* outer) : outer_(outer) {}
  ~StopFlag();
  StopFlag(const StopFlag&) = delete;
  StopFlag& operator=(const StopFlag&) = delete;

  /// From now on SIGTERM, SIGINT and SIGUSR1 set this flag, and no longer the previous one. After the end of this flag
  /// these signals do nothing.
  void set_by_signals();
  /// Sets the flag `seconds` from now; may be infinite. A later call replaces the time.
  void set_after(double seconds);
  void set() { set_ = true; }
  /// Seconds until the time of set_after(): infinite without one, negative after it.
  double seconds_left() const;
  bool is_set() const { return set_ || seconds_left() <= 0 || (outer_ && outer_->is_set()); }

 private:
  std::atomic<bool> set_ = false;
  double end_ = std::numeric_limits<double>::infinity();  // in seconds of the steady clock
  const StopFlag* outer_ = nullptr;
};

}  // namespace icsweep
