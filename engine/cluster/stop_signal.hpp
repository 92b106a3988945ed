// Requests to stop this process: signals, and the end of its time.
#pragma once

#include <atomic>
#include <limits>

namespace icsweep {

/// Whether this process is asked to stop. Whoever runs for long is given one by its caller and looks at it from time to
/// time. Any thread may look.
class StopFlag {
 public:
  StopFlag() = default;
  ~StopFlag();
  StopFlag(const StopFlag&) = delete;
  StopFlag& operator=(const StopFlag&) = delete;

  /// SIGTERM, SIGINT and SIGUSR1 set this flag from now on, in place of the one that they set before. After the flag's
  /// end they set none, and do nothing.
  void set_by_signals();
  /// Sets it in `seconds` from now, which may be infinite; a later call replaces the time.
  void set_after(double seconds);
  /// Seconds until the time of set_after(); infinite without one, negative after it.
  double seconds_left() const;
  bool is_set() const { return set_ || seconds_left() <= 0; }

 private:
  std::atomic<bool> set_ = false;
  double end_ = std::numeric_limits<double>::infinity();  // seconds of the steady clock
};

}  // namespace icsweep
