// Whether the rows of a store are as they were written: what a launch must run again, and what `verify` tells.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/planning/checked_row.hpp"
#include "io/store/hdf5_store.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// The task of this program that has just the table's columns, or null.
const Task* task_of(const Table& stored);

/// Looks at every row, in order, some megabytes at a time. A row that is to be run is only asked whether its identity
/// is that of its parameters; one that has ended must match in every byte but the signs of its NaNs. Without a task,
/// what only the task knows is left out: identities, and the places of weights that were never written.
void check_rows(const hdf5::OpenTable& table, const Task* task, const std::function<void(const CheckedRow&)>& visit);

/// Looks at those rows alone, and not at the places of their weights.
void check_some_rows(const hdf5::OpenTable& table, const Task* task, const std::set<std::int64_t>& rows,
                     const std::function<void(const CheckedRow&)>& visit);

}  // namespace icsweep
