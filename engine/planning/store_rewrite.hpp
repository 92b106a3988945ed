// Stores made of rows of other stores: what `icsweep merge` and `icsweep delete` do.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "io/store/hdf5_store.hpp"
#include "io/store/lease.hpp"

namespace icsweep {

struct Merged {
  std::size_t rows = 0;
  std::size_t twice = 0;      ///< experiments of more than one store
  std::size_t different = 0;  ///< of these, done in several with unequal digests; the first one's results are taken
};

/// Writes one store with the rows of several, under the lease of the new one: each experiment once, with the results of
/// the first store in which it is done, else of the first in which it has ended. It is planned if one of them plans it;
/// sweep and start are the first's, launches those of all. `command` becomes the last launch. Throws Error(store) and
/// writes nothing if `path` is there, if a launch writes one of them, if a row is damaged, or if a task has unequal
/// columns.
Merged merge_stores(const std::vector<std::string>& stores, const std::string& path, const std::string& command,
                    const LeaseWait& wait = {});

/// Rows by task.
using Rows = std::map<std::string, std::set<std::int64_t>>;

/// Rows of a store for which an SQL condition over their tables holds, of `task` or, if it is empty, of every task that
/// has the columns it names. Throws Error(config) if none has them.
Rows rows_where(const StoreReader& store, const std::string& condition, const std::string& task);

struct Deleted {
  Rows rows;
  std::string kept;  ///< under which the old store stays, "STORE.deleted-N"; empty: there was nothing to delete
};

/// Puts a store without the rows that rows_where() gives in the place of the store. Throws Error(store) and changes
/// nothing if a launch writes it or was killed while it did, or if another row is damaged. What checkpoints hold of the
/// deleted experiments goes too.
Deleted delete_rows(const std::string& path, const std::string& condition, const std::string& task,
                    const std::string& command, const LeaseWait& wait = {});

}  // namespace icsweep
