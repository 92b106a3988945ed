// What earlier launches have left unfinished: checkpoints, and the jobs that go on from them.
#pragma once

#include "engine/store_plan.hpp"

namespace icsweep {

/// Gives each job that was begun its checkpoint, the one that has come furthest, and removes those that serve nothing
/// more: of experiments that have ended, superseded, half written. Those of points that are not asked for stay, and
/// until their experiment has ended those of another version of the program, although this one does not read them.
/// Returns the largest epoch that has left a file, 0 if none has.
int find_unfinished(const std::string& store, const std::vector<Experiment>& experiments, StorePlan& plan);

/// Predicted work of a job that is left to do.
double remaining_cost(const Job& job);

/// After a launch: removes what is half written, and the folder of checkpoints if nothing is left in it.
void remove_empty_folder(const std::string& store);

}  // namespace icsweep
