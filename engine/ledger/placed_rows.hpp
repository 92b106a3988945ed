// Gives the experiments of a task their rows, as due() and the search of the sweep decide.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/ledger/task_plan.hpp"
#include "engine/search/search_state.hpp"

namespace icsweep {

/// Results for a search: from rows that have ended, and from checkpoints of the others.
class SearchedRows {
 public:
  /// stored_search: the search that pruned the rows of the store, or empty.
  SearchedRows(const std::map<std::string, TaskPlan>& plans, const std::vector<Experiment>& experiments,
               const Request& request, const std::string& stored_search);

  /// True if the search prunes the experiment at the rung of its row, and the row has come to it.
  bool stays_pruned(const Experiment& e, std::int64_t rung) const;
  bool is_promoted(const Experiment& e) const { return state_->is_promoted(e.number); }
  void waits_again(const Experiment& e) { entrants_[e.number].outcome = Outcome::pending; }
  Entrants take() { return std::move(entrants_); }

 private:
  Entrant stored(const TaskPlan& plan, const Experiment& e, const Request& request) const;

  bool is_other_;  // rows were pruned at other rungs than the sweep's
  Entrants entrants_;
  std::optional<SearchState> state_;
};

/// Assigns rows to the experiments, in order, and adds its jobs to the result. searched: null without a search. Returns
/// true if the store must be rewritten.
bool place(TaskPlan& plan, const Request& request, SearchedRows* searched, StorePlan& result);

}  // namespace icsweep
