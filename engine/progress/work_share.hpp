// Share of the predicted work of a store that has ended or is saved.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/ledger/ledger.hpp"

namespace icsweep {

/// Share of its steps that each experiment has saved, by identity.
using SavedShares = std::map<std::string, double>;

/// Share over the planned experiments, each with its whole training. Each counts 1 if this program does not have the
/// task.
double share_of_work(const TaskRegistry& tasks, const std::vector<TableLedger>& ledger, const SavedShares& saved);

/// Share over the experiments of a search, each with the work that the search is expected to give it. A launch on the
/// same store shows the same share.
double share_of_search(const SweepLedger& ledger, const SavedShares& saved);

}  // namespace icsweep
