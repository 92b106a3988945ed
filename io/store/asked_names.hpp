// Names in a question about a store: its task, and that task's columns.
#pragma once

#include <string>
#include <vector>

#include "io/store/store.hpp"

namespace icsweep {

/// The named task. An empty name is that of a store's only task.
/// Throws Error(config) if the store has no such task, or if it has several and none is named.
const StoredTable& asked_table(const Store& store, const std::string& task);

/// Throws Error(config): "toy has no result "eror", did you mean error?". Without a near name it lists the known ones.
[[noreturn]] void refuse_name(const std::string& owner, const std::string& kind, const std::string& name,
                              const std::vector<std::string>& known);

/// Throws as refuse_name() unless the name is known.
void expect_name(const std::string& owner, const std::string& kind, const std::string& name,
                 const std::vector<std::string>& known);

/// The columns of one role.
std::vector<std::string> names_of(const Table& table, Role role);

/// The results that are one number per experiment, and `seconds`.
std::vector<std::string> scalar_results(const Table& table);

/// True for a letter, a digit or an underscore, also of other alphabets.
bool is_of_a_name(char c);

/// True if the text can be a column's name. All else is SQL.
bool is_column_name(const std::string& text);

}  // namespace icsweep
