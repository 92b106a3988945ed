#include "engine/ledger/merge_stores.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>

#include "engine/cluster/batch_job.hpp"
#include "engine/ledger/code_files.hpp"
#include "engine/ledger/merged_task.hpp"
#include "engine/ledger/rewritten_store.hpp"
#include "engine/sweep/resolved_sweep.hpp"
#include "io/base/text_columns.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {
namespace {

void expect_idle(const std::string& path) {
  if (const auto launch = live_heartbeat(path))
    throw Error(ErrorKind::store, fmt::format("{}: a launch writes it (process {} on {}); wait until it has ended",
                                              path, launch->pid, printable(launch->host)));
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

}  // namespace

Merged merge_stores(const TaskRegistry& tasks, const std::vector<std::string>& paths, const std::string& path,
                    const std::string& command, const LeaseWait& wait) {
  check_place(path);
  const auto expect_new = [&path] {
    if (std::filesystem::exists(path))
      throw Error(ErrorKind::store, path + ": exists, name a new file for the merged store");
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
      const auto rows = sound_rows(tasks, paths[s], table);
      merged_tasks[table.table().task].add(s, table, paths[s], rows, keys_of(rows));
    }
  std::vector<std::int64_t> launches_before;
  const StoreHeader header = merged_header(stores, command, launches_before);
  std::vector<TablePlan> plans;
  Merged merged;
  for (const auto& [task, rows] : merged_tasks) {
    plans.push_back(rows.plan(launches_before));
    merged.rows += rows.rows(), merged.twice += rows.twice(), merged.different += rows.different();
  }
  create_store(path, header, plans, &lease.watch(), [&](const Store& made) { expect_sound(tasks, path, made); });
  return merged;
}

}  // namespace icsweep
