// A user's own task, built outside this tree as a module that `icsweep --tasks ./libmine.so` loads.
#pragma once

#include "tasks/task.hpp"

namespace icsweep {

/// The object that a module exports as `icsweep_task_module`.
struct TaskModule {
  const char* interface;  ///< version of icsweep, headers and compiler of the build
  const Task& (*task)();
};

/// 1 if the including file is compiled with optimisation, else 0.
#ifdef __OPTIMIZE__
#define ICSWEEP_IS_OPTIMISED 1
#else
#define ICSWEEP_IS_OPTIMISED 0
#endif

}  // namespace icsweep

/// Defines the exports of a module; used once per module. `task` is a function that returns the module's task.
/// ICSWEEP_INTERFACE comes from CMake's icsweep_add_task().
#define ICSWEEP_TASK_MODULE(task)                                         \
  extern "C" const icsweep::TaskModule icsweep_task_module;               \
  const icsweep::TaskModule icsweep_task_module{ICSWEEP_INTERFACE, task}; \
  extern "C" const int icsweep_module_is_optimised;                       \
  const int icsweep_module_is_optimised {                                 \
    ICSWEEP_IS_OPTIMISED                                                  \
  }
