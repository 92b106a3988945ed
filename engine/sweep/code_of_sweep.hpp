// Tasks made from the code that a sweep file names.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/sweep/own_parameters.hpp"
#include "io/sweep_file/sweep.hpp"
#include "tasks/program/program_definition.hpp"
#include "tasks/registry.hpp"
#include "tasks/sampler/sampled_task.hpp"

namespace icsweep {

/// Makes a task of each sampler (KEY.file) and each program that the grids of a sweep name. The task of a program is
/// called program.name or "program", that of a sampler "TASK_FILE", such as regression_polynomials. Its own parameters
/// are those that its grids name, with the types of their values.
class CodeOfSweep {
 public:
  /// Gives the grids the names of their tasks. Runs nothing. Throws Error(config) "FILE:LINE: …" for grids of one task
  /// that name other parameters or other code, for numbers and texts as values of one parameter, for a name that is
  /// taken, and for a parameter that no file can replace.
  CodeOfSweep(const TaskRegistry& known, Sweep& sweep);

  /// The known tasks and those of the sweep.
  const TaskRegistry& tasks() const { return tasks_; }
  /// Throws Error(config) that names the code that would run, if there is any.
  void refuse() const;
  /// Asks each sampler at the first point of its first grid, and makes its task again from the answer. Throws
  /// Error(config) for a sampler that cannot be used.
  void inspect(const Sweep& sweep);

 private:
  /// Code of one task.
  struct Brought {
    std::string task, base, folder;
    Code code;         // of its first grid
    std::size_t grid;  // that grid
    OwnParameters own;
    std::shared_ptr<const Task> made{};

    bool is_program() const;
    std::vector<std::string> texts(const std::string& key) const;
    std::string runs() const;
    ProgramDefinition program_definition() const;
    SamplerDefinition sampler_definition() const;
  };

  void put_together();

  const TaskRegistry& known_;
  TaskRegistry tasks_;
  std::vector<Brought> brought_;
};

/// True if a grid of the sweep names code. Reads no file.
bool names_code(const TaskRegistry& known, Sweep sweep);

}  // namespace icsweep
