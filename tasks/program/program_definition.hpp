// A user's program as a task: its definition in the sweep file, its schema, and the task made from them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tasks/task.hpp"

namespace icsweep {

/// A program that a sweep file names, as known to all ranks. docs/reference/programs.md describes the conversation with
/// it.
struct ProgramDefinition {
  std::string name;                     ///< name of the task and of its table
  std::vector<std::string> command{};   ///< argv; [0] is looked up in PATH, or from `folder` if it has a slash
  std::vector<std::string> results{};   ///< "test_mse" is a number, "loss[100]" a curve; see program_output()
  std::vector<std::string> files{};     ///< files beside or below the sweep file, part of the identity
  std::string folder{};                 ///< the program's working folder: that of the sweep file
  std::string version{};                ///< the user's own identity in place of files and command; empty: those
  std::string code{};                   ///< code_of(): the value of the parameter `code`
  double seconds = 0;                   ///< seconds of one experiment, for forecasts; 0: measured
  std::vector<Parameter> parameters{};  ///< the experiment's own parameters, typed
  double silent_after = 600;            ///< seconds without a line before the program is killed; 0: no limit
  bool checkpoints = true;              ///< false: it is never asked to save and always starts anew
  std::string steps{};        ///< the integer parameter that is its number of steps, in which it reports; or empty
  std::string steps_place{};  ///< where the sweep file names them, "FILE:LINE"; or empty
  std::string at_rung{};      ///< a name of AtRung; empty: it is not declared, and no search runs the program
};

/// The version if that is a code already, its hash if it is another text. Without one a
/// hash of command, results, and the names and contents of the files: 128 bits of XXH3, 32 hexadecimal digits. `folder`
/// is not part of it. Throws Error(config) for a file that does not exist, or that is not beside or below the sweep
/// file.
std::string code_of(const ProgramDefinition& definition);

/// Hashes of the parts of code_of() by name: program.command, program.results and each file. Throws the same.
std::map<std::string, std::string> code_files_of(const ProgramDefinition& definition);

/// Makes the task that runs the program. Its first experiment starts one process, which serves the later ones too and
/// ends with the task. Only one thread may run it at a time. Throws Error(config) for an empty command, and as
/// program_schema().
std::shared_ptr<const Task> program_task(ProgramDefinition definition);

/// Reads a result as sweep files write it: "test_mse" is a number; "loss[100]" a curve of 100, whose dimension is
/// called loss_index; "m[3][4]" an array, with m_index1 and m_index2; "loss[checkpoint=100]" names the dimension. A
/// curve over `checkpoint` grows along training, and its values so far are kept. The first dimension may vary between
/// experiments: "loss[checkpoint<=500]" has at most 500 values, and "loss[checkpoint]" any number, of which at most
/// 1000 are kept. Throws Error(config) for another text.
Output program_output(const std::string& text);

/// Schema of the program's experiments: the definition's parameters, then `code`; outputs from its results. Throws
/// Error(config) for a definition without results, and for a dimension with two sizes. Also for names that are not
/// identifiers of C, that occur twice (upper and lower case are equal here), or that the store uses itself.
Schema program_schema(const ProgramDefinition& definition);

}  // namespace icsweep
