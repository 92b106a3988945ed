// Stores made of rows of other stores: `icsweep merge` and `icsweep delete`.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "io/store/store.hpp"
#include "io/store/lease.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

struct Merged {
  std::size_t rows = 0;
  std::size_t twice = 0;      ///< experiments that more than one store has
  std::size_t different = 0;  ///< of these, done with unequal digests; the results of the first store are taken
};

/// Writes a new store with the rows of several, under the lease of the new store. It has each experiment once. Results
/// come from the first store in which the experiment is done, else from the first in which it has ended. An experiment
/// is planned if any store plans it. Sweep and start are those of the first store; launches are those of all, and
/// `command` is the last. Throws Error(store) and writes nothing if `path` exists, if a launch writes one of the
/// stores, if a row is damaged, or if the columns of a task differ.
Merged merge_stores(const TaskRegistry& tasks, const std::vector<std::string>& stores, const std::string& path,
                    const std::string& command, const LeaseWait& wait = {});

/// Rows by task.
using Rows = std::map<std::string, std::set<std::int64_t>>;

/// Rows of a store that satisfy an SQL condition over their table. An empty `task` stands for every task that has the
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

/// Keeps the present store beside the one that will replace it: gives it a second name, "STORE.WHY-1" or the next free
/// number. Copies it where the file system has no hard links. Returns that name. Throws Error(store).
std::string keep_copy(const std::string& store, const std::string& why);

}  // namespace icsweep
