#include "engine/sweep/repetitions.hpp"

namespace icsweep {

bool Repetitions::has_same_setting(const Task& task, const Config& config) {
  const bool same = &task == task_ && config.differs_only_in(last_, seeds_);
  if (&task != task_ || !config.is_sibling(last_)) {
    seeds_.clear();
    config.for_each([&](const std::string& name, const Value& value) {
      const Parameter* p = task.schema().find(name);
      seeds_.push_back(p && p->repeats && type_of(value) == ValueType::integer);
    });
  }
  task_ = &task;
  last_ = config;
  return same;
}

}  // namespace icsweep
