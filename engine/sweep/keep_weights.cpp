#include "engine/sweep/keep_weights.hpp"

#include <fmt/format.h>

namespace icsweep {
namespace {

bool has_weights(const Task& task) {
  return !task.weights(default_config(task.schema())).empty();
}

}  // namespace

void require_weights(const TaskRegistry& tasks, const Task& task) {
  if (has_weights(task)) return;
  std::vector<std::string> able;
  for (const Task* other : tasks.all())
    if (has_weights(*other)) able.push_back(other->schema().task);
  throw Error(ErrorKind::config,
              fmt::format("keep_weights = true: task {} trains no weights, leave it out; these do: {}",
                          task.schema().task, fmt::join(able, ", ")));
}

}  // namespace icsweep
