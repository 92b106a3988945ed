// One task of a store as JSON for the report's page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "io/report/columns.hpp"
#include "io/store/stored_table.hpp"

namespace icsweep::report {

/// A task's rows. The status is read first. A row with a final status is therefore complete in everything read later,
/// even while a sweep writes.
class TaskRows {
 public:
  explicit TaskRows(const StoredTable& table);

  const Table& table() const { return table_.table(); }
  /// The number of values in all curves of the task.
  std::int64_t curve_demand() const;
  /// {"task", "rows", "counts", "left_out", "curved", "columns": [{name, role, integral, description, defaultValue,
  /// ...}], "curves"}, with at most curve_budget curve values. counts: 1 for rows that count; left_out: a sentence
  /// about the others (io/query/selection.hpp); curved: the number of rows that have curves in the store.
  nlohmann::ordered_json json(std::int64_t curve_budget, NumberArrays& arrays) const;

 private:
  nlohmann::ordered_json column(const Column& c, NumberArrays& arrays) const;
  nlohmann::ordered_json values(const Column& c, NumberArrays& arrays) const;
  nlohmann::ordered_json parameters(const Column& c, NumberArrays& arrays) const;

  const StoredTable& table_;
  std::vector<std::int64_t> status_, planned_, curved_;  // curved_: rows that have ended or have values along training
  std::vector<std::string> identities_;
};

}  // namespace icsweep::report
