// Makes stores. No other source lays out a new file.
#include <fcntl.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>
#include <map>
#include <span>

#include "io/base/parsed_number.hpp"
#include "io/store/hdf5_root.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/store/parameter_cell.hpp"

namespace icsweep {
namespace {

using hdf5::check;
using hdf5::Handle;
using hdf5::own;

constexpr const char* half_made = ".icsweep-makes-it.";  // between the store's name and the maker's HOST.PROCESS

void sync_path(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags);
  const bool synced = descriptor >= 0 && ::fsync(descriptor) == 0;
  const int error = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (!synced) hdf5::fail_store(path, fmt::format("cannot be synced ({})", std::strerror(error)));
}

/// Fills columns that the old store lacks with their neutral values. Results are NaN already.
void fill_added_columns(const hdf5::OpenTable& table, const StoredTable& old) {
  for (const auto& c : table.table().columns) {
    if (!c.neutral || c.role == Role::result || old.table().find(c.name)) continue;
    const auto rows = std::size_t(old.table().rows);
    const Cell cell = neutral_cell(c);
    if (const auto* integer = std::get_if<std::int64_t>(&cell))
      table.write_integers(c.name, 0, std::vector<std::int64_t>(rows, *integer));
    else if (const auto* real = std::get_if<double>(&cell))
      table.write_reals(c.name, 0, std::vector<double>(rows, *real));
    else table.write_texts(c.name, 0, std::vector<std::string>(rows, std::get<std::string>(cell)));
  }
}

/// Gives the sound rows of the old store that have ended new checksums if integers have become reals. A damaged row
/// stays damaged.
void renew_checksums(const hdf5::OpenTable& table, const StoredTable& old) {
  const auto& columns = table.table().columns;
  const bool grew = std::any_of(columns.begin(), columns.end(), [&](const Column& c) {
    const Column* before = old.table().find(c.name);
    return before && becomes_real(*before, c);
  });
  if (!grew) return;
  const std::int64_t all = old.table().rows, block = std::max<std::int64_t>(1, (16 << 20) / old.row_bytes());
  for (std::int64_t first = 0; first < all; first += block) {
    std::int64_t index = first;
    for (Row& row : old.read_rows(first, std::min(block, all - first))) {
      const auto status = std::get<std::int64_t>(row.at("status"));
      const std::int64_t at = index++;
      if (status == std::int64_t(Outcome::pending) || status >= outcome_count) continue;
      const auto weights = old.weights(row);
      const auto before = std::int64_t(checksum(old.table(), row, Outcome(status), weights));
      if (before != std::get<std::int64_t>(row.at("checksum"))) continue;
      fit(table.table(), row);
      table.write_cell(at, "checksum", std::int64_t(checksum(table.table(), row, Outcome(status), weights)));
    }
  }
}

/// The origin of the new table's old rows.
struct Source {
  const StoredTable* from;
  std::int64_t row;
};
std::vector<Source> sources_of(const TablePlan& plan) {
  std::vector<Source> sources;
  for (std::int64_t row = 0; plan.old && row < plan.old->table().rows; ++row) sources.push_back({plan.old, row});
  for (const auto& copied : plan.copied)
    for (const std::int64_t row : copied.rows) sources.push_back({copied.from, row});
  return sources;
}

/// Computes the copied row's new checksum: its launch has another number, and the table may have other neutral cells. A
/// pending row gets 0, so that a row that was written and never marked runs again.
void adapt(const Table& table, const CopiedRows& copied, Row& row) {
  const auto status = std::get<std::int64_t>(row.at("status"));
  auto& launch = row.try_emplace("launch", std::int64_t{0}).first->second;
  if (std::get<std::int64_t>(launch) > 0) launch = std::get<std::int64_t>(launch) + copied.launches_before;
  row["checksum"] = status == std::int64_t(Outcome::pending)
                        ? std::int64_t{0}
                        : std::int64_t(checksum(table, row, Outcome(status), copied.from->weights(row)));
}

/// Copies whole, sound rows to `first` and beyond; returns the first row after them.
std::int64_t copy_rows(const hdf5::OpenTable& table, const CopiedRows& copied, std::int64_t first) {
  constexpr std::int64_t block_bytes = std::int64_t{16} << 20;
  const std::int64_t most = std::max<std::int64_t>(1, block_bytes / copied.from->row_bytes());
  for (auto next = copied.rows.begin(); next != copied.rows.end();) {  // neighbours are read together
    const std::int64_t begin = *next;
    std::int64_t count = 0;
    for (; next != copied.rows.end() && *next == begin + count && count < most; ++next) ++count;
    for (Row& row : copied.from->read_rows(begin, count)) {
      fit(table.table(), row);
      complete_results(table.table(), row);
      adapt(table.table(), copied, row);
      for (const auto& c : table.table().columns)
        if (c.role != Role::planned && !is_weights_index(c))
          table.write_cell(first, c.name, row.contains(c.name) ? row.at(c.name) : neutral_cell(c));
      ++first;
    }
  }
  return first;
}

/// The cell of a record column in a new row.
Cell no_record(const Column& column) {
  if (column.kind == ValueType::text) return std::string();
  if (column.kind == ValueType::integer) return std::int64_t{0};
  return std::numeric_limits<double>::quiet_NaN();
}

/// Writes identities and parameters of new rows, from row `first` on.
void write_settings(const hdf5::OpenTable& table, std::int64_t first, std::span<const NewRow> rows) {
  for (const auto& c : table.table().columns) {
    if (c.role != Role::parameter && c.role != Role::identity) continue;
    std::vector<std::int64_t> integers;
    std::vector<double> reals;
    std::vector<std::string> texts;
    for (const auto& row : rows) {
      const Cell cell = c.role == Role::identity ? row.identity() : parameter_cell(row.config().at(c.name), c.type());
      if (c.kind == ValueType::integer) integers.push_back(std::get<std::int64_t>(cell));
      else if (c.kind == ValueType::real) reals.push_back(std::get<double>(cell));
      else texts.push_back(std::get<std::string>(cell));
    }
    if (!integers.empty()) table.write_integers(c.name, first, integers);
    if (!reals.empty()) table.write_reals(c.name, first, reals);
    if (!texts.empty()) table.write_texts(c.name, first, texts);
  }
}

void fill_table(hid_t file, const TablePlan& plan) {
  const hdf5::OpenTable table(file, plan.table.task, "the new store");
  std::int64_t first = plan.old ? plan.old->table().rows : 0;
  if (plan.old) table.copy_rows(*plan.old);
  if (plan.old && first > 0) fill_added_columns(table, *plan.old), renew_checksums(table, *plan.old);
  for (const auto& copied : plan.copied) first = copy_rows(table, copied, first);
  constexpr std::size_t part = 8192;  // rows
  const auto part_of = [&](const auto& all, std::size_t begin) {
    return std::span(all).subspan(begin, std::min(part, all.size() - begin));
  };
  for (std::size_t begin = 0; begin < plan.added.size(); begin += part)
    write_settings(table, first + std::int64_t(begin), part_of(plan.added, begin));
  for (std::size_t begin = 0; begin < plan.planned.size(); begin += part) {
    const auto planned = part_of(plan.planned, begin);
    table.write_integers("planned", std::int64_t(begin), {planned.begin(), planned.end()});
  }
  for (const auto& [row, config, identity, goes_on] : plan.reset) {
    table.write_cell(row, "status", std::int64_t(Outcome::pending));
    table.write_cell(row, "checksum", std::int64_t{0});  // the old one could match a failed row without results
    if (!identity.empty()) table.write_cell(row, "identity", identity);
    for (const auto& c : plan.table.columns)  // a run that does not count leaves no record
      if (c.role == Role::record && c.name != "attempts") table.write_cell(row, c.name, no_record(c));
    for (const auto& c : plan.table.columns)  // and no results
      if (c.role == Role::result && !(goes_on && is_along_training(c.dimensions)))
        table.write_cell(row, c.name, no_result(c));
    if (!config) continue;
    for (const auto& c : plan.table.columns)
      if (c.role == Role::parameter && config->has(c.name))
        table.write_cell(row, c.name, parameter_cell(config->at(c.name), c.type()));
  }
}

std::int64_t room_for_weights(const TablePlan& plan) {
  std::int64_t room = 0;
  for (const auto& kept : plan.weights) room += kept.room;
  return room;
}

/// Assigns a place to every row that keeps weights, in order, and copies existing weights.
void fill_weights(hid_t file, const TablePlan& plan) {
  const hdf5::OpenTable table(file, plan.table.task, "the new store");
  if (!table.flat_weights()) return;
  const auto sources = sources_of(plan);
  std::map<const StoredTable*, std::vector<std::int64_t>> old_offsets;
  for (const auto& source : sources)
    if (source.from->table().weights > 0 && !old_offsets.contains(source.from))
      old_offsets[source.from] = source.from->integers("weights_offset");
  std::vector<std::int64_t> offsets, counts;
  std::int64_t next = 0;
  for (std::size_t row = 0; row < plan.weights.size(); ++row) {
    const auto [room, copied] = plan.weights[row];
    offsets.push_back(room > 0 ? next : -1);
    counts.push_back(copied ? room : 0);
    if (copied) {
      const auto [from, old_row] = sources[row];
      table.flat_weights()->write(next, from->weights(old_offsets.at(from)[std::size_t(old_row)], room));
    }
    next += room;
  }
  table.write_integers("weights_offset", 0, offsets);
  table.write_integers("weights_count", 0, counts);
}

/// Sets the version. Programs from before searches or extended columns refuse a store that has them.
StoreHeader with_version(StoreHeader header, const std::vector<TablePlan>& plans) {
  const auto has = [&](auto is_wanted) {
    return std::ranges::any_of(
        plans, [&](const TablePlan& plan) { return std::ranges::any_of(plan.table.columns, is_wanted); });
  };
  header.version = has(&Column::is_extended) ? store_version
                   : has(is_search_column)   ? version_with_search
                                             : version_without_search;
  return header;
}

void write_store(const std::string& path, const StoreHeader& header, const std::vector<TablePlan>& plans) {
  hdf5::forget_failed_closes();
  Handle file = own(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), "creating");
  hdf5::write_header(file, with_version(header, plans));
  for (const auto& plan : plans) {
    Table table = plan.table;
    table.rows = std::int64_t(sources_of(plan).size() + plan.added.size());
    set_weights(table, room_for_weights(plan));
    hdf5::create_table(file, table, plan.old ? &plan.old->table() : nullptr);
    fill_table(file, plan);
    fill_weights(file, plan);
  }
  check(H5Fflush(file, H5F_SCOPE_GLOBAL), "flushing");
  file.close();
  hdf5::expect_closed("closing");
}

}  // namespace

