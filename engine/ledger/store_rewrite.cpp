#include "engine/ledger/store_rewrite.hpp"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <unordered_map>

#include "engine/cluster/batch_job.hpp"
#include "engine/ledger/code_files.hpp"
#include "engine/ledger/version.hpp"
#include "engine/ledger/row_check.hpp"
#include "engine/sweep/resolved_sweep.hpp"
#include "io/query/sql_database.hpp"
#include "io/store/asked_names.hpp"
#include "io/store/checkpoint.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

void expect_idle(const std::string& path) {
  if (const auto launch = live_heartbeat(path))
    throw Error(ErrorKind::store, fmt::format("{}: a launch writes it (process {} on {}); wait until it has ended",
                                              path, launch->pid, printable(launch->host)));
}

/// Refuses a store whose last launch was killed: it may have rows that are written and not marked. Only the next
/// launch, by its lease, looks for them.
void expect_no_killed_launch(const std::string& path) {
  if (const auto last = read_heartbeat(path); last && !last->rewrites && !live_heartbeat(path))
    throw Error(ErrorKind::store, path + ": its last launch was killed; run its sweep once more, then delete");
}

/// A row of a store that is rewritten.
struct SoundRow {
  std::string identity, decimal;
  Outcome outcome;
  bool planned;
  std::int64_t digest, weights;
};

/// Reads every row, in order. Throws if one is damaged: a fresh checksum would make it look sound.
std::vector<SoundRow> sound_rows(const TaskRegistry& tasks, const std::string& path, const StoredTable& table,
                                 const std::set<std::int64_t>& but) {
  std::vector<SoundRow> rows;
  check_rows(table, task_of(tasks, table.table()), [&](const CheckedRow& row) {
    const auto integer = [&](const char* column) { return std::get<std::int64_t>(row.cells().at(column)); };
    rows.push_back({row.identity(), row.decimal, row.entry.outcome, row.entry.planned, integer("digest"),
                    table.table().weights > 0 ? integer("weights_count") : 0});
    if (row.damage.empty() || but.contains(row.index())) return;
    throw Error(ErrorKind::store,
                fmt::format("{}: row {} of {} is damaged, in {}; run its sweep again, or delete the row", path,
                            row.index(), table.table().task, row.damage.front()));
  });
  return rows;
}

/// The key of the experiment of each row: its decimal identity. A row keeps its own identity if it has no decimal one,
/// or if another row of the store has it.
std::vector<std::string> keys_of(const std::vector<SoundRow>& rows) {
  std::set<std::string> own;
  for (const SoundRow& row : rows) own.insert(row.identity);
  std::vector<std::string> keys;
  for (const SoundRow& row : rows)
    keys.push_back(row.decimal.empty() || own.contains(row.decimal) ? row.identity : row.decimal);
  return keys;
}

/// The record of this command in the list of launches.
LaunchRecord record_of(const StoreHeader& header, const std::string& command) {
  LaunchRecord record = this_program(std::int64_t(header.launches.size()) + 1);
  record.sweep_name = header.sweep_name;
  record.sweep_text = header.sweep_text;
  record.command = command;
  record.hosts = host_name();
  record.ranks = 1;
  record.began = record.ended = utc_now();
  record.ending = ending::complete;
  return record;
}

/// Makes reals of the integer parameters of a table that are reals in the other.
Table with_reals_of(const Table& other, Table table) {
  for (auto& c : table.columns)
    if (const Column* real = other.find(c.name); real && becomes_real(c, *real)) c.kind = ValueType::real;
  return table;
}

/// Refuses tables of a user's code in which one parameter has other values in rows without it: the identities of their
/// rows differ. Stores of early versions do not know these values of compiled tasks.
void expect_same_added(const Table& table, const Table& other, const std::string& path) {
  if (const Column* code = table.find("code"); !code || code->role != Role::parameter) return;
  for (const auto& c : table.columns)
    if (const Column* own = other.find(c.name); own && c.role == Role::parameter && own->neutral != c.neutral)
      throw Error(ErrorKind::store,
                  fmt::format("{}: {} of {} was added with the default {} there and {} in another store; leave one out",
                              path, c.name, table.task, own->neutral.value_or("none"), c.neutral.value_or("none")));
}

/// Widens the table to hold the other's rows too.
void widen(Table& table, const Table& stored, const std::string& path) {
  table = with_reals_of(stored, table);
  const Table other = with_reals_of(table, stored);
  expect_same_added(table, other, path);
  // Either table may lack columns that were added after it was made.
  const std::string different = difference(other, table);
  if (!different.empty() && !difference(table, other).empty())
    throw Error(ErrorKind::store, fmt::format("{}: {}; give the task another name (program.name) or name another store",
                                              path, different));
  for (const auto& [name, extent] : other.extents) table.extents[name] = std::max(table.extents[name], extent);
  for (auto& c : table.columns)
    if (const Column* own = other.find(c.name)) {
      c.width = std::max(c.width, own->width);
      c.optional |= own->optional;
      c.nullable |= own->nullable;
    }
  auto place = table.columns.begin();  // checksums depend on the order of the columns
  for (const auto& c : other.columns) {
    if (is_weights_index(c)) continue;
    const auto own =
        std::find_if(table.columns.begin(), table.columns.end(), [&](const auto& o) { return o.name == c.name; });
    place = (own != table.columns.end() ? own : table.columns.insert(place, c)) + 1;
  }
}

