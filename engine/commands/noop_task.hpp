// A task that computes nothing, so that an experiment's time is the engine's own.
#pragma once

#include "tasks/task.hpp"

namespace icsweep {

/// `noop`: one parameter, seed; one result, value = noop_value(seed); a tick before and after its only step. Only
/// `icsweep bench sweep` adds it to its tasks; no user's sweep can name it.
const Task& noop_task();
double noop_value(std::int64_t seed);

}  // namespace icsweep
