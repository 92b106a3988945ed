// Which tasks have weights that a sweep may keep.
#pragma once

#include "tasks/registry.hpp"

namespace icsweep {

/// Throws Error(config) that lists the tasks with weights if this one has none.
void require_weights(const TaskRegistry& tasks, const Task& task);

}  // namespace icsweep
