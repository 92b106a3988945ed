// icsweep with two more tasks, for tests.
#include "engine/commands/program.hpp"
#include "tests/system/poison_task.hpp"
#include "tests/system/sleeper_task.hpp"
#include "tasks/papers_tasks.hpp"

int main(int count, char** words) {
  icsweep::TaskRegistry tasks = icsweep::papers_tasks();
  tasks.add(icsweep::poison_task());
  tasks.add(icsweep::sleeper_task());
  return icsweep::run_program(count, words, tasks);
}
