#include "tasks/registry.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/base/phrases.hpp"

namespace icsweep {

const Task* TaskRegistry::get(const std::string& name) const {
  const auto found = std::ranges::find(tasks_, name, [](const Task* task) { return task->schema().task; });
  return found == tasks_.end() ? nullptr : *found;
}

const Task& TaskRegistry::find(const std::string& name) const {
  if (const Task* task = get(name)) return *task;
  std::vector<std::string> known;
  for (const Task* task : tasks_) known.push_back(task->schema().task);
  throw Error(ErrorKind::config,
              fmt::format("task \"{}\" does not exist{}", name,
                          suggestion(name, known, fmt::format("use one of {}", fmt::join(known, ", ")))));
}

}  // namespace icsweep
