#include "engine/verify/store_difference.hpp"

#include <algorithm>

#include "engine/ledger/row_check.hpp"
#include "engine/ledger/stored_experiment.hpp"
#include "engine/verify/compared_settings.hpp"
#include "io/base/decimal.hpp"

namespace icsweep {
namespace {

using Names = std::vector<std::string>;

Names names_of(const Table& table, Role role) {
  Names names;
  for (const auto& c : table.columns)
    if (c.role == role) names.push_back(c.name);
  return names;
}

/// Names of columns of a role that only the first table has.
Names lacking(const Table& table, const Table& other, Role role) {
  Names names = names_of(table, role);
  std::erase_if(names, [&](const std::string& name) { return other.find(name) != nullptr; });
  return names;
}

/// Rows with a real parameter that has no usual decimal form: 0.0009999999999999998.
std::vector<bool> unrounded(const StoredTable& stored) {
  std::vector<bool> answer(std::size_t(stored.table().rows), false);
  for (const auto& c : stored.table().columns) {
    if (c.role != Role::parameter || c.kind != ValueType::real) continue;
    const std::vector<double> values = stored.reals(c.name);
    for (std::size_t row = 0; row < values.size(); ++row)
      if (decimal(values[row]) != values[row]) answer[row] = true;
  }
  return answer;
}

/// Gives a row whose experiment is in one store only the identity of its rounded configuration, if the other store has
/// that.
void round_keys(const TaskRegistry& tasks, ComparedTable& side, const ComparedTable& other) {
  const Task* task = task_of(tasks, side.stored().table());
  if (!task) return;
  const std::vector<bool> candidates = unrounded(side.stored());
  for (const std::size_t row : side.rows) {
    if (!candidates[row] || other.row_of.contains(side.keys[row])) continue;
    const Row cells = side.stored().read_rows(std::int64_t(row), 1).at(0);
    const std::string rounded = decimal_identity(task->schema(), stored_config(task->schema(), cells));
    if (!other.row_of.contains(rounded) || side.row_of.contains(rounded)) continue;
    side.row_of.erase(side.keys[row]);
    side.row_of[rounded] = row;
    side.keys[row] = rounded;
  }
}

/// Whole rows of a table, read in blocks.
class RowBlock {
 public:
  explicit RowBlock(const StoredTable& stored) : stored_(stored) {}
  const Row& at(std::size_t row) {
    if (row < first_ || row >= first_ + rows_.size()) {
      first_ = row;
      rows_ = stored_.read_rows(std::int64_t(row),
                                std::min<std::int64_t>(rows_at_once, stored_.table().rows - std::int64_t(row)));
    }
    return rows_[row - first_];
  }
  const Table& table() const { return stored_.table(); }

 private:
  static constexpr std::int64_t rows_at_once = 64;
  const StoredTable& stored_;
  std::size_t first_ = 0;
  std::vector<Row> rows_;
};

/// True if two rows have equal values of the results that both have.
bool equal_in_common(RowBlock& a, std::size_t row_a, RowBlock& b, std::size_t row_b) {
  Row kept_a, kept_b;
  for (const auto& c : a.table().columns) {
    const Column* other = b.table().find(c.name);
    if (c.role != Role::result || !other) continue;
    const Cell &cell_a = a.at(row_a).at(c.name), &cell_b = b.at(row_b).at(c.name);
    if (is_neutral(c, cell_a) || is_neutral(*other, cell_b)) continue;
    kept_a[c.name] = cell_a, kept_b[c.name] = cell_b;
  }
  return digest(a.table(), kept_a) == digest(a.table(), kept_b);  // in the column order of one table
}

TaskDifference compare_tables(const TaskRegistry& tasks, TableLedger first_ledger, TableLedger second_ledger,
                              Counting counting) {
  const StoredTable &first = *first_ledger.table, &second = *second_ledger.table;
  ComparedTable a(std::move(first_ledger), counting), b(std::move(second_ledger), counting);
  round_keys(tasks, a, b);
  round_keys(tasks, b, a);
  TaskDifference d{.task = first.table().task};
  d.left_out = {a.left_out(counting), b.left_out(counting)};
  const std::array<const Table*, 2> tables{&first.table(), &second.table()};
  for (const Role role : {Role::parameter, Role::result})
    for (std::size_t side : {0u, 1u})
      for (auto& name : lacking(*tables[side], *tables[1 - side], role))
        d.columns_alone[side].push_back(std::move(name));
  RowBlock rows_a(first), rows_b(second);
  std::vector<bool> changed_a(a.keys.size(), false);
  for (const std::size_t row : a.rows) {
    const auto found = b.row_of.find(a.keys[row]);
    if (found == b.row_of.end()) {
      ++d.alone[0];
      changed_a[row] = true;
      continue;
    }
    ++d.both;
    const Outcome mine = a.outcome(row), other = b.outcome(found->second);
    if (mine == Outcome::pending || other == Outcome::pending) {
      mine == other ? ++d.pending : ++d.ended_alone[mine == Outcome::pending];
      changed_a[row] = mine != other;
    } else if (mine != other) {
      ++d.other_outcome;
      changed_a[row] = true;
    } else if (mine != Outcome::done) {
      ++d.equal_outcome;
    } else if (a.digests[row] == b.digests[found->second]) {
      ++d.equal;
    } else if (equal_in_common(rows_a, row, rows_b, found->second)) {
      ++d.equal_common;
    } else {
      ++d.other_results;
      changed_a[row] = true;
    }
  }
  d.alone[1] = b.rows.size() - d.both;
  std::vector<bool> changed_b(b.keys.size(), false);
  for (const std::size_t row : b.rows) changed_b[row] = !a.row_of.contains(b.keys[row]);
  compare_settings(a, b, changed_a, changed_b, d);
  return d;
}

}  // namespace

bool TaskDifference::same() const {
  return alone[0] + alone[1] + ended_alone[0] + ended_alone[1] + other_results + other_outcome == 0;
}

bool StoreDifference::same() const {
  return tasks_alone[0].empty() && tasks_alone[1].empty() &&
         std::all_of(tasks.begin(), tasks.end(), [](const TaskDifference& t) { return t.same(); });
}

StoreDifference compare(const TaskRegistry& tasks, const Store& first, const Store& second, Counting counting) {
  StoreDifference d;
  for (const StoredTable& table : first.tables())
    if (const StoredTable* other = second.find(table.table().task))
      d.tasks.push_back(
          compare_tables(tasks, ledger_of(first.header(), table), ledger_of(second.header(), *other), counting));
    else d.tasks_alone[0].push_back(table.table().task);
  for (const StoredTable& table : second.tables())
    if (!first.find(table.table().task)) d.tasks_alone[1].push_back(table.table().task);
  return d;
}

}  // namespace icsweep
