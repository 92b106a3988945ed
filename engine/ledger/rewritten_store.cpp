#include "engine/ledger/rewritten_store.hpp"

#include <fmt/format.h>

#include "engine/cluster/batch_job.hpp"
#include "engine/ledger/row_check.hpp"
#include "engine/ledger/version.hpp"

namespace icsweep {

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

void expect_sound(const TaskRegistry& tasks, const std::string& path, const Store& store) {
  for (const auto& table : store.tables()) sound_rows(tasks, path, table);
}

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

}  // namespace icsweep
