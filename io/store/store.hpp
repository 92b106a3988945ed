// A store as its readers see it: the records of its launches, and one table per task.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "io/store/launches.hpp"
#include "io/store/stored_table.hpp"

namespace icsweep {

/// Version of the store's layout, and the oldest readable one; others are refused. A store has the least version that
/// suits its tables, so that earlier programs can read it: 4 with an extended column, 3 if its sweep ever had a search.
inline constexpr int store_version = 4, version_with_search = 3, version_without_search = 2, oldest_store_version = 1;

/// The sweep that `planned` follows, the launch that planned it, and every launch.
struct StoreHeader {
  std::string sweep_name, sweep_text, program, compiler, level, started, command;
  std::vector<LaunchRecord> launches{};
  bool has_room = true;         ///< for one more launch
  std::string search{};         ///< SearchTable::text() of the sweep's search; empty: no search
  int version = store_version;  ///< of the file
  /// The sweep including everything that its text leaves to files and the command line
  /// (engine/sweep/resolved_sweep.hpp). Empty in stores of earlier versions, and if no single sweep describes the plan
  /// of all launches.
  std::string resolved{};
  std::string code_files{};  ///< hashes of files of code as JSON (engine/ledger/code_files.hpp); empty without code
};

/// The tables of a store, as a range of references. Clang 14 does not support the standard views of GCC 12's library.
struct StoredTables {
  struct Iterator {
    const std::unique_ptr<const StoredTable>* at;
    const StoredTable& operator*() const { return **at; }
    Iterator& operator++() { return ++at, *this; }
    bool operator==(const Iterator&) const = default;
  };
  const std::vector<std::unique_ptr<const StoredTable>>& all;

  Iterator begin() const { return {all.data()}; }
  Iterator end() const { return {all.data() + all.size()}; }
  const StoredTable& operator[](std::size_t index) const { return *all[index]; }
};

class Store {
 public:
  Store(StoreHeader header, std::vector<std::unique_ptr<const StoredTable>> tables)
      : header_(std::move(header)), tables_(std::move(tables)) {}

  const StoreHeader& header() const { return header_; }
  StoredTables tables() const { return {tables_}; }
  /// Null if the store has no such task.
  const StoredTable* find(const std::string& task) const {
    const auto found = std::ranges::find(tables_, task, [](const auto& table) { return table->table().task; });
    return found == tables_.end() ? nullptr : found->get();
  }

 protected:
  Store() = default;

  StoreHeader header_;
  std::vector<std::unique_ptr<const StoredTable>> tables_;
};

}  // namespace icsweep
