// The program's error type. An error in a task becomes its experiment's outcome (engine/worker/attempt.cpp). main() and
// with_all_ranks() print any other error and end the program. Other code catches it only to add a place or to recover.
#pragma once

#include <stdexcept>
#include <string>

namespace icsweep {

enum class ErrorKind {
  config,
  store,
  numeric,
  mpi,
  stopped  ///< stopped on request, before there was anything to save
};

/// The message reads "what is wrong (where), what to do" and fits on one line.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace icsweep
