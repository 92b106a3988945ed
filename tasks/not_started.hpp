// The fault of a user's program that ends before its first experiment, as when its Python lacks a package.
#pragma once

#include <stdexcept>

namespace icsweep {

/// The text is one line for people: which program, why, and what to do. A launch without any result stops at it.
struct NotStarted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace icsweep
