// The rows that `icsweep merge` and `icsweep delete` copy, and the record of the command.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "io/store/store.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// A row to copy.
struct SoundRow {
  std::string identity, decimal;
  Outcome outcome;
  bool planned;
  std::int64_t digest, weights;
};

/// Reads every row, in order. Throws if one is damaged: a fresh checksum would make it look sound.
/// A damaged row of `but` is no error.
std::vector<SoundRow> sound_rows(const TaskRegistry& tasks, const std::string& path, const StoredTable& table,
                                 const std::set<std::int64_t>& but = {});

/// Throws Error(store) if a row of the store is damaged.
void expect_sound(const TaskRegistry& tasks, const std::string& path, const Store& store);

/// The record of this command in the list of launches.
LaunchRecord record_of(const StoreHeader& header, const std::string& command);

}  // namespace icsweep
