// What a child process is started with.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace icsweep {

/// What one of the child's standard descriptors is.
enum class Stream {
  pipe,     ///< Process reads it
  nothing,  ///< /dev/null
  ours,     ///< this process's
  output    ///< of errors: the same as the output
};

/// With what a child process ends.
enum class Lifetime {
  kept,    ///< with this process, however that dies, and so does everything that it has started (io/keeper.hpp)
  thread,  ///< with the thread that started it; the others that it has started may outlive a kill of this process
  own      ///< it outlives this process
};

/// Limits of a child; zeros are none. With any of them it writes no core file.
struct ProcessLimits {
  double seconds = 0;        ///< of waiting for its end
  unsigned cpu_seconds = 0;  ///< of computing
  std::size_t bytes = 0;     ///< of data; of a forked function beyond what this process has
};

struct ProcessOrder {
  std::string file{};                      ///< of the program: a path, or a name that is looked for in PATH
  std::vector<std::string> arguments{};    ///< with [0]; none: the file alone
  std::vector<std::string> environment{};  ///< NAME=value each, see child_environment()
  std::string folder{};                    ///< its working folder; empty: this process's
  std::optional<std::string> input{};      ///< what it reads; without it a pipe
  Stream output = Stream::pipe, errors = Stream::pipe;
  std::vector<int> passed{};  ///< descriptors of this process that it has as 3, 4, ...
  Lifetime lifetime = Lifetime::thread;
  ProcessLimits limits{};
  bool is_deaf = false;               ///< it begins with TERM, INT, HUP, USR1 and USR2 ignored
  std::chrono::milliseconds grace{};  ///< for it to end by itself once its input is closed
};

/// A program that cannot be started: "/none: cannot be started (No such file or directory)".
struct CannotStart : std::runtime_error {
  CannotStart(const std::string& file, int error);
  std::string reason;  ///< the part in brackets
};

}  // namespace icsweep
