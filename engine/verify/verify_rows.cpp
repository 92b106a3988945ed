#include "engine/verify/verify_rows.hpp"

#include <fmt/format.h>

#include "engine/ledger/row_check.hpp"
#include "engine/ledger/stored_sweep.hpp"

namespace icsweep {
namespace {

class Verification {
 public:
  Verification(const TaskRegistry& tasks, const Store& store, bool leased,
               const std::function<void(const Finding&)>& report)
      : tasks_(tasks), leased_(leased), report_(report), reader_(tasks, store) {}

  void check(const StoredTable& table) {
    const std::string& name = table.table().task;
    const Task* task = task_of(tasks_, table.table());
    if (!task)
      result_.notes.push_back(
          fmt::format("{}: this program has no such task with these columns; its identities are not checked", name));
    check_rows(table, task, [&](const CheckedRow& row) {
      reader_.add(name, row);
      check(name, row);
    });
  }

  /// Reports the rows whose `planned` differs from the sweep. They come last, when it is known that the text of the
  /// sweep still expands to the experiments of the store.
  Verified conclude() {
    PlannedPoints points = reader_.points();
    if (points.unknown.empty() && !are_all_seen(points.identities))
      points.unknown = "this program expands its sweep to other experiments";
    if (!points.unknown.empty()) {
      result_.notes.push_back(fmt::format("planned is not compared with the sweep: {}", points.unknown));
      return std::move(result_);
    }
    for (const SeenRow& row : seen_)
      if (row.sound) compare(points, row);
    return std::move(result_);
  }

 private:
  struct SeenRow {
    const std::string& task;
    std::int64_t row;
    std::string identity, decimal, other;  // other: identity of its parameters, if that is another
    bool planned, pending, sound;
  };

  bool are_all_seen(std::set<std::string> missing) const {
    for (const SeenRow& row : seen_)
      for (const auto& identity : {row.identity, row.decimal, row.other}) missing.erase(identity);
    return missing.empty();
  }

  void compare(const PlannedPoints& points, const SeenRow& row) {
    const std::string point = points.of(row.identity, row.decimal);
    const bool in_sweep = point == row.identity || (row.planned && !point.empty());  // another may have the rounded one
    if (row.planned == in_sweep) return;
    report({row.task,
            row.identity,
            row.row,
            {fmt::format("planned is {}, its sweep says {}", int(row.planned), int(!row.planned))}});
    --(row.pending ? result_.pending : result_.sound);
  }

  void check(const std::string& task, const CheckedRow& row) {
    const std::string& identity = row.identity();
    Finding finding{task, identity, row.index(), row.damage};
    SeenRow& seen =
        seen_.emplace_back(SeenRow{task, row.index(), identity, row.decimal,
                                   !row.parameters || *row.parameters == identity ? "" : row.parameters->text(),
                                   row.entry.planned, row.is_pending(), false});
    ++result_.rows;
    finding.wrong.insert(finding.wrong.end(), row.misplaced.begin(), row.misplaced.end());
    if (row.unmarked && !leased_)
      finding.wrong.push_back(
          fmt::format("its status is pending, its checksum that of a row that is {}", name_of(*row.unmarked)));
    if (!finding.wrong.empty()) return report(finding);
    (row.is_pending() ? result_.pending : result_.sound) += 1;
    result_.unmarked += row.unmarked.has_value();
    seen.sound = true;
  }

  void report(const Finding& finding) {
    result_.damaged[finding.task].insert(finding.row);
    report_(finding);
  }

  const TaskRegistry& tasks_;
  bool leased_;
  const std::function<void(const Finding&)>& report_;
  PointsByRows reader_;
  std::vector<SeenRow> seen_;
  Verified result_;
};

}  // namespace

std::size_t Verified::damaged_rows() const {
  std::size_t sum = 0;
  for (const auto& [task, rows] : damaged) sum += rows.size();
  return sum;
}

Verified verify_rows(const TaskRegistry& tasks, const Store& store, bool leased,
                     const std::function<void(const Finding&)>& report) {
  Verification verification(tasks, store, leased, report);
  for (const auto& table : store.tables()) verification.check(table);
  return verification.conclude();
}

}  // namespace icsweep
