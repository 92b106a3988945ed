#include "tasks/papers_tasks.hpp"

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

const TaskRegistry& papers_tasks() {
  static const TaskRegistry tasks({
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
  });
  return tasks;
}

}  // namespace icsweep
