// One task of a store as JSON for the report's page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "io/report/columns.hpp"
#include "io/report/listing.hpp"
#include "io/report/setting_sums.hpp"
#include "io/store/store.hpp"

namespace icsweep::report {

/// A task's rows, of which the page lists at most `most`.
class TaskPage {
 public:
  TaskPage(const TaskColumns& rows, const StoreHeader& header, std::int64_t most);

  const Listing& listing() const { return listing_; }
  /// The number of values in all curves of the listed rows.
  std::int64_t curve_demand() const;
  /// {"task", "rows", "listed", "sums", "settings", "counts", "left_out", "curved", "columns": [{name, role, integral,
  /// description, defaultValue, varies, ...}], "curves"}, with at most curve_budget curve values. sums: of all rows
  /// (io/report/sums.hpp). listed and settings: null if every row is listed; settings also if there are too many.
  /// counts: 1 for listed rows that count; left_out: a sentence about the others (io/query/selection.hpp); curved: the
  /// number of rows that have curves in the store.
  nlohmann::ordered_json json(std::int64_t curve_budget, NumberArrays& arrays) const;

 private:
  nlohmann::ordered_json sums() const;
  nlohmann::ordered_json column(const Column& c, NumberArrays& arrays) const;
  nlohmann::ordered_json values(const Column& c, NumberArrays& arrays) const;
  nlohmann::ordered_json parameters(const Column& c, NumberArrays& arrays) const;
  nlohmann::ordered_json curves(std::int64_t budget, NumberArrays& arrays) const;

  const TaskColumns& rows_;
  const Column* metric_;  // null without a result
  bool largest_;
  Listing listing_;
  SettingSums settings_;
  std::vector<std::int64_t> curved_;  // of all rows
};

}  // namespace icsweep::report
