// What earlier launches have left unfinished: checkpoints, and the jobs that go on from them.
#pragma once

#include <map>
#include <string>

#include "engine/planning/store_plan.hpp"

namespace icsweep {

/// Gives each job that was begun its checkpoint, the one that has come furthest, and removes those that serve nothing
/// more: of experiments that have ended, superseded, half written. Those of points that are not asked for stay, an
/// experiment's own one as long as its time limit ended it, and until their experiment has ended those of another
/// version of the program, although this one does not read them. Returns the largest epoch that has left a file, 0 if
/// none has.
int find_unfinished(const std::string& store, const std::vector<Experiment>& experiments, StorePlan& plan);

/// By identity: of the experiments with state beside the store from which this program goes on, the share of their
/// steps that is done. Empty if the folder of checkpoints is not this user's own.
std::map<std::string, double> saved_shares(const std::string& store);

/// Predicted work of a job that is left to do.
double remaining_cost(const Job& job);

/// After a launch: removes what is half written, and the folder of checkpoints if nothing is left in it.
void remove_empty_folder(const std::string& store);

}  // namespace icsweep
