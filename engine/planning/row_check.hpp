// Checks whether the rows of a store are as they were written: for a launch, which runs damaged rows again, and for
// `verify`.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/planning/checked_row.hpp"
#include "io/store/store.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// The task whose columns are those of the table, or null.
const Task* task_of(const TaskRegistry& tasks, const Table& stored);

/// Checks every row, in order, some megabytes at a time. The parameters of a pending row must have its identity; a row
/// that has ended must match in every byte but the signs of its NaNs. Without a task, identities and the places of
/// weights that were never written are not checked.
void check_rows(const StoredTable& table, const Task* task, const std::function<void(const CheckedRow&)>& visit);

/// Checks the given rows alone, without the places of their weights.
void check_some_rows(const StoredTable& table, const Task* task, const std::set<std::int64_t>& rows,
                     const std::function<void(const CheckedRow&)>& visit);

}  // namespace icsweep
