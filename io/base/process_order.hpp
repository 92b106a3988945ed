// The settings with which a child process starts.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace icsweep {

/// The target of one of the child's standard descriptors.
enum class Stream {
  pipe,     ///< read by Process
  nothing,  ///< /dev/null
  ours,     ///< the same as this process's
  output    ///< for errors: the same as the output
};

/// The event that ends a child process.
enum class Lifetime {
  kept,    ///< the end of this process, in any way; its descendants end too (io/base/keeper.hpp)
  thread,  ///< the end of the thread that started it; its descendants may survive a kill of this process
  own      ///< none: it outlives this process
};

/// Limits of a child; 0 means no limit. With any limit the child writes no core file.
struct ProcessLimits {
  double seconds = 0;        ///< wall time
  unsigned cpu_seconds = 0;  ///< CPU time
  std::size_t bytes = 0;     ///< of data; for a forked function, beyond this process's own
};

struct ProcessOrder {
  std::string file{};                      ///< path of the program, or a name to find in PATH
  std::vector<std::string> arguments{};    ///< with [0]; if empty, only the file
  std::vector<std::string> environment{};  ///< NAME=value each, see child_environment()
  std::string folder{};                    ///< working folder; empty: this process's
  std::optional<std::string> input{};      ///< text for its input; if unset, a pipe
  Stream output = Stream::pipe, errors = Stream::pipe;
  std::vector<int> passed{};  ///< descriptors of this process that become its 3, 4, ...
  Lifetime lifetime = Lifetime::thread;
  ProcessLimits limits{};
  bool is_deaf = false;               ///< starts with TERM, INT, HUP, USR1 and USR2 ignored
  std::chrono::milliseconds grace{};  ///< time to end by itself after its input is closed
};

/// The error for a program that cannot be started: "/none: cannot be started (No such file or directory)".
struct CannotStart : std::runtime_error {
  CannotStart(const std::string& file, int error);
  std::string reason;  ///< the part in brackets
};

}  // namespace icsweep
