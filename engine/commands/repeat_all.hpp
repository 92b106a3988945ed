// Runs experiments again, one after the other, and shows its progress on a line.
#pragma once

#include <functional>

#include "engine/verify/sample.hpp"

namespace icsweep {

struct RepeatTally {
  std::size_t run = 0, different = 0;
  bool stopped = false;
};

/// Calls run(i, on_tick) for each number i below `count`, and report(i, repeated) for each that differs. Ends early if
/// one is stopped.
RepeatTally repeat_all(std::size_t count, const std::function<Repeated(std::size_t, const OnTick&)>& run,
                       const std::function<void(std::size_t, const Repeated&)>& report);

/// "5 of 5 run again, 0 differ".
std::string to_text(const RepeatTally& tally, std::size_t count);

/// Exit status: a difference is a failure.
int status_of(const RepeatTally& tally);

}  // namespace icsweep
