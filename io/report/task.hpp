// One task of a store, as the report's page reads it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "io/report/columns.hpp"
#include "io/store/hdf5_table.hpp"

namespace icsweep::report {

/// A task's rows. The status is read before anything else: a row that is final by it is then whole in what is read
/// later, even while a sweep writes.
class TaskRows {
 public:
  explicit TaskRows(const hdf5::OpenTable& table);

  const Table& table() const { return table_.table(); }
  /// Values that all curves of the task would take.
  std::int64_t curve_demand() const;
  /// {"task", "rows", "curved", "columns": [{name, role, integral, description, defaultValue, ...}], "curves"}, with so
  /// many curve values at most. curved: how many rows have curves in the store.
  nlohmann::ordered_json json(std::int64_t curve_budget, NumberArrays& arrays) const;

 private:
  nlohmann::ordered_json column(const Column& c, NumberArrays& arrays) const;
  nlohmann::ordered_json values(const Column& c, NumberArrays& arrays) const;

  const hdf5::OpenTable& table_;
  std::vector<std::int64_t> status_, curved_;  // curved_: rows that have ended, or have come some way
  std::vector<std::string> identities_;
};

}  // namespace icsweep::report
