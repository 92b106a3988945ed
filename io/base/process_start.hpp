// The first half of starting a child: prepares its descriptors and executes its program.
#pragma once

#include <array>
#include <vector>

#include "io/base/descriptor.hpp"
#include "io/base/process_order.hpp"

namespace icsweep {

/// Both ends of a pipe.
struct Pipe {
  /// Throws Shortage if no pipe can be made.
  Pipe();
  Descriptor to_read, to_write;
};

/// The ends of a child's pipes and files.
struct ProcessEnds {
  explicit ProcessEnds(const ProcessOrder& order);
  std::vector<Descriptor> child;   ///< [i] becomes the child's descriptor i; their numbers here are larger
  std::array<Descriptor, 3> ours;  ///< our ends of its pipes; non-blocking
};

/// Applies the limits to the calling process. `data` is its whole data limit in bytes.
void limit(const ProcessLimits& limits, std::size_t data);

/// Forks and executes the order's program, with `mark` among its variables. Returns after the program has started.
/// Throws CannotStart or Shortage. Close `life` when this process ends: the child's keeper waits for that.
pid_t start(const ProcessOrder& order, const std::string& mark, ProcessEnds& ends, Descriptor& life);

}  // namespace icsweep
