#include "io/query/top_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/base/phrases.hpp"
#include "io/query/query.hpp"

namespace icsweep {
namespace {

using Names = std::vector<std::string>;

/// Throws if the name is not among the known ones.
void expect_known(const std::string& what, const std::string& name, const Names& known) {
  if (std::ranges::find(known, name) == known.end())
    throw Error(ErrorKind::config, fmt::format("{} \"{}\"{}", what, name, suggestion(name, known)));
}

}  // namespace

const Table& top_table(const Store& store, const std::string& task) {
  Names tasks;
  for (const auto& open : store.tables()) tasks.push_back(open.table().task);
  expect_known("top: the store has no task", task, tasks);
  return store.find(task)->table();
}

void expect_top_names(const Table& table, const Names& metrics, const Names& by) {
  Names scalars, parameters;
  for (const auto& c : table.columns) {
    if (c.role == Role::parameter) parameters.push_back(c.name);
    if (!c.dimensions.empty() && std::ranges::find(metrics, c.name) != metrics.end())
      throw Error(ErrorKind::config, fmt::format("top: {} has an axis {}, use icsweep query with the table {}_{}",
                                                 c.name, c.dimensions[0], table.task, c.name));
    if ((c.role == Role::result || c.name == "seconds") && c.dimensions.empty()) scalars.push_back(c.name);
  }
  for (const auto& metric : metrics)
    expect_known(fmt::format("top: task {} has no scalar result", table.task), metric, scalars);
  for (const auto& name : by) {
    expect_known(fmt::format("top: task {} has no parameter", table.task), name, parameters);
    if (std::ranges::count(by, name) > 1) throw Error(ErrorKind::config, fmt::format("top: --by names {} twice", name));
  }
}

Names other_parameters(const SqlDatabase& database, const Table& table, const Names& by, Counting counting) {
  Names others;
  for (const auto& name : varying_parameters(database, table, planned_condition(counting)))
    if (!table.find(name)->repeats && std::ranges::find(by, name) == by.end()) others.push_back(name);
  return others;
}

}  // namespace icsweep
