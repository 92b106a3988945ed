// A task that computes nothing, so that what is left of an experiment's time is this program's own.
#pragma once

#include "tasks/task.hpp"

namespace icsweep {

/// `noop`: one parameter, seed; one result, value = noop_value(seed); a tick before and after its only step. It is
/// known to programs that call add_task(noop_task()), as `icsweep bench sweep` does, and to no user's sweep.
const Task& noop_task();
double noop_value(std::int64_t seed);

}  // namespace icsweep
