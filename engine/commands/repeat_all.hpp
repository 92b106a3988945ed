// Runs experiments again, one after the other, with a line that shows how far it is.
#pragma once

#include <functional>

#include "engine/verify/sample.hpp"

namespace icsweep {

struct RepeatTally {
  std::size_t run = 0, different = 0;
  bool stopped = false;
};

/// `run(i, on_tick)` runs number i of `count`; `tell(i, repeated)` gets each that differs. Ends early if one is
/// stopped.
RepeatTally repeat_all(std::size_t count, const std::function<Repeated(std::size_t, const OnTick&)>& run,
                       const std::function<void(std::size_t, const Repeated&)>& tell);

/// "5 of 5 run again, 0 differ".
std::string to_text(const RepeatTally& tally, std::size_t count);

/// The exit status: a difference is a failure.
int status_of(const RepeatTally& tally);

}  // namespace icsweep
