// example_sweep TASK...: prints a sweep of the examples of all tasks except the named ones, with eight seeds each, for
// tests that disturb every task.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <span>
#include <string>

#include "models/layers/wide_kernels.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

std::string toml(const Value& value) {
  return type_of(value) == ValueType::text ? fmt::format("\"{}\"", to_text(value)) : to_text(value);
}

/// True if `run` refuses the task on this processor.
bool lacks_instructions(const Task& task, const Values& values) {
  Config config = default_config(task.schema());
  for (const auto& [name, value] : values) config.set(name, value);
  return !processor_has(task.precision(config));
}

void print_grids(const Task& task) {
  for (const Values& values : task.examples()) {
    if (lacks_instructions(task, values)) continue;
    fmt::print("[[grid]]\ntask = \"{}\"\n", task.schema().task);
    for (const auto& [name, value] : values) fmt::print("{} = {}\n", name, toml(value));
    if (task.schema().find("seed") && !values.contains("seed")) fmt::print("seed = {{ count = 8 }}\n");
  }
}

}  // namespace
}  // namespace icsweep

int main(int count, char** words) {
  const std::span named(words + 1, std::size_t(count - 1));
  for (const icsweep::Task* task : icsweep::papers_tasks().all())
    if (std::find(named.begin(), named.end(), task->schema().task) == named.end()) icsweep::print_grids(*task);
}
