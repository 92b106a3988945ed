// The first half of a child process's start: its descriptors, and the step to its program.
#pragma once

#include <array>
#include <vector>

#include "io/descriptor.hpp"
#include "io/process_order.hpp"

namespace icsweep {

/// Both ends of a pipe.
struct Pipe {
  /// Throws std::runtime_error if there is none.
  Pipe();
  Descriptor to_read, to_write;
};

/// The ends of a child's descriptors.
struct ProcessEnds {
  explicit ProcessEnds(const ProcessOrder& order);
  std::vector<Descriptor> child;   ///< [i] becomes the child's descriptor i; their own numbers are larger
  std::array<Descriptor, 3> ours;  ///< of its pipes; they do not block
};

/// Limits the calling process. `data` is the whole number of bytes.
void limit(const ProcessLimits& limits, std::size_t data);

/// Forks the order's program, with `mark` among its variables. Returns when it has started. Throws CannotStart.
/// `life` becomes what the child's keeper waits for: it is to be closed with this process.
pid_t start(const ProcessOrder& order, const std::string& mark, ProcessEnds& ends, Descriptor& life);

}  // namespace icsweep
