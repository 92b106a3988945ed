#include "engine/ledger/placed_rows.hpp"

#include <algorithm>
#include <unordered_set>

namespace icsweep {

SearchedRows::SearchedRows(const std::map<std::string, TaskPlan>& plans, const std::vector<Experiment>& experiments,
                           const Request& request, const std::string& stored_search)
    : is_other_(SearchTable::was_removed(stored_search)) {
  for (const auto& e : experiments) {
    Entrant entrant = stored(plans.at(e.task->schema().task), e, request);
    const auto saved = request.saved_rungs.find(e.identity);
    if (entrant.outcome == Outcome::pending && saved != request.saved_rungs.end() &&
        saved->second.search == e.rungs->text())
      entrant.rungs = saved->second.rungs;
    entrants_.push_back(std::move(entrant));
  }
  state_.emplace(*request.search, entrants_);
}

bool SearchedRows::stays_pruned(const Experiment& e, std::int64_t rung) const {
  if (is_other_) return false;
  const auto stint = state_->stint(e.number);
  return stint && stint->pruned_at == RungIndex(std::size_t(rung - 1)) &&
         (stint->until ? stint->until->value() + 1 : 0) == entrants_[e.number].rungs.size();
}

Entrant SearchedRows::stored(const TaskPlan& plan, const Experiment& e, const Request& request) const {
  const RowIndex* found = plan.rows.find(e.identity);
  if (!found) return {};
  const LedgerEntry& entry = plan.entries[*found];
  const auto curve = plan.curves.find(*found);
  if (entry.outcome == Outcome::pending || curve == plan.curves.end() || is_retried(entry, request.rerun)) return {};
  const EndedCurve& ended = curve->second;
  const auto until = [&](std::size_t rung) {
    return e.task->has_own_process() ? e.rungs->values(ended.values, rung, ended.last_step)
                                     : e.rungs->values(ended.values, rung);
  };
  if (entry.outcome == Outcome::done) return {entry.outcome, until(e.rungs->count())};
  const SearchTable& search = request.search->table;
  // An experiment may be pruned after its scout, without a run to that rung.
  const bool may_be_behind = search.method == SearchTable::Method::scouts;
  if (entry.rung && !is_other_ && (!may_be_behind || entry.came_to_rung))
    return {entry.outcome, until(std::size_t(*entry.rung))};
  return {entry.outcome, e.rungs->values(ended.values)};
}

namespace {

/// The column `planned` of the store.
std::vector<std::uint8_t> stored_plan(const TaskPlan& plan) {
  std::vector<std::uint8_t> planned;
  for (const LedgerEntry& entry : plan.entries) planned.push_back(entry.planned);
  return planned;
}

/// Sets the row of an experiment that runs back to pending.
void prepare_row(TaskPlan& plan, const Experiment& e, RowIndex row, Due due, SearchedRows* searched) {
  if (due == Due::damaged || due == Due::waiting) return heal(plan, e, row);
  if (!runs(due)) return;
  if (due == Due::unpruned && searched) searched->waits_again(e);
  reset(plan, e, row, !starts_over(due));
}

/// True if the old store has a separate place for all weights that are needed, and none for pending rows without
/// weights.
bool places_hold(const TaskPlan& plan) {
  const Table& stored = plan.table.old->table();
  const auto offsets = stored.weights > 0 ? plan.table.old->integers("weights_offset")
                                          : std::vector<std::int64_t>(plan.entries.size(), -1);
  std::int64_t end = 0;
  for (const RowIndex row : plan.entries.indices()) {
    const std::int64_t room = plan.keeps_weights ? plan.table.weights[std::size_t(row.value())].room : 0;
    const std::int64_t offset = offsets[std::size_t(row.value())];
    if (room > 0 && offset < end) return false;
    if (room > 0) end = offset + room;
    const LedgerEntry& entry = plan.entries[row];
    const bool is_pending = entry.outcome == Outcome::pending && entry.soundness != Soundness::damaged;
    if (room == 0 && offset >= 0 && is_pending) return false;
  }
  return end <= stored.weights;
}

/// Rows that earlier sweeps planned stay planned.
void keep_planned(TaskPlan& plan, StorePlan& result) {
  if (!plan.table.old) return;
  std::unordered_set<RowIndex> own;
  for (const Experiment* e : plan.experiments)
    if (const RowIndex* found = plan.rows.find(e->identity)) own.insert(*found);
  plan.table.planned = stored_plan(plan);
  for (const LedgerEntry& entry : plan.entries)
    if (entry.planned && !own.contains(*entry.row)) ++result.others[std::size_t(entry.outcome)];
}

/// A new row for an experiment.
LedgerEntry add_row(TaskPlan& plan, const Experiment& e) {
  plan.table.added.push_back({e.identity, &e.config});
  plan.table.planned.push_back(1);
  if (plan.keeps_weights) plan.table.weights.push_back({});
  LedgerEntry entry{.experiment = &e, .asked = e.asked, .row = {}};
  if (!plan.earlier_code.empty())
    if (const auto at = plan.earlier_code.find(setting_of(e.task->schema(), e.config)); at != plan.earlier_code.end())
      entry.earlier_code = at->second;
  entry.due = due(entry);
  return entry;
}

/// Takes an experiment's row into the plan.
LedgerEntry take_row(TaskPlan& plan, const Experiment& e, RowIndex row, const Rerun& rerun, SearchedRows* searched) {
  const LedgerEntry& stored = plan.entries[row];
  LedgerEntry entry = stored;
  entry.experiment = &e, entry.planned = true, entry.asked = e.asked;
  entry.stays_pruned = entry.rung && searched && searched->stays_pruned(e, *entry.rung);
  entry.lacks_weights = e.settings->keep_weights && entry.outcome == Outcome::done && entry.weights == 0 &&
                        !(searched && !searched->is_promoted(e));  // it would end as pruned
  entry.due = due(entry, rerun);
  plan.table.planned[std::size_t(row.value())] = 1;
  prepare_row(plan, e, row, entry.due, searched);
  entry.attempts = stored.attempts;
  return entry;
}

/// Notes the weights of the store's rows, unless no row keeps any.
void note_weights(TaskPlan& plan) {
  const auto keeps = [](const Experiment* e) { return e->settings->keep_weights; };
  plan.keeps_weights = std::ranges::any_of(plan.experiments, keeps) ||
                       std::ranges::any_of(plan.entries, [](const LedgerEntry& entry) { return entry.weights > 0; });
  if (!plan.keeps_weights) return;
  for (const LedgerEntry& entry : plan.entries) plan.table.weights.push_back({entry.weights, entry.weights > 0});
}

}  // namespace

bool place(TaskPlan& plan, const Request& request, SearchedRows* searched, StorePlan& result) {
  const std::int64_t old_rows = std::int64_t(plan.entries.size());
  plan.table.planned.assign(std::size_t(old_rows), 0);
  if (request.add) keep_planned(plan, result);
  note_weights(plan);
  result.ledger.reserve(result.ledger.size() + plan.experiments.size());
  result.jobs.reserve(result.jobs.size() + plan.experiments.size());
  plan.table.planned.reserve(std::size_t(old_rows) + plan.experiments.size());
  if (!plan.table.old) plan.table.added.reserve(plan.experiments.size());
  constexpr std::size_t ahead = 16;
  for (std::size_t number = 0; number < plan.experiments.size(); ++number) {
    const Experiment* const e = plan.experiments[number];
    if (number + ahead < plan.experiments.size()) plan.rows.prefetch(plan.experiments[number + ahead]->identity);
    const RowIndex* known = plan.rows.find(e->identity);
    const RowIndex row = known ? *known : RowIndex(old_rows + std::int64_t(plan.table.added.size()));
    const LedgerEntry& entry =
        result.ledger.emplace_back(known ? take_row(plan, *e, row, request.rerun, searched) : add_row(plan, *e));
    const Outcome outcome = runs(entry.due) ? Outcome::pending : entry.outcome;
    ++(e->asked ? result.found : result.others)[std::size_t(outcome)];
    if ((outcome == Outcome::timed_out || outcome == Outcome::pruned) && e->asked) result.saved.insert(e->identity);
    if (!runs(entry.due)) continue;
    result.jobs.push_back({e, row, entry.attempts, starts_over(entry.due)});
    if (e->settings->keep_weights)
      plan.table.weights[std::size_t(row.value())].room = weight_count(e->task->weights(e->config));
  }
  result.left_damaged += plan.left().size();
  const std::vector<std::uint8_t> before = stored_plan(plan);
  for (std::size_t row = 0; row < before.size(); ++row)
    result.unplanned += before[row] == 1 && plan.table.planned[row] == 0;
  return !plan.table.added.empty() || !plan.table.reset.empty() || plan.misplaced || plan.lacks_columns ||
         before != plan.table.planned || !places_hold(plan);
}

}  // namespace icsweep
