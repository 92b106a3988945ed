// A program's process and the conversation with it, line by line, over many experiments.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "io/line_reader.hpp"
#include "io/process.hpp"
#include "tasks/program/checkpoint_folder.hpp"
#include "tasks/program/program_definition.hpp"
#include "tasks/program/protocol.hpp"

namespace icsweep {

/// What a program did that ended its process: one line for people, with the last of what it wrote to standard error.
struct ProgramFault : std::runtime_error {
  explicit ProgramFault(const std::string& message, bool asked = false)
      : std::runtime_error(message), was_asked_to_end(asked) {}
  /// It ended by a signal that may have reached all processes of the job: this process's own stop then follows.
  bool was_asked_to_end;
};

/// One process after the other: a process lives until it is at fault. Every wait calls `poll`, which may throw and may
/// be empty, every 2 ms. Functions throw ProgramFault; the process is then gone, and the next begin() starts another.
class ServedProgram {
 public:
  using Poll = std::function<void()>;

  /// `definition` must outlive it; lines of more than `longest_line` bytes are faults.
  ServedProgram(const ProgramDefinition& definition, std::size_t longest_line)
      : definition_(definition), longest_line_(longest_line) {}
  ~ServedProgram() { drop_if_forked(); }
  ServedProgram(const ServedProgram&) = delete;
  ServedProgram& operator=(const ServedProgram&) = delete;

  /// Starts a process, unless one is there, and waits until it is ready for an experiment. Throws std::runtime_error if
  /// it cannot be started, or if its files are not those of the definition's `code` any more.
  void prepare(int threads, const Poll& poll);
  /// Throws std::runtime_error if the files are not those of the definition's `code` any more.
  void expect_same_files() const;
  /// Prepares the process and gives it an experiment; sets the order's run.
  void begin(ProgramOrder order, const Poll& poll);
  /// The next line of the experiment: progress, or its end. If a process that has served others is at fault before its
  /// first line, the experiment is given to a new one, once: what came before may be the reason.
  ProgramMessage receive(const Poll& poll);
  /// Answers a line of progress, or of a checkpoint: the program goes on.
  void go_on() { answer("go"); }
  /// Asks for a checkpoint instead; returns whether the program has saved one. Polls nothing.
  bool save();
  /// The experiment is given up: the program is told to stop, now or with its next line. Does not wait or throw.
  void leave() noexcept;

  /// Where its checkpoint is written.
  CheckpointFolder& folder();

 private:
  enum class State { starts, waits, computes, asks, leaves };

  void drop_if_forked();
  void start(int threads, const Poll& poll);
  void await_hello(const Poll& poll);
  void settle(const Poll& poll);
  ProgramMessage next(const Poll& poll, double silent_after);
  ProgramMessage understood(const std::string& line);
  ProgramMessage expected(const ProgramMessage& message);
  std::string next_line(const Poll& poll, double silent_after);
  bool take_line(std::string& line);
  void answer(std::string_view what);
  void send(const std::string& line, const Poll& poll, double silent_after);
  [[noreturn]] void fault(const std::string& what);
  [[noreturn]] void fault_of_silence(const std::string& what);
  void hear_errors();

  const ProgramDefinition& definition_;
  std::size_t longest_line_;
  std::unique_ptr<CheckpointFolder> folder_;
  std::unique_ptr<Process> process_;
  State state_ = State::starts;
  LineReader heard_;    // of its output
  std::string errors_;  // the end of its standard error
  ProgramOrder order_;
  std::int64_t runs_ = 0;
  bool has_served_ = false, is_first_line_ = true;  // whether it has served others; of this experiment
  pid_t owner_ = -1;                                // the process that made folder_ and process_
};

}  // namespace icsweep
