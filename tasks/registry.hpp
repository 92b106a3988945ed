// Tasks by name.
#pragma once

#include <string>
#include <vector>

#include "tasks/task.hpp"

namespace icsweep {

/// The tasks that a program knows, in the order in which they were added. It does not own them.
class TaskRegistry {
 public:
  explicit TaskRegistry(std::vector<const Task*> tasks) : tasks_(std::move(tasks)) {}

  void add(const Task& task) { tasks_.push_back(&task); }
  const std::vector<const Task*>& all() const { return tasks_; }
  /// The task of that name; throws Error(config) that lists the known ones.
  const Task& find(const std::string& name) const;

 private:
  std::vector<const Task*> tasks_;
};

}  // namespace icsweep
