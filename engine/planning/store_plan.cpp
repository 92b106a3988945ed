#include "engine/planning/store_plan.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <unordered_set>

#include "engine/planning/store_rewrite.hpp"
#include "engine/planning/row_check.hpp"
#include "engine/planning/task_plan.hpp"
#include "engine/planning/version.hpp"
#include "engine/search/search_state.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {
namespace {

/// Results for a search: from rows that have ended, and from checkpoints of the others.
class SearchedRows {
 public:
  /// stored_search: the search that pruned the rows of the store, or empty.
  SearchedRows(const std::map<std::string, TaskPlan>& plans, const std::vector<Experiment>& experiments,
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

  /// True if the search prunes the experiment at the rung of its row, and the row has come to it.
  bool stays_pruned(const Experiment& e, std::int64_t rung) const {
    if (is_other_) return false;
    const auto stint = state_->stint(e.number);
    return stint && stint->pruned_at == RungIndex(std::size_t(rung - 1)) &&
           (stint->until ? stint->until->value() + 1 : 0) == entrants_[e.number].rungs.size();
  }
  bool is_promoted(const Experiment& e) const { return state_->is_promoted(e.number); }
  void waits_again(const Experiment& e) { entrants_[e.number].outcome = Outcome::pending; }
  Entrants take() { return std::move(entrants_); }

 private:
  Entrant stored(const TaskPlan& plan, const Experiment& e, const Request& request) const {
    const auto found = plan.rows.find(e.identity);
    if (found == plan.rows.end()) return {};
    const LedgerEntry& entry = plan.entries[std::size_t(found->second)];
    const auto curve = plan.curves.find(found->second);
    if (entry.outcome == Outcome::pending || curve == plan.curves.end() ||
        request.rerun.outcomes.contains(entry.outcome))
      return {};
    if (entry.outcome == Outcome::done) return {entry.outcome, e.rungs->values(curve->second, e.rungs->count())};
    const SearchTable& search = request.search->table;
    const bool may_be_behind =
        search.method == SearchTable::Method::scouts;  // an experiment may be pruned after its scout, without a run
    if (entry.rung && !is_other_ && (!may_be_behind || entry.came_to_rung))
      return {entry.outcome, e.rungs->values(curve->second, std::size_t(*entry.rung))};
    return {entry.outcome, e.rungs->values(curve->second)};
  }

  bool is_other_;  // rows were pruned at other rungs than the sweep's
  Entrants entrants_;
  std::optional<SearchState> state_;
};

/// Sets the row of an experiment that runs back to pending.
void prepare_row(TaskPlan& plan, const Experiment& e, std::int64_t row, Due due, SearchedRows* searched) {
  if (due == Due::damaged || due == Due::fresh) return heal(plan, e, row);
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
  for (std::size_t row = 0; row < offsets.size(); ++row) {
    const std::int64_t room = plan.table.weights[row].room;
    if (room > 0 && offsets[row] < end) return false;
    if (room > 0) end = offsets[row] + room;
    const LedgerEntry& entry = plan.entries[row];
    const bool is_pending = entry.outcome == Outcome::pending && entry.soundness != Soundness::damaged;
    if (room == 0 && offsets[row] >= 0 && is_pending) return false;
  }
  return end <= stored.weights;
}

/// Rows that earlier sweeps planned stay planned.
void keep_planned(TaskPlan& plan, StorePlan& result) {
  if (!plan.table.old) return;
  std::unordered_set<std::int64_t> own;
  for (const Experiment* e : plan.experiments)
    if (const auto found = plan.rows.find(e->identity); found != plan.rows.end()) own.insert(found->second);
  plan.table.planned = plan.table.old->integers("planned");
  for (const LedgerEntry& entry : plan.entries)
    if (entry.planned && !own.contains(entry.row->value())) ++result.others[std::size_t(entry.outcome)];
}

/// A new row for an experiment.
LedgerEntry add_row(TaskPlan& plan, const Experiment& e) {
  plan.table.added.push_back({e.identity, e.config});
  plan.table.planned.push_back(1);
  plan.table.weights.push_back({});
  LedgerEntry entry{.experiment = &e, .asked = e.asked, .row = {}};
  entry.due = due(entry);
  return entry;
}

/// Takes an experiment's row into the plan.
LedgerEntry take_row(TaskPlan& plan, const Experiment& e, std::int64_t row, const Rerun& rerun,
                     SearchedRows* searched) {
  const LedgerEntry& stored = plan.entries[std::size_t(row)];
  LedgerEntry entry = stored;
  entry.experiment = &e, entry.planned = true, entry.asked = e.asked;
  entry.stays_pruned = entry.rung && searched && searched->stays_pruned(e, *entry.rung);
  entry.lacks_weights = e.settings.keep_weights && entry.outcome == Outcome::done && entry.weights == 0 &&
                        !(searched && !searched->is_promoted(e));  // it would end as pruned
  entry.due = due(entry, rerun);
  plan.table.planned[std::size_t(row)] = 1;
  prepare_row(plan, e, row, entry.due, searched);
  entry.attempts = stored.attempts;
  return entry;
}

/// Gives each experiment a row, in order, and lists the jobs. Returns true if the store must be rewritten.
bool place(TaskPlan& plan, const Request& request, SearchedRows* searched, StorePlan& result) {
  const std::int64_t old_rows = std::int64_t(plan.entries.size());
  plan.table.planned.assign(std::size_t(old_rows), 0);
  if (request.add) keep_planned(plan, result);
  for (const LedgerEntry& entry : plan.entries) plan.table.weights.push_back({entry.weights, entry.weights > 0});
  for (const Experiment* e : plan.experiments) {
    const auto [at, fresh] = plan.rows.try_emplace(e->identity, old_rows + std::int64_t(plan.table.added.size()));
    const std::int64_t row = at->second;
    const LedgerEntry& entry =
        result.ledger.emplace_back(fresh ? add_row(plan, *e) : take_row(plan, *e, row, request.rerun, searched));
    const Outcome outcome = runs(entry.due) ? Outcome::pending : entry.outcome;
    ++(e->asked ? result.found : result.others)[std::size_t(outcome)];
    if ((outcome == Outcome::timed_out || outcome == Outcome::pruned) && e->asked) result.saved.insert(e->identity);
    if (!runs(entry.due)) continue;
    result.jobs.push_back({e, RowIndex(row), entry.attempts, starts_over(entry.due)});
    if (e->settings.keep_weights) plan.table.weights[std::size_t(row)].room = weight_count(e->task->weights(e->config));
  }
  result.left_damaged += plan.left().size();
  const auto before = plan.table.old ? plan.table.old->integers("planned") : std::vector<std::int64_t>();
  for (std::size_t row = 0; row < before.size(); ++row)
    result.unplanned += before[row] == 1 && plan.table.planned[row] == 0;
  return !plan.table.added.empty() || !plan.table.reset.empty() || plan.misplaced || plan.lacks_columns ||
         before != plan.table.planned || !places_hold(plan);
}

using RowsByTask = std::map<std::string, std::set<std::int64_t>>;

/// Checks a new store before it replaces a sound one. Every row that has ended must match its checksum. Every planned
/// row must be marked and have the identity of its parameters. Finds bytes damaged by the copy, and parameters that
/// cannot be stored exactly.
void expect_sound_rows(const TaskRegistry& tasks, const Store& made, const std::vector<TablePlan>& plans,
                       const RowsByTask& left) {
  for (const auto& plan : plans) {
    const std::string& task = plan.table.task;
    const auto* table = made.find(task);
    if (!table || table->integers("planned") != plan.planned)
      throw Error(ErrorKind::store, fmt::format("column planned of {} does not read back as it was written", task));
    const auto known = left.find(task);
    check_rows(*table, task_of(tasks, table->table()), [&](const CheckedRow& row) {
      if (row.damage.empty() || (known != left.end() && known->second.contains(row.index()))) return;
      throw Error(ErrorKind::store, fmt::format("row {} of {} does not read back as it was written, in {}", row.index(),
                                                task, row.damage.front()));
    });
  }
}

/// Makes the next read come from the disk.
void forget_cached(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
  ::close(file);
}

std::string tasks_text(const Store& store) {
  std::string text;
  for (const auto& table : store.tables()) text += (text.empty() ? "" : ", ") + table.table().task;
  return text;
}

/// Refuses two sweeps without a common task in one store: usually its name was mistyped.
void expect_common_task(const std::string& path, const Store& store, const std::vector<Experiment>& experiments) {
  for (const auto& e : experiments)
    if (store.find(e.task->schema().task)) return;
  throw Error(ErrorKind::store,
              fmt::format("{}: holds {} and none of this sweep's tasks ({}); name another store, or add --add to keep "
                          "both in this one",
                          path, tasks_text(store), experiments.front().task->schema().task));
}

/// Refuses a second search in a store, unless nothing can continue the first one.
void expect_same_search(const std::string& path, const std::string& stored, const Sweep& sweep) {
  if (!sweep.search || stored.empty() || stored == sweep.search->text() || SearchTable::was_removed(stored)) return;
  throw Error(
      ErrorKind::store,
      fmt::format("{}: was searched by \"{}\", and the sweep's search is \"{}\"; name another store, or run the "
                  "sweep without [search] first",
                  path, stored, sweep.search->text()));
}

/// The resolved text of everything that the store will plan.
std::string resolved_text(const ResolvedSweep& sweep, bool add, const std::optional<StoreReader>& old) {
  return add && old ? joined(old->header().resolved, sweep.text()) : sweep.text();
}

StoreHeader make_header(const Sweep& sweep, const std::string& command, bool add,
                        const std::optional<StoreReader>& old) {
  StoreHeader header{sweep.name, sweep.text, full_version(), compiler_version(), instruction_set_level(),
                     utc_now(),  command};
  if (old) header.started = old->header().started, header.launches = old->header().launches;
  if (sweep.search) header.search = sweep.search->text();
  else if (old && add) header.search = old->header().search;
  return header;
}

/// The plan before anything is written.
struct Planning {
  std::optional<StoreReader> store;
  std::map<std::string, TaskPlan> plans;
  StorePlan result;
  std::string resolved;  // for the store's header
  bool change = false;

