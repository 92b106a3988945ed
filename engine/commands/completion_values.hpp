// Completions of option values, named by option tables.
#pragma once

#include "engine/commands/typed_line.hpp"

namespace icsweep {

using Candidates = std::vector<Candidate>;

// Files and names of sweeps.
Candidates any_files(const TypedLine&, const TaskRegistry&);
Candidates store_files(const TypedLine&, const TaskRegistry&);
Candidates sweep_files(const TypedLine&, const TaskRegistry&);
/// True if the completed values are names of files.
bool is_of_files(Completion completion);

// From the sweep on the line.
Candidates scales(const TypedLine& line, const TaskRegistry&);
/// "depth="; after the =, the choices of a text or the default value.
Candidates assignments(const TypedLine& line, const TaskRegistry& tasks);

// From the task on the line, or the tasks of its sweep or store; else from all.
Candidates task_names(const TypedLine& line, const TaskRegistry& tasks);
Candidates parameter_names(const TypedLine& line, const TaskRegistry& tasks);
Candidates results(const TypedLine& line, const TaskRegistry& tasks);
Candidates scalars(const TypedLine& line, const TaskRegistry& tasks);
/// The tasks of the store. A store with one task needs no TASK, so its scalars come too.
Candidates tasks_or_scalars(const TypedLine& line, const TaskRegistry& tasks);

/// The place TASK of a command that asks about a store.
Option task_place(Completion completion);

// Lists of the program.
Candidates retried_outcomes(const TypedLine& line, const TaskRegistry&);
Candidates claim_names(const TypedLine&, const TaskRegistry&);
Candidates figure_names(const TypedLine&, const TaskRegistry&);
Candidates workloads(const TypedLine&, const TaskRegistry&);
Candidates help_topics(const TypedLine&, const TaskRegistry&);

}  // namespace icsweep
