// Checkpoints that earlier launches have left, and the jobs that go on from them.
#pragma once

#include <map>
#include <string>

#include "engine/planning/store_plan.hpp"

namespace icsweep {

/// Gives each begun job its checkpoint that has come furthest. Removes checkpoints that are half written, superseded,
/// or of an experiment that has ended. It keeps those of experiments that are not asked for, the own checkpoint of an
/// experiment that timed out, and those of another version of the program until their experiment has ended. Returns the
/// largest epoch of any file, 0 if there is none.
int find_unfinished(const std::string& store, const std::vector<Experiment>& experiments, StorePlan& plan);

/// The share of its steps that each experiment has saved, by identity. Counts only checkpoints from which this program
/// goes on. Empty if the folder of checkpoints is not this user's own.
std::map<std::string, double> saved_shares(const std::string& store);

/// The checkpoints of this program that know rungs, by identity: of each experiment the one that has passed most.
/// Empty if the folder of checkpoints is not this user's own.
std::map<std::string, CheckpointHead> saved_rungs(const std::string& store);

/// Predicted work of a job that is left to do.
double remaining_cost(const Job& job);

/// Removes half-written files after a launch, and the folder of checkpoints if it is empty then.
void remove_empty_folder(const std::string& store);

}  // namespace icsweep
