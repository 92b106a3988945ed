// The numbers of a page that cover all rows of a store, also those that the page does not list.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "io/report/task_columns.hpp"

namespace icsweep::report {

inline constexpr std::size_t max_messages = 50;  ///< of failures, per task

/// {"planned", "unplanned", "outcomes": {OUTCOME: n}, "seconds", "begin", "end", "median"}: planned rows by outcome,
/// the number of the others; the sum and median of the seconds of all rows, and when the first began and the last
/// ended.
nlohmann::ordered_json tally_json(const TaskColumns& rows);

/// Rows of one unwanted outcome, message and sweep.
struct FailureGroup {
  Outcome outcome;
  std::string message;
  bool earlier;  ///< of an earlier sweep
  std::vector<std::int64_t> rows{};
};
/// In the order of their first rows.
std::vector<FailureGroup> failure_groups(const TaskColumns& rows);

/// {"groups": n, "most": [{"outcome", "message", "earlier", "count"}]}: failed rows by outcome, message and sweep, the
/// most frequent first.
nlohmann::ordered_json failures_json(const TaskColumns& rows);

/// [{"rung", "pruned", "reached", "least", "largest"}]: the rows that a search pruned at each rung, those of them that
/// have a metric there, and its range.
nlohmann::ordered_json rungs_json(const TaskColumns& rows);

/// The number of rows that count and learnt nothing.
std::int64_t unlearnt_rows(const TaskColumns& rows);

/// The result versions of rows that ran, ascending.
std::set<std::int64_t> result_versions(const TaskColumns& rows);

/// The work of each kind of host.
class HostSums {
 public:
  void add(const TaskColumns& rows);
  /// [{"host", "level", "ranks", "experiments", "seconds"}] in the order of their first rows.
  nlohmann::ordered_json json() const;

 private:
  struct Work {
    std::string host, level;
    std::set<std::int64_t> ranks{};
    std::int64_t experiments = 0;
    double seconds = 0;
  };
  std::vector<Work> all_;
  std::map<std::pair<std::string, std::string>, std::size_t> places_;
};

}  // namespace icsweep::report