  RowsByTask damaged() const {
    RowsByTask rows;
    for (const auto& [task, plan] : plans)
      if (!plan.damaged.empty()) rows[task] = plan.damaged;
    return rows;
  }
};

Planning make_planning(const ResolvedSweep& resolved, const std::string& path,
                       const std::vector<Experiment>& experiments, const Request& request) {
  const Sweep& sweep = resolved.sweep();
  Planning p;
  p.plans = plans_of(experiments);
  if (std::filesystem::exists(path)) {
    p.store.emplace(path);
    if (!request.add) expect_common_task(path, *p.store, experiments);
    expect_same_search(path, p.store->header().search, sweep);
    for (const auto& stored : p.store->tables()) {
      const std::string& task = stored.table().task;
      const auto relied_on = request.defaulted.find(task);
      adopt(resolved.tasks(), p.plans[task], stored,
            relied_on == request.defaulted.end() ? std::set<std::string>{} : relied_on->second, path, p.result);
    }
  }
  p.change = !p.store || p.store->header().sweep_text != sweep.text;
  p.resolved = resolved_text(resolved, request.add, p.store);
  if (p.store && !p.store->header().resolved.empty()) p.change |= p.store->header().resolved != p.resolved;
  std::optional<SearchedRows> searched;
  if (request.search) searched.emplace(p.plans, experiments, request, p.store ? p.store->header().search : "");
  for (auto& [task, plan] : p.plans) p.change |= place(plan, request, searched ? &*searched : nullptr, p.result);
  if (searched) p.result.entrants = searched->take();
  // A hard link may be the copy of another user, and a launch of it would not see the lease of this launch.
  if (p.store && !p.result.jobs.empty()) p.change |= std::filesystem::hard_link_count(path) > 1;
  if (p.store && !p.result.jobs.empty()) p.change |= !p.store->header().has_room;
  const std::size_t launches = p.store ? p.store->header().launches.size() : 0;
  if (p.change || !p.result.jobs.empty()) p.result.launch = std::int64_t(launches) + 1;
  p.result.created = !p.store;
  p.result.rewritten = p.store && p.change;
  return p;
}

/// Refuses damage that may come from the disk or from a user. A row that runs again loses its results, which a bit that
/// flipped on the way from the disk must not cause.
void expect_damage(const std::string& path, const RowsByTask& first, const RowsByTask& second, const Planning& planning,
                   const Rerun& rerun) {
  if (first != second)
    throw Error(ErrorKind::store, fmt::format("{}: two readings of its rows differ; nothing was changed, look at the "
                                              "disk and the memory of host {}",
                                              path, host_name()));
  const std::size_t damaged = planning.result.count(Due::damaged);
  std::size_t ended = damaged;
  for (int i = int(Outcome::done); i < outcome_count; ++i) ended += planning.result.found[std::size_t(i)];
  if (rerun.damaged || damaged <= few_damaged || double(damaged) <= share_damaged * double(ended)) return;
  throw Error(
      ErrorKind::store,
      fmt::format("{}: {} of {} finished rows do not match their checksums, icsweep verify {} names them; put a "
                  "copy back, or add --rerun-damaged to run them again",
                  path, damaged, ended, path));
}

}  // namespace

std::size_t StorePlan::count(Due due) const {
  return std::size_t(std::count_if(ledger.begin(), ledger.end(), [&](const LedgerEntry& e) { return e.due == due; }));
}

std::size_t StorePlan::staying(bool LedgerEntry::*flag) const {
  return std::size_t(std::count_if(ledger.begin(), ledger.end(), [&](const LedgerEntry& e) {
    return e.due == Due::ended && e.outcome == Outcome::done && e.*flag;
  }));
}

StorePlan compare_store(const ResolvedSweep& sweep, const std::string& path, const std::vector<Experiment>& experiments,
                        const Request& request) {
  return make_planning(sweep, path, experiments, request).result;
}

StorePlan prepare_store(const ResolvedSweep& sweep, const std::string& path, const std::vector<Experiment>& experiments,
                        const Request& request, const LeaseWatch* lease) {
  const auto plan = [&] { return make_planning(sweep, path, experiments, request); };
  if (std::filesystem::exists(path) && ::access(path.c_str(), W_OK) != 0)
    throw Error(ErrorKind::store, path + ": cannot be written, check its permissions or name another");
  std::optional<Planning> p = plan();
  if (const RowsByTask first = p->damaged(); !first.empty()) {
    p.reset();
    forget_cached(path);
    p = plan();
    expect_damage(path, first, p->damaged(), *p, request.rerun);
  }
  if (!p->change) return std::move(p->result);
  StoreHeader header = make_header(sweep.sweep(), request.command, request.add, p->store);
  header.resolved = p->resolved;
  std::vector<TablePlan> tables;
  RowsByTask left;
  for (auto& [task, of_task] : p->plans) {
    tables.push_back(std::move(of_task.table));
    left[task] = of_task.left();
  }
  create_store(path, header, tables, lease, [&](const Store& made) {
    expect_sound_rows(sweep.tasks(), made, tables, left);
    if (p->result.count(Due::damaged) > 0) p->result.kept = keep_copy(path, "damaged");
  });
  return std::move(p->result);
}

}  // namespace icsweep
