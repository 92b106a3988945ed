// A program of the user's own as a task: what a sweep file says about it, and the task made from that.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tasks/task.hpp"

namespace icsweep {

/// A program that a sweep file names, as all ranks know it. docs/reference/programs.md says how it is spoken to.
struct ProgramDefinition {
  std::string name;                     ///< the task's name and its table's
  std::vector<std::string> command{};   ///< argv; [0] is looked up in PATH, or from `folder` if it has a slash
  std::vector<std::string> results{};   ///< "test_mse" is a number, "loss[100]" a curve; see program_output()
  std::vector<std::string> files{};     ///< beside or below the sweep file, part of the identity
  std::string folder{};                 ///< the program's working folder: the sweep file's
  std::string code{};                   ///< code_of(): the value of the parameter `code`
  double seconds = 0;                   ///< of one experiment, for forecasts; 0: it is measured
  std::vector<Parameter> parameters{};  ///< the experiment's own, typed
  double silent_after = 600;            ///< seconds without a line after which the program is killed; 0: never
  bool checkpoints = true;              ///< false: it is never asked to save and always begins anew
};

/// Hash of command, results, and the names and contents of the files: 128 bits of XXH3, 32 hexadecimal digits. `folder`
/// is not part of it. Throws Error(config) for a file that is not there, or that is not beside or below the sweep file.
std::string code_of(const ProgramDefinition& definition);

/// The task that runs the program. It has one process, started by the first experiment that it runs and kept for the
/// later ones, and ends it when it is destroyed. To be run by one thread at a time. Throws Error(config) for a
/// definition that cannot be: see program_schema(), and an empty command.
std::shared_ptr<const Task> program_task(ProgramDefinition definition);

/// A result as a sweep file writes it: "test_mse" is a number; "loss[100]" a curve of 100, whose dimension is called
/// loss_index; "m[3][4]" an array, with m_index1 and m_index2; "loss[checkpoint=100]" names the dimension. A curve over
/// `checkpoint` grows along training: its values so far are kept. Throws Error(config) for another text.
Output program_output(const std::string& text);

/// The definition's parameters, then `code`; outputs from its results. Throws Error(config) for names that are no
/// identifiers of C, that stand twice, also but for capitals, or that the store has for itself; for a dimension with
/// two sizes; and for a definition without results.
Schema program_schema(const ProgramDefinition& definition);

}  // namespace icsweep
