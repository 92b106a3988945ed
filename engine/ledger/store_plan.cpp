#include "engine/ledger/store_plan.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "engine/ledger/growth.hpp"
#include "engine/ledger/kept_copy.hpp"
#include "engine/ledger/placed_rows.hpp"
#include "engine/ledger/row_check.hpp"
#include "engine/ledger/version.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {
namespace {

constexpr std::size_t longest_code_files = 4 << 20;  // bytes; beyond, no launch names the file that changed

using RowsByTask = std::map<std::string, std::set<RowIndex>>;

/// Checks a new store before it replaces a sound one. Every row that has ended must match its checksum. Every planned
/// row must be marked and have the identity of its parameters. Finds bytes damaged by the copy, and parameters that
/// cannot be stored exactly. Rows with the bytes of the old store, which was checked, need no further check.
void expect_sound_rows(const TaskRegistry& tasks, const Store& made, const std::vector<TablePlan>& plans,
                       const RowsByTask& left) {
  for (const auto& plan : plans) {
    const std::string& task = plan.table.task;
    const auto* table = made.find(task);
    if (!table || !std::ranges::equal(table->integers("planned"), plan.planned))
      throw Error(ErrorKind::store, fmt::format("column planned of {} does not read back as it was written", task));
    const auto known = left.find(task);
    const bool is_copy =
        plan.old && plan.reset.empty() && table->table().weights == 0 && begins_with(*table, *plan.old);
    check_rows(
        *table, task_of(tasks, table->table()),
        [&](const CheckedRow& row) {
          if (row.damage.empty() || (known != left.end() && known->second.contains(*row.entry.row))) return;
          throw Error(ErrorKind::store, fmt::format("row {} of {} does not read back as it was written, in {}",
                                                    row.index(), task, row.damage.front()));
        },
        is_copy ? plan.old->table().rows : 0);
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

/// Files of the sweep's code, and of the code in rows of the store.
CodeFiles files_of(const TaskRegistry& tasks, const Planning& p) {
  CodeFiles files = code_files_of(tasks);
  if (!p.store) return files;
  for (auto& [task, states] : code_files_in(p.store->header().code_files)) {
    const auto plan = p.plans.find(task);
    const bool knows_codes = plan != p.plans.end() && !plan->second.codes.empty();
    for (auto& [code, hashes] : states)
      if (!knows_codes || plan->second.codes.contains(code)) files[task].try_emplace(code, hashes);
  }
  return files;
}

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
      if (TaskPlan& plan = p.plans[task]; plan.table.table.grows) {
        expect_growth(sweep, plan.table.table, stored, path);
        if (const std::string text = growth_text(plan.table.table, stored.table()); !text.empty())
          p.result.grown.push_back(text);
      }
      const auto relied_on = request.defaulted.find(task);
      adopt(resolved.tasks(), p.plans[task], stored,
            relied_on == request.defaulted.end() ? std::set<std::string>{} : relied_on->second, path, p.result);
    }
  }
  p.result.files = files_of(resolved.tasks(), p);
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
  header.code_files = to_text(p->result.files);
  if (header.code_files.size() > longest_code_files) header.code_files.clear();
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
