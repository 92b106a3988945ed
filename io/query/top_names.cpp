#include "io/query/top_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/base/error.hpp"
#include "io/query/query.hpp"
#include "io/store/asked_names.hpp"

namespace icsweep {

using Names = std::vector<std::string>;

void expect_top_names(const Table& table, const Names& metrics, const Names& by) {
  for (const auto& c : table.columns) {
    if (!c.dimensions.empty() && std::ranges::find(metrics, c.name) != metrics.end())
      throw Error(ErrorKind::config, fmt::format("top: {} has an axis {}, use icsweep query with the table {}_{}",
                                                 c.name, c.dimensions[0], table.task, c.name));
  }
  for (const auto& metric : metrics) expect_name(table.task, "scalar result", metric, scalar_results(table));
  for (const auto& name : by) {
    expect_name(table.task, "parameter", name, names_of(table, Role::parameter));
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
