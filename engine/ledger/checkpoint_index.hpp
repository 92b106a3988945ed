// Checkpoints of earlier launches, and the jobs that resume from them.
#pragma once

#include <map>
#include <string>

#include "engine/ledger/store_plan.hpp"

namespace icsweep {

/// Gives each begun job its most advanced checkpoint, and returns the largest epoch of any file; 0 without files.
/// Removes checkpoints that are half written, superseded, or of an experiment that has ended. Keeps those of
/// experiments that are not asked for, the own checkpoint of an experiment that timed out, and those of another version
/// of the program until their experiment has ended.
int find_unfinished(const std::string& store, const std::vector<Experiment>& experiments, StorePlan& plan);

/// Number of jobs of the plan whose only checkpoints are of another build. Changes nothing; 0 if the folder of
/// checkpoints is not owned by this user.
std::size_t foreign_checkpoints(const std::string& store, const StorePlan& plan);

/// Share of its steps that each experiment has saved, by identity. Counts only checkpoints from which this program
/// resumes. Empty if the folder of checkpoints is not owned by this user.
std::map<std::string, double> saved_shares(const std::string& store);

/// Checkpoints of this program that know rungs, by identity: for each experiment the one that has passed most. Empty if
/// the folder of checkpoints is not owned by this user.
std::map<std::string, CheckpointHead> saved_rungs(const std::string& store);

/// Predicted work that is left of a job.
double remaining_cost(const Job& job);

/// Removes half-written files after a launch, and the folder of checkpoints if it is then empty.
void remove_empty_folder(const std::string& store);

}  // namespace icsweep
