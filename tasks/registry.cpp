#include <fmt/format.h>

#include <algorithm>

#include "tasks/task.hpp"

namespace icsweep {

const Task& augmented_task();
const Task& plain_task();
const Task& diagonal_task();
const Task& positional_task();
const Task& ablation_task();
const Task& text_fit_task();
const Task& trajectory_task();
const Task& kernel_descent_task();
const Task& descent_transformer_task();
const Task& regression_task();
const Task& regression_baselines_task();

namespace {

std::vector<const Task*>& known_tasks() {
  static std::vector<const Task*> tasks{
      &augmented_task(),
      &plain_task(),
      &diagonal_task(),
      &positional_task(),
      &ablation_task(),
      &text_fit_task(),
      &trajectory_task(),
      &kernel_descent_task(),
      &descent_transformer_task(),
      &regression_task(),
      &regression_baselines_task(),
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
