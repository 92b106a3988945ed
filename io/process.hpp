// A child process: starts it, speaks with it, and ends it together with everything that it has started.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <string_view>

#include "io/process_ending.hpp"
#include "io/process_start.hpp"

namespace icsweep {

/// Linux alone.
class Process {
 public:
  /// Starts a program in a session of its own, with default signals and no descriptors but those of the order. Throws
  /// CannotStart, or std::runtime_error if there is no pipe or process.
  explicit Process(const ProcessOrder& order);
  /// Calls `f` in a forked copy of this process, which exits with 0 when f returns. What f writes to the descriptor
  /// that it gets is read by read_output(). The copy dies with the thread that made it.
  explicit Process(const std::function<void(int output)>& f, const ProcessLimits& limits = {});
  /// Closes its input, waits for the order's grace, and kills what is left of it. In a forked copy of the process that
  /// started it, and with Lifetime::own: leaves it alone.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Whether this process started it; a forked copy did not.
  bool is_own() const;
  /// Whether it has ended; what it has started is then killed. Kills it after the limit's seconds.
  bool has_ended();
  /// Kills it and everything that it has started.
  void kill();
  /// Sends a signal to it alone: to a function's copy, or a program that is not kept.
  void signal(int number) const;
  /// Only after it has ended.
  ProcessEnding ending() const;
  /// The most memory that it has used, in bytes; only after it has ended.
  double peak_bytes() const { return peak_bytes_; }

  /// Waits up to that time until there is something to read or, if `to_write`, room to write.
  void wait(int milliseconds, bool to_write = false);
  /// Takes as much as its input has room for now; false if it has closed its input.
  bool write(std::string_view& text);
  /// Number of bytes written that it has not read yet.
  int unread() const;
  /// Appends to `to` what came on its output since the last call, a few pipes' worth at a time; false once it is
  /// closed.
  bool read_output(std::string& to) { return read(1, to); }
  bool read_errors(std::string& to) { return read(2, to); }
  /// The descriptor of its output, to be waited for with others; negative once it is closed.
  int output() const { return pipes_[1].number(); }

 private:
  bool read(std::size_t which, std::string& to);
  void reap();

  pid_t process_ = -1, owner_;
  Lifetime lifetime_;
  ProcessLimits limits_;
  std::chrono::milliseconds grace_{};
  std::string mark_;                 // in the environment of a program's descendants; empty: a function's copy
  std::array<Descriptor, 3> pipes_;  // our ends of its descriptors 0, 1 and 2
  Descriptor life_;                  // ends with this process, which its keeper notices
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  bool ended_ = false, took_too_long_ = false;
  int status_ = 0;
  double peak_bytes_ = 0;
};

/// What a process said until its end.
struct ProcessAnswer {
  std::string output{}, errors{};
  ProcessEnding ending;
};

/// Waits for its end.
ProcessAnswer answer_of(Process& process);

}  // namespace icsweep
