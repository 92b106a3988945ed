// Shortages of the host: too many open files or processes, or too little memory. They may pass by themselves.
#pragma once

#include <cerrno>
#include <stdexcept>

namespace icsweep {

/// True if the system call may succeed later, because only a shortage prevented it.
inline bool is_shortage(int error) {
  return error == EMFILE || error == ENFILE || error == ENOMEM || error == ENOBUFS;
}

/// The error of a function that may succeed later, because only a shortage prevented it. It is no Error(config):
/// another rank's host may have none, so each rank must report its own.
struct Shortage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace icsweep