/// Row of an experiment, and its outcome.
struct WeightPlace {
  std::size_t store;
  std::int64_t row;
  Outcome outcome;
  std::int64_t digest, weights;
  bool planned;
};

bool is_better(const WeightPlace& a, const WeightPlace& b) {
  const auto rank = [](const WeightPlace& p) { return p.outcome == Outcome::done ? 2 : p.outcome != Outcome::pending; };
  return rank(a) > rank(b);
}

/// All experiments of a task, in the order of the stores.
class MergedTask {
 public:
  /// keys: of the experiment of each row.
  void add(std::size_t store, const StoredTable& stored, const std::string& path, const std::vector<SoundRow>& rows,
           const std::vector<std::string>& keys) {
    if (sources_.empty()) table_ = stored.table(), set_weights(table_, 0);
    else widen(table_, stored.table(), path);
    sources_.push_back({store, &stored});
    for (std::size_t row = 0; row < keys.size(); ++row) {
      const SoundRow& sound = rows[row];
      WeightPlace place{store, std::int64_t(row), sound.outcome, sound.digest, sound.weights, sound.planned};
      const auto [at, fresh] = numbers_.try_emplace(keys[row], places_.size());
      if (fresh) places_.push_back(place);
      else combine(places_[at->second], place);
    }
  }

  /// Plan of the table, without the rows `but`. launches_before: by store, the number of launches before its own.
  TablePlan plan(const std::vector<std::int64_t>& launches_before, const std::set<std::int64_t>& but = {}) const {
    TablePlan plan;
    plan.table = table_;
    for (const auto& [store, stored] : sources_) {
      CopiedRows copied{stored, {}, launches_before[store]};
      std::vector<const WeightPlace*> rows;
      for (const auto& place : places_)
        if (place.store == store && !but.contains(place.row)) rows.push_back(&place);
      std::ranges::sort(rows, {}, &WeightPlace::row);
      for (const WeightPlace* place : rows) {
        copied.rows.push_back(place->row);
        plan.planned.push_back(place->planned);
        plan.weights.push_back({place->weights, place->weights > 0});
      }
      plan.copied.push_back(std::move(copied));
    }
    return plan;
  }

  void count(Merged& merged) const {
    merged.rows += places_.size();
    merged.twice += twice_;
    merged.different += different_;
  }

 private:
  void combine(WeightPlace& known, WeightPlace other) {
    ++twice_;
    different_ += known.outcome == Outcome::done && other.outcome == Outcome::done && known.digest != other.digest;
    known.planned = other.planned = known.planned || other.planned;
    if (is_better(other, known)) known = other;
  }

  Table table_;
  std::vector<std::pair<std::size_t, const StoredTable*>> sources_;
  std::vector<WeightPlace> places_;
  std::unordered_map<std::string, std::size_t> numbers_;
  std::size_t twice_ = 0, different_ = 0;
};

/// All rows of a table but `gone`.
TablePlan plan_without(const StoredTable& table, const std::vector<SoundRow>& rows,
                       const std::set<std::int64_t>& gone) {
  MergedTask task;
  std::vector<std::string> keys;  // every row has its own key
  for (std::int64_t row = 0; row < table.table().rows; ++row) keys.push_back(std::to_string(row));
  task.add(0, table, "", rows, keys);
  return task.plan({0}, gone);
}

/// Header of the first store, with the launches of all. launches_before receives, by store, the number of launches
/// before its own.
StoreHeader merged_header(const std::vector<StoreReader>& stores, const std::string& command,
                          std::vector<std::int64_t>& launches_before) {
  StoreHeader header = stores.front().header();
  header.launches.clear();
  CodeFiles files;
  for (const auto& store : stores) {
    launches_before.push_back(std::int64_t(header.launches.size()));
    header.resolved = joined(header.resolved, store.header().resolved);
    for (const auto& [task, states] : code_files_in(store.header().code_files))
      files[task].insert(states.begin(), states.end());
    for (LaunchRecord launch : store.header().launches) {
      launch.number += launches_before.back();
      if (launch.ending.empty()) launch.ending = ending::broken_off;
      header.launches.push_back(std::move(launch));
    }
  }
  header.code_files = to_text(files);
  header.command = command;
  header.launches.push_back(record_of(header, command));
  return header;
}

