// Lines that icsweep and a program exchange: JSON, described in docs/reference/programs.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/task.hpp"

namespace icsweep {

inline constexpr int program_protocol = 1;  ///< its version

/// The order with which an experiment starts its program.
struct ProgramOrder {
  std::int64_t run = 0;  ///< counts the process's experiments; the program's last line must repeat it
  Values parameters{};
  int threads = 1, local_rank = 0;
  Allotment allotment{};           ///< not part of the line
  std::string checkpoint{};        ///< path
  bool resume = false;             ///< the file exists
  std::vector<Parameter> known{};  ///< the program's, for the places of nested ones
};

/// {"icsweep":1,"run":7,"parameters":{...},"seed":3,"threads":1,"local_rank":0,"checkpoint":"...","resume":false} and a
/// line end. A real has a point or an exponent. `seed` is present if the parameters have an integer of that name.
std::string order_line(const ProgramOrder& order);

/// "go", "save" or "stop" as a line.
std::string answer_line(std::string_view what);

/// Numbers of a result, row-major, with the shape in which they were written; a single number has an empty shape.
struct ProgramNumbers {
  std::vector<std::size_t> shape{};
  std::vector<double> values{};
};
using ProgramResults = std::map<std::string, ProgramNumbers>;

/// A line of a program.
struct ProgramMessage {
  enum class Kind { hello, progress, saved, not_saved, results, failed, diverged, stopped };
  Kind kind = Kind::hello;
  std::int64_t run = 0;     ///< of the last four kinds
  Progress progress{};      ///< of progress; the loss is NaN if the line has no loss
  ProgramResults values{};  ///< of results; of progress: values that continue curves along training
  std::string why{};        ///< of failed and diverged, one line

  bool ends_run() const { return kind >= Kind::results; }
};

/// Reads a line, given without its line break. Throws std::runtime_error, "wrote ... where ...", for a wrong line.
ProgramMessage program_message(std::string_view line);

/// Largest number of bytes that a line of a program with these results may have. Longer lines could exhaust the rank's
/// memory.
std::size_t longest_program_line(const Schema& schema);

}  // namespace icsweep
