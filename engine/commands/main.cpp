#include "engine/commands/program.hpp"
#include "tasks/papers_tasks.hpp"

int main(int count, char** words) {
  return icsweep::run_program(count, words, icsweep::papers_tasks());
}
