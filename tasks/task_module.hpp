// A task of a user's own, built without this tree as a module that `icsweep --tasks ./libmine.so` loads.
#pragma once

#include "tasks/task.hpp"

namespace icsweep {

/// What a module exports as `icsweep_task_module`.
struct TaskModule {
  const char* interface;  ///< version of icsweep, headers and compiler that it was built with
  const Task& (*task)();
};

/// Whether the file that includes this is compiled with optimisation.
#ifdef __OPTIMIZE__
#define ICSWEEP_IS_OPTIMISED 1
#else
#define ICSWEEP_IS_OPTIMISED 0
#endif

}  // namespace icsweep

/// Stands once in a module; `task` is a function that returns its task. ICSWEEP_INTERFACE comes from CMake's
/// icsweep_add_task().
#define ICSWEEP_TASK_MODULE(task)                                         \
  extern "C" const icsweep::TaskModule icsweep_task_module;               \
  const icsweep::TaskModule icsweep_task_module{ICSWEEP_INTERFACE, task}; \
  extern "C" const int icsweep_module_is_optimised;                       \
  const int icsweep_module_is_optimised {                                 \
    ICSWEEP_IS_OPTIMISED                                                  \
  }
