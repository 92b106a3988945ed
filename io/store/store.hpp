// A store as its readers see it: what its launches said, and a table a task.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "io/store/store_header.hpp"
#include "io/store/stored_table.hpp"

namespace icsweep {

/// The tables of a store, as a range of references. Clang 14 takes no view of the library of GCC 12.
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
