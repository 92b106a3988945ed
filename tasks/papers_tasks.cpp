#include "tasks/papers_tasks.hpp"

namespace icsweep {

#define TASK(name) const Task& name##_task();
#include "tasks/tasks.def"
#undef TASK

const TaskRegistry& papers_tasks() {
  static const TaskRegistry tasks({
#define TASK(name) &name##_task(),
#include "tasks/tasks.def"
#undef TASK
  });
  return tasks;
}

}  // namespace icsweep
