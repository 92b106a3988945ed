#include <fmt/format.h>

#include <algorithm>

#include "tasks/task.hpp"

namespace icsweep {

#define TASK(name) const Task& name##_task();
#include "tasks/tasks.def"
#undef TASK

namespace {

std::vector<const Task*>& known_tasks() {
  static std::vector<const Task*> tasks{
#define TASK(name) &name##_task(),
#include "tasks/tasks.def"
#undef TASK
  };
  return tasks;
}

}  // namespace

const std::vector<const Task*>& all_tasks() {
  return known_tasks();
}

void add_task(const Task& task) {
  known_tasks().push_back(&task);
}

const Task& find_task(const std::string& name) {
  std::vector<std::string> known;
  for (const Task* task : all_tasks()) {
    if (task->schema().task == name) return *task;
    known.push_back(task->schema().task);
  }
  throw Error(ErrorKind::config,
              fmt::format("task \"{}\" does not exist: use one of {}", name, fmt::join(known, ", ")));
}

}  // namespace icsweep