void check_place(const std::string& path) {
  const std::string folder = std::filesystem::absolute(path).parent_path().string();
  if (!std::filesystem::is_directory(folder))
    hdf5::fail_store(path, fmt::format("there is no folder {}, make it or name another", folder));
}

void remove_half_made(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path store = fs::absolute(path);
  const std::string fresh = store.filename().string() + half_made;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(store.parent_path(), ignored)) {
    const std::string name = entry.path().filename().string();
    const bool is_ours = name.starts_with(fresh) && whole_number(std::string_view(name).substr(name.rfind('.') + 1));
    if (is_ours && entry.is_regular_file(ignored)) fs::remove(entry.path(), ignored);
  }
}

void create_store(const std::string& path, const StoreHeader& header, const std::vector<TablePlan>& plans,
                  const LeaseWatch* lease, const std::function<void(const Store&)>& inspect) {
  hdf5::prepare();
  check_place(path);
  std::vector<const Table*> tables;
  for (const auto& plan : plans) tables.push_back(&plan.table);
  expect_distinct_sql_names(tables);
  const std::string fresh =
      fmt::format("{}{}{}.{}", path, half_made, host_name(), ::getpid());  // not used by any other launch
  ::unlink(fresh.c_str());  // the name is predictable: avoids writing into somebody else's file
  const int probe = ::open(fresh.c_str(), O_CREAT | O_WRONLY | O_EXCL | O_NOFOLLOW, 0666);
  if (probe < 0) hdf5::fail_store(path, fmt::format("cannot be written ({}), check the folder", std::strerror(errno)));
  ::close(probe);
  try {
    write_store(fresh, header, plans);
    sync_path(fresh, O_RDWR);
    const StoreReader made(fresh);  // opens it like every later command
    if (inspect) inspect(made);
  } catch (const Error& e) {
    ::unlink(fresh.c_str());
    hdf5::fail_store(path, fmt::format("cannot be made ({}); free some space or name another place", e.what()));
  }
  try {
    if (lease) lease->expect();
  } catch (const Error&) {
    ::unlink(fresh.c_str());
    throw;
  }
  struct stat before;
  if (::stat(path.c_str(), &before) == 0) ::chmod(fresh.c_str(), before.st_mode);
  if (::rename(fresh.c_str(), path.c_str()) != 0)
    hdf5::fail_store(path, fmt::format("cannot be put in place ({})", std::strerror(errno)));
  sync_path(std::filesystem::absolute(path).parent_path(), O_RDONLY | O_DIRECTORY);
}

}  // namespace icsweep
