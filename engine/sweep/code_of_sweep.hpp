// The code that a sweep file names, as tasks.
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

/// Makes a task of each sampler (KEY.file) and each program that the grids of a sweep name. A program's task is called
/// program.name or "program", a sampler's "TASK_FILE", such as regression_polynomials. Their own parameters are those
/// that their grids name; each has the type of its values.
class CodeOfSweep {
 public:
  /// Gives the grids their task's name. Runs nothing. Throws Error(config) "FILE:LINE: …" for grids of one task that
  /// name other parameters or other code, for values of one parameter that are numbers and texts, for a name that is
  /// taken, and for a parameter that no file can stand for.
  CodeOfSweep(const TaskRegistry& known, Sweep& sweep);

  /// Those that were known and the sweep's.
  const TaskRegistry& tasks() const { return tasks_; }
  /// Throws Error(config) that names what would run, if anything would.
  void refuse() const;
  /// Asks each sampler at the first point of its first grid, and makes its task anew with what it told. Throws
  /// Error(config) for one that cannot be used.
  void inspect(const Sweep& sweep);

 private:
  /// The code of one task.
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

/// Whether a grid of the sweep names code. Looks at no file.
bool names_code(const TaskRegistry& known, Sweep sweep);

}  // namespace icsweep
