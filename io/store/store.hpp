// A store as its readers see it: what its launches said, and a table a task.
#pragma once

#include <algorithm>
#include <memory>
#include <ranges>

#include "io/store/store_header.hpp"
#include "io/store/stored_table.hpp"

namespace icsweep {

class Store {
 public:
  Store(StoreHeader header, std::vector<std::unique_ptr<const StoredTable>> tables)
      : header_(std::move(header)), tables_(std::move(tables)) {}

  const StoreHeader& header() const { return header_; }
  /// A range of references.
  auto tables() const {
    return std::views::transform(tables_, [](const auto& table) -> const StoredTable& { return *table; });
  }
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
