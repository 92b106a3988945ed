// The one error type. Caught at two places: the boundary of an experiment and main().
#pragma once

#include <stdexcept>
#include <string>

namespace icsweep {

enum class ErrorKind {
  config,
  store,
  numeric,
  mpi,
  stopped  ///< asked to, before there was anything to save
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
