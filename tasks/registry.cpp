#include "tasks/registry.hpp"

#include <fmt/format.h>

namespace icsweep {

const Task& TaskRegistry::find(const std::string& name) const {
  std::vector<std::string> known;
  for (const Task* task : tasks_) {
    if (task->schema().task == name) return *task;
    known.push_back(task->schema().task);
  }
  throw Error(ErrorKind::config,
              fmt::format("task \"{}\" does not exist: use one of {}", name, fmt::join(known, ", ")));
}

}  // namespace icsweep
