// Tasks by name.
#pragma once

#include <string>
#include <vector>

#include "tasks/task.hpp"

namespace icsweep {

/// The tasks of a program, in the order in which they were added. The registry owns tasks made at run time; copies
/// share them.
class TaskRegistry {
 public:
  explicit TaskRegistry(std::vector<const Task*> tasks = {}) : tasks_(std::move(tasks)) {}

  void add(const Task& task) { tasks_.push_back(&task); }
  void add(std::shared_ptr<const Task> made) {
    tasks_.push_back(made.get());
    made_.push_back(std::move(made));
  }
  const std::vector<const Task*>& all() const { return tasks_; }
  /// Returns null if no task has that name.
  const Task* get(const std::string& name) const;
  /// Returns the task of that name. Throws Error(config) that lists the known names.
  const Task& find(const std::string& name) const;

 private:
  std::vector<const Task*> tasks_;
  std::vector<std::shared_ptr<const Task>> made_;
};

}  // namespace icsweep
