// The lines that icsweep and a program exchange: JSON, described in docs/reference/programs.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/task.hpp"

namespace icsweep {

inline constexpr int program_protocol = 1;  ///< its version

/// What an experiment gives its program.
struct ProgramOrder {
  std::int64_t run = 0;  ///< counts the process's experiments; its last line must repeat it
  Values parameters{};
  int threads = 1, local_rank = 0;
  std::string checkpoint{};  ///< path
  bool resume = false;       ///< the file is there
};

/// {"icsweep":1,"run":7,"parameters":{...},"seed":3,"threads":1,"local_rank":0,"checkpoint":"...","resume":false} and a
/// line end. A real has a point or an exponent. `seed` is there if the parameters have an integer of that name.
std::string order_line(const ProgramOrder& order);

/// "go", "save" or "stop" as a line.
std::string answer_line(std::string_view what);

/// Numbers of a result, row-major, with the shape in which they were written: none for a single number.
struct ProgramNumbers {
  std::vector<std::size_t> shape{};
  std::vector<double> values{};
};
using ProgramResults = std::map<std::string, ProgramNumbers>;

/// A line of a program.
struct ProgramMessage {
  enum class Kind { hello, progress, saved, not_saved, results, failed, diverged, stopped };
  Kind kind = Kind::hello;
  std::int64_t run = 0;     ///< of the last four
  Progress progress{};      ///< of progress; the loss is NaN if it has none
  ProgramResults values{};  ///< of results; of progress: values that continue curves along training
  std::string why{};        ///< of failed and diverged, one line

  bool ends_run() const { return kind >= Kind::results; }
};

/// Reads a line, given without its line break. Throws std::runtime_error, "wrote ... where ...", for a line that is
/// wrong.
ProgramMessage program_message(std::string_view line);

/// As many bytes as a line of a program with these results may have: it would take the memory of the rank otherwise.
std::size_t longest_program_line(const Schema& schema);

}  // namespace icsweep
