#include "engine/ledger/delete_rows.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <optional>

#include "engine/cluster/batch_job.hpp"
#include "engine/ledger/kept_copy.hpp"
#include "engine/ledger/merged_task.hpp"
#include "engine/ledger/rewritten_store.hpp"
#include "io/query/sql_database.hpp"
#include "io/store/asked_names.hpp"
#include "io/store/checkpoint.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {
namespace {

/// Refuses a store whose last launch was killed: it may have rows that are written and not marked. Only the next
/// launch, by its lease, looks for them.
void expect_no_killed_launch(const std::string& path) {
  if (const auto last = read_heartbeat(path); last && !last->rewrites && !live_heartbeat(path))
    throw Error(ErrorKind::store, path + ": its last launch was killed; run its sweep once more, then delete");
}

/// All rows of a table but `gone`.
TablePlan plan_without(const StoredTable& table, const std::vector<SoundRow>& rows,
                       const std::set<std::int64_t>& gone) {
  MergedTask task;
  std::vector<std::string> keys;  // every row has its own key
  for (std::int64_t row = 0; row < table.table().rows; ++row) keys.push_back(std::to_string(row));
  task.add(0, table, "", rows, keys);
  return task.plan({0}, gone);
}

/// Rows of one table that satisfy the condition.
std::set<std::int64_t> rows_where(const SqlDatabase& database, const std::string& task, const std::string& condition) {
  const auto statement = database.prepare(fmt::format("SELECT experiment FROM \"{}_all\" WHERE ({})", task, condition));
  std::set<std::int64_t> rows;
  while (database.step(statement)) rows.insert(sqlite3_column_int64(statement.get(), 0));
  return rows;
}

}  // namespace

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
    expect_sound(tasks, path, made);
    deleted.kept = keep_copy(path, "deleted");
  });
  for (const auto& [file, head] : find_checkpoints(path))
    if (head && identities.contains(head->identity)) remove_checkpoint(file);
  return deleted;
}

}  // namespace icsweep
