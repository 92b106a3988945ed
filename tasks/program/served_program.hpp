// A program's process and the conversation with it, line by line, over many experiments.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "io/base/line_reader.hpp"
#include "io/base/process.hpp"
#include "tasks/program/checkpoint_folder.hpp"
#include "tasks/program/program_definition.hpp"
#include "tasks/program/protocol.hpp"

namespace icsweep {

/// A fault of a program that ended its process: one line for people, with the end of its standard error.
struct ProgramFault : std::runtime_error {
  explicit ProgramFault(const std::string& message, bool asked = false)
      : std::runtime_error(message), was_asked_to_end(asked) {}
  /// True if it ended by a signal that may have reached all processes of the job. This process's own stop then follows.
  bool was_asked_to_end;
};

/// Processes of a program, one after the other: a process lives until it is at fault. Every wait calls `poll` every 2
/// ms; `poll` may throw and may be empty. Functions throw ProgramFault; the process is then gone, and the next begin()
/// starts another.
class ServedProgram {
 public:
  using Poll = std::function<void()>;

  /// `definition` must outlive this object. Lines of more than `longest_line` bytes are faults.
  ServedProgram(const ProgramDefinition& definition, std::size_t longest_line)
      : definition_(definition), longest_line_(longest_line) {}
  ~ServedProgram() { drop_if_forked(); }
  ServedProgram(const ServedProgram&) = delete;
  ServedProgram& operator=(const ServedProgram&) = delete;

  /// Starts a process, unless there is one, and waits until it is ready for an experiment. Throws std::runtime_error if
  /// it cannot be started, or if its files no longer match the definition's `code`; NotStarted if no process of this
  /// program has ever been ready. An experiment that states resources gets a process of its own.
  void prepare(int threads, const Allotment& allotment, const Poll& poll);
  /// Throws std::runtime_error if the files no longer match the definition's `code`.
  void expect_same_files() const;
  /// Prepares the process and gives it an experiment; sets the order's run.
  void begin(ProgramOrder order, const Poll& poll);
  /// Returns the next line of the experiment: progress, or its end. A process that has served others may be at fault
  /// because of them. If it fails before its first line, the experiment is given to a new process, once.
  ProgramMessage receive(const Poll& poll);
  /// Answers a line of progress, or of a checkpoint, so that the program continues.
  void go_on() { answer("go"); }
  /// Asks for a checkpoint instead. Returns true if the program has saved one. Polls nothing.
  bool save();
  /// True if the program has answered that it cannot save, in this or an earlier experiment.
  bool has_refused() const { return has_refused_; }
  /// Abandons the experiment: asks the program to stop, now or after its next line. Does not wait or throw.
  void leave() noexcept;
  /// Ends the process if it was for one experiment alone, so that it holds neither memory nor GPUs. Returns the largest
  /// memory during the experiment, in bytes, of all processes together at samples or of a single process; 0 if it is
  /// unknown. Children that have ended before a sample count only if the process was for the experiment alone.
  double rest() noexcept;

  /// Folder of its checkpoint.
  CheckpointFolder& folder();

 private:
  enum class State { starts, waits, computes, asks, leaves };

  void drop_if_forked();
  void end_alone();
  void start(int threads, const Allotment& allotment, const Poll& poll);
  void await_hello(const Poll& poll);
  std::string executable() const;
  [[noreturn]] void refuse_start(const std::string& why) const;
  void settle(const Poll& poll);
  ProgramMessage next(const Poll& poll, double silent_after);
  ProgramMessage understood(const std::string& line);
  ProgramMessage expected(const ProgramMessage& message);
  std::string next_line(const Poll& poll, double silent_after);
  bool take_line(std::string& line);
  void answer(std::string_view what);
  void send(const std::string& line, const Poll& poll, double silent_after);
  void sample_memory();
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
  bool has_refused_ = false, was_ready_ = false;  // was_ready_: some process of it has said hello
  bool has_served_ = false,
       is_first_line_ = true;  // it has served other experiments; the next line is this experiment's first
  double peak_ = 0;            // bytes of the last process that was for one experiment
  double tree_peak_ = 0;       // bytes of all processes of the experiment's program, at samples
  std::chrono::steady_clock::time_point next_sample_{};
  bool is_alone_ = false;  // the process is for one experiment
  pid_t owner_ = -1;       // the process that made folder_ and process_
};

}  // namespace icsweep
