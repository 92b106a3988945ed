// The tasks of the papers.
#pragma once

#include "tasks/registry.hpp"

namespace icsweep {

/// All tasks, in the order of the papers. A program with more tasks adds them to a copy.
const TaskRegistry& papers_tasks();

}  // namespace icsweep
