// A child process: starts it, exchanges data with it, and kills it together with all its descendants.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <string_view>

#include "io/base/process_ending.hpp"
#include "io/base/process_start.hpp"

namespace icsweep {

/// Linux only.
class Process {
 public:
  /// Starts a program in a session of its own, with default signal handlers and only the descriptors of the order.
  /// Throws CannotStart, or Shortage if no pipe or process can be made.
  explicit Process(const ProcessOrder& order);
  /// Calls `f` in a forked copy of this process, which exits with 0 when f returns. read_output() reads the bytes that
  /// f writes to its descriptor. The copy dies with the thread that made it.
  explicit Process(const std::function<void(int output)>& f, const ProcessLimits& limits = {});
  /// Calls end().
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Closes the child's input, waits for the order's grace period, and kills the rest. Does nothing with Lifetime::own,
  /// and in a forked copy of the starter.
  void end();
  /// The program, which may be a child of its keeper; 0 if it has ended.
  pid_t program() const;
  /// True if this process started the child; false in a forked copy of the starter.
  bool is_own() const;
  /// True if the child has ended; its descendants are then killed. Kills the child when its time limit is over.
  bool has_ended();
  /// Kills the child and all its descendants.
  void kill();
  /// Sends a signal to the child only. The child must be a forked function or a program without a keeper.
  void signal(int number) const;
  /// Valid only after the child has ended.
  ProcessEnding ending() const;
  /// The child's largest memory use in bytes; valid only after it has ended.
  double peak_bytes() const { return peak_bytes_; }

  /// Waits at most that long until there is something to read or, with `to_write`, room to write.
  void wait(int milliseconds, bool to_write = false);
  /// Writes as much of `text` as fits and removes it from `text`. Returns false if the child has closed its input.
  bool write(std::string_view& text);
  /// Bytes written that the child has not read yet.
  int unread() const;
  /// Appends new output to `to`, at most a few pipes full per call. Returns false once the output is closed.
  bool read_output(std::string& to) { return read(1, to); }
  bool read_errors(std::string& to) { return read(2, to); }
  /// The descriptor of the child's output, for poll; negative once it is closed.
  int output() const { return pipes_[1].number(); }

 private:
  bool read(std::size_t which, std::string& to);
  void reap();

  pid_t process_ = -1, owner_;
  Lifetime lifetime_;
  ProcessLimits limits_;
  std::chrono::milliseconds grace_{};
  std::string mark_;                 // in the environment of a program's descendants; empty for a forked function
  std::array<Descriptor, 3> pipes_;  // our ends of the child's descriptors 0, 1 and 2
  Descriptor life_;                  // closed when this process ends, which the child's keeper notices
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  bool ended_ = false, took_too_long_ = false;
  int status_ = 0;
  double peak_bytes_ = 0;
};

/// The output of a process until its end.
struct ProcessAnswer {
  std::string output{}, errors{};
  ProcessEnding ending;
};

/// Waits for the process to end.
ProcessAnswer answer_of(Process& process);

}  // namespace icsweep
