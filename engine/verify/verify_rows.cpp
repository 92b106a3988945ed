#include "engine/verify/verify_rows.hpp"

#include <fmt/format.h>

#include "engine/ledger/row_check.hpp"
#include "engine/ledger/stored_sweep.hpp"

namespace icsweep {
namespace {

class Verification {
 public:
  Verification(const TaskRegistry& tasks, const Store& store, bool leased,
               const std::function<void(const Finding&)>& tell)
      : tasks_(tasks),
        leased_(leased),
        tell_(tell),
        points_(planned_points(tasks, store)),
        missing_(points_.identities) {}

  void check(const StoredTable& table) {
    const std::string& name = table.table().task;
    const Task* task = task_of(tasks_, table.table());
    if (!task)
      result_.notes.push_back(
          fmt::format("{}: this program has no such task with these columns; its identities are not checked", name));
    check_rows(table, task, [&](const CheckedRow& row) { check(name, row); });
  }

  /// Reports the rows whose `planned` differs from the sweep. They come last, when it is known that the text of the
  /// sweep still expands to the experiments of the store.
  Verified conclude() {
    if (points_.unknown.empty() && !missing_.empty())
      points_.unknown = "this program expands its sweep to other experiments";
    if (!points_.unknown.empty()) {
      result_.notes.push_back(fmt::format("planned is not compared with the sweep: {}", points_.unknown));
      return std::move(result_);
    }
    for (const auto& finding : unlike_sweep_) report(finding);
    result_.pending -= unlike_pending_;
    result_.sound -= unlike_sweep_.size() - unlike_pending_;
    return std::move(result_);
  }

 private:
  void check(const std::string& task, const CheckedRow& row) {
    const std::string& identity = row.identity();
    Finding finding{task, identity, row.index(), row.damage};
    missing_.erase(identity);
    missing_.erase(row.parameters);
    missing_.erase(row.decimal);
    ++result_.rows;
    finding.wrong.insert(finding.wrong.end(), row.misplaced.begin(), row.misplaced.end());
    if (row.unmarked && !leased_)
      finding.wrong.push_back(
          fmt::format("its status is pending, its checksum that of a row that is {}", name_of(*row.unmarked)));
    if (!finding.wrong.empty()) return report(finding);
    (row.is_pending() ? result_.pending : result_.sound) += 1;
    result_.unmarked += row.unmarked.has_value();
    const bool planned = row.entry.planned;
    const std::string point = points_.of(identity, row.decimal);
    const bool in_sweep = point == identity || (planned && !point.empty());  // another row may have the rounded point
    if (points_.unknown.empty() && planned != in_sweep) {
      finding.wrong = {fmt::format("planned is {}, its sweep says {}", int(planned), int(!planned))};
      unlike_sweep_.push_back(std::move(finding));
      unlike_pending_ += row.is_pending();
    }
  }

  void report(const Finding& finding) {
    result_.damaged[finding.task].insert(finding.row);
    tell_(finding);
  }

  const TaskRegistry& tasks_;
  bool leased_;
  const std::function<void(const Finding&)>& tell_;
  PlannedPoints points_;
  std::set<std::string> missing_;  // experiments of the sweep that no row has had so far
  std::vector<Finding> unlike_sweep_;
  std::size_t unlike_pending_ = 0;
  Verified result_;
};

}  // namespace

std::size_t Verified::damaged_rows() const {
  std::size_t sum = 0;
  for (const auto& [task, rows] : damaged) sum += rows.size();
  return sum;
}

Verified verify_rows(const TaskRegistry& tasks, const Store& store, bool leased,
                     const std::function<void(const Finding&)>& tell) {
  Verification verification(tasks, store, leased, tell);
  for (const auto& table : store.tables()) verification.check(table);
  return verification.conclude();
}

}  // namespace icsweep