/// Rows of one table that satisfy the condition.
std::set<std::int64_t> rows_where(const SqlDatabase& database, const std::string& task, const std::string& condition) {
  const auto statement = database.prepare(fmt::format("SELECT experiment FROM \"{}_all\" WHERE ({})", task, condition));
  std::set<std::int64_t> rows;
  while (database.step(statement)) rows.insert(sqlite3_column_int64(statement.get(), 0));
  return rows;
}

}  // namespace

Merged merge_stores(const TaskRegistry& tasks, const std::vector<std::string>& paths, const std::string& path,
                    const std::string& command, const LeaseWait& wait) {
  check_place(path);
  const auto expect_new = [&path] {
    if (std::filesystem::exists(path))
      throw Error(ErrorKind::store, path + ": is there already, name a new file for the merged store");
  };
  expect_new();  // before the lease, since the lease of a killed launch on an existing store must stay
  const Lease lease(path, 0, lease_patience, batch_job(), wait);
  expect_new();
  remove_half_made(path);
  std::vector<StoreReader> stores;
  std::map<std::string, MergedTask> merged_tasks;
  for (const auto& source : paths) {
    expect_idle(source);
    stores.emplace_back(source);
  }
  for (std::size_t s = 0; s < stores.size(); ++s)
    for (const auto& table : stores[s].tables()) {
      const auto rows = sound_rows(tasks, paths[s], table, {});
      merged_tasks[table.table().task].add(s, table, paths[s], rows, keys_of(rows));
    }
  std::vector<std::int64_t> launches_before;
  const StoreHeader header = merged_header(stores, command, launches_before);
  std::vector<TablePlan> plans;
  Merged merged;
  for (const auto& [task, rows] : merged_tasks) {
    plans.push_back(rows.plan(launches_before));
    rows.count(merged);
  }
  create_store(path, header, plans, &lease.watch(), [&](const Store& made) {
    for (const auto& table : made.tables()) sound_rows(tasks, path, table, {});
  });
  return merged;
}

Rows rows_where(const Store& store, const std::string& condition, const std::string& task) {
  const SqlDatabase database(store);
  Rows rows;
  std::optional<Error> refused;
  bool understood = false;
  if (!task.empty()) asked_table(store, task);
  for (const auto& table : store.tables()) {
    const std::string& name = table.table().task;
    if (!task.empty() && name != task) continue;
    try {
      if (auto found = rows_where(database, name, condition); !found.empty()) rows[name] = std::move(found);
      understood = true;
    } catch (const Error& e) {
      refused = e;
    }
  }
  if (!understood && refused) throw *refused;
  return rows;
}

Deleted delete_rows(const TaskRegistry& tasks, const std::string& path, const std::string& condition,
                    const std::string& task, const std::string& command, const LeaseWait& wait) {
  expect_no_killed_launch(path);
  const Lease lease(path, 0, lease_patience, batch_job(), wait);
  remove_half_made(path);
  const StoreReader store(path);
  Deleted deleted{rows_where(store, condition, task), ""};
  if (deleted.rows.empty()) return deleted;
  std::vector<TablePlan> plans;
  std::set<std::string> identities;
  for (const auto& table : store.tables()) {
    const std::set<std::int64_t>& gone = deleted.rows[table.table().task];
    const auto rows = sound_rows(tasks, path, table, gone);
    for (const std::int64_t row : gone) identities.insert(rows[std::size_t(row)].identity);
    plans.push_back(plan_without(table, rows, gone));
  }
  if (wait.stop()) throw Error(ErrorKind::stopped, path + ": stopped, nothing was deleted");
  std::erase_if(deleted.rows, [](const auto& rows) { return rows.second.empty(); });
  StoreHeader header = store.header();
  for (auto& launch : header.launches)
    if (launch.ending.empty()) launch.ending = ending::broken_off;
  header.launches.push_back(record_of(header, command));
  create_store(path, header, plans, &lease.watch(), [&](const Store& made) {
    for (const auto& table : made.tables()) sound_rows(tasks, path, table, {});
    deleted.kept = keep_copy(path, "deleted");
  });
  for (const auto& [file, head] : find_checkpoints(path))
    if (head && identities.contains(head->identity)) remove_checkpoint(file);
  return deleted;
}

std::string keep_copy(const std::string& store, const std::string& why) {
  for (int number = 1;; ++number) {
    const std::string kept = fmt::format("{}.{}-{}", store, why, number);
    if (::link(store.c_str(), kept.c_str()) == 0) return kept;
    if (errno == EEXIST) continue;
    std::error_code error;
    if (std::filesystem::copy_file(store, kept, error)) return kept;
    throw Error(ErrorKind::store, fmt::format("{}: cannot be kept as {}: {}", store, kept, error.message()));
  }
}

}  // namespace icsweep
