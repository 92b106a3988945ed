// Shortages of the host: too many open files or processes, or too little memory. They may pass by themselves.
#pragma once

#include <cerrno>
#include <string>

#include "io/base/error.hpp"

namespace icsweep {

/// True if the system call may succeed later, because only a shortage prevented it.
inline bool is_shortage(int error) {
  return error == EMFILE || error == ENFILE || error == ENOMEM || error == ENOBUFS;
}

/// The error of a function that may succeed later, because only a shortage prevented it.
struct Shortage : Error {
  explicit Shortage(const std::string& message) : Error(ErrorKind::config, message) {}
};

}  // namespace icsweep
