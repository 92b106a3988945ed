// One experiment of a program: turns the program's lines into calls of the experiment's context.
#pragma once

#include <chrono>
#include <exception>
#include <span>
#include <vector>

#include "tasks/program/served_program.hpp"

namespace icsweep {

class ProgramRun {
 public:
  ProgramRun(const ProgramDefinition& definition, const Schema& schema, ServedProgram& program, const Config& config,
             Context& context)
      : definition_(definition), schema_(schema), program_(program), config_(config), context_(context) {}

  /// Lists the variables to save. If the program waits for an answer, it is asked for its checkpoint first; throws
  /// NoState if it has none.
  void state(Archive& archive);
  /// Runs the experiment, or resumes it from the restored state, and puts its results. Throws std::runtime_error and
  /// Diverged as the program says, ProgramFault, and everything that a tick throws; the program is then asked to stop.
  void run();
  /// The curves along training, NaN where they have no value yet.
  Results so_far() const;

 private:
  struct Broken {};  // carries fault_ through the context, which would take it for a fault of icsweep

  void converse();
  void await_own_stop();
  ProgramOrder order();
  void save();
  bool declares_saves() const { return definition_.at_rung == name_of(AtRung::saves); }
  void expect_declared_steps(const ProgramMessage& message) const;
  void tick(const ProgramMessage& message);
  void poll();
  void add_to_curves(const ProgramResults& values);
  void thin_out(const Output& output, std::span<const double> more);
  std::vector<double> complete(const Output& output, const ProgramNumbers& given);
  void put_results(const ProgramResults& values);
  bool has_ended_early(const Output& output, std::span<const double> values) const;

  const ProgramDefinition& definition_;
  const Schema& schema_;
  ServedProgram& program_;
  const Config& config_;
  Context& context_;

  bool ended_ = false, has_checkpoint_ = false;  // its results are in the context; it resumes from checkpoint_
  std::string checkpoint_;                       // the program's, while it is restored or saved
  Results curves_;                               // values along training so far
  Results given_;                                // number of values of the curves that thin out, with those left out

  bool is_asking_ = false, has_ticked_ = false, has_warned_ = false, has_left_ = false;
  std::exception_ptr fault_, leaving_;           // of a save; thrown by a poll, kept until the next tick
  std::chrono::steady_clock::time_point since_;  // of leaving_
};

}  // namespace icsweep
