// A store without some of its rows: `icsweep delete`.
#pragma once

#include <map>
#include <set>
#include <string>

#include "io/store/lease.hpp"
#include "io/store/store.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// Rows by task.
using Rows = std::map<std::string, std::set<std::int64_t>>;

/// Rows of a store that satisfy an SQL condition over their table. An empty `task` means every task that has the
/// columns of the condition. Throws Error(config) if no task has them.
Rows rows_where(const Store& store, const std::string& condition, const std::string& task);

struct Deleted {
  Rows rows;
  std::string kept;  ///< name of the old store's copy, "STORE.deleted-N"; empty if no row was deleted
};

/// Replaces the store by one without the rows of rows_where(). Throws Error(store) and changes nothing if a launch
/// writes it or was killed while it did, or if another row is damaged. Also removes the checkpoints of the deleted
/// experiments.
Deleted delete_rows(const TaskRegistry& tasks, const std::string& path, const std::string& condition,
                    const std::string& task, const std::string& command, const LeaseWait& wait = {});

}  // namespace icsweep
