// Experiments that repeat the setting of their neighbour with another seed.
#pragma once

#include <vector>

#include "io/schema/schema.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// Looks at experiments in order. Sizes, costs and the rules between parameters are those of a setting, so that they
/// need not be looked at for each of its seeds.
class Repetitions {
 public:
  /// True if the configuration is known to differ from the last one in integer seeds alone. False if that takes long to
  /// find out. The task must live longer.
  bool has_same_setting(const Task& task, const Config& config);

 private:
  const Task* task_ = nullptr;
  Config last_{};
  std::vector<bool> seeds_{};  // by place in a configuration
};

}  // namespace icsweep
