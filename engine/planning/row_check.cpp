#include "engine/planning/row_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/planning/stored_experiment.hpp"
#include "engine/planning/weight_places.hpp"

namespace icsweep {
namespace {

constexpr std::int64_t block_bytes = std::int64_t{16} << 20;

void check_parameters(CheckedRow& row) {
  if (!row.parameters.empty() && row.parameters != std::get<std::string>(row.cells.at("identity")))
    row.damage.push_back("the identity of its parameters");
}

bool matches(const Table& table, const CheckedRow& row, Outcome outcome, const std::vector<float>& weights) {
  return std::int64_t(checksum(table, row.cells, outcome, weights)) == std::get<std::int64_t>(row.cells.at("checksum"));
}

/// The checksum covers all of a row that counts; if it does not match, the digest tells whether results are damaged. If
/// it matches, somebody may still have given the row another row's identity.
void check_final(const Table& table, CheckedRow& row, const std::vector<float>& weights) {
  if (row.status >= outcome_count) {
    row.damage.push_back(fmt::format("its status is {}", row.status));
    return;
  }
  if (!matches(table, row, Outcome(row.status), weights)) {
    row.damage.push_back("its checksum");
    if (std::int64_t(digest(table, row.cells)) != std::get<std::int64_t>(row.cells.at("digest")))
      row.damage.push_back("the digest of its results");
  }
  check_parameters(row);
}

/// An unplanned pending row holds nothing. A row of a new store has checksum 0, which saves hashing it.
void check_pending(const Table& table, CheckedRow& row, const std::vector<float>& weights) {
  if (std::get<std::int64_t>(row.cells.at("planned")) != 0) check_parameters(row);
  if (std::get<std::int64_t>(row.cells.at("checksum")) == 0) return;
  for (int outcome = int(Outcome::done); outcome < outcome_count; ++outcome)
    if (matches(table, row, Outcome(outcome), weights)) row.unmarked = Outcome(outcome);
}

std::int64_t rows_of_block(const StoredTable& table) {
  return std::max<std::int64_t>(1, block_bytes / table.row_bytes());
}

void check_block(const StoredTable& table, const Task* task, std::int64_t first, std::int64_t count,
                 const std::function<void(CheckedRow&)>& visit) {
  std::vector<std::vector<std::string>> unseen;
  const auto rows = table.read_rows(first, count, &unseen);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CheckedRow row{
        .index = first + std::int64_t(i), .cells = rows[i], .status = std::get<std::int64_t>(rows[i].at("status"))};
    if (task) {
      const Config config = stored_config(task->schema(), rows[i]);
      row.parameters = identity(task->schema(), config);
      row.decimal = decimal_identity(task->schema(), config);
    }
    const std::vector<float> weights = table.weights(rows[i]);
    if (row.status == std::int64_t(Outcome::pending)) {
      check_pending(table.table(), row, weights);
    } else {
      check_final(table.table(), row, weights);
      for (const auto& column : unseen[i]) row.damage.push_back("stray bytes in " + column);
      row.weights = std::int64_t(weights.size());
    }
    if (const auto planned = std::get<std::int64_t>(rows[i].at("planned")); planned != 0 && planned != 1)
      row.misplaced.push_back(fmt::format("planned is {}", planned));
    visit(row);
  }
}

}  // namespace

const Task* task_of(const TaskRegistry& tasks, const Table& stored) {
  for (const Task* task : tasks.all())
    if (task->schema().task == stored.task)
      return difference(stored, make_table(task->schema())).empty() ? task : nullptr;
  return nullptr;
}

void check_some_rows(const StoredTable& table, const Task* task, const std::set<std::int64_t>& rows,
                     const std::function<void(const CheckedRow&)>& visit) {
  const std::int64_t most = rows_of_block(table);
  for (auto next = rows.begin(); next != rows.end();) {  // neighbours are read together
    const std::int64_t first = *next;
    std::int64_t count = 0;
    for (; next != rows.end() && *next == first + count && count < most; ++next) ++count;
    check_block(table, task, first, count, [&](const CheckedRow& row) { visit(row); });
  }
}

void check_rows(const StoredTable& table, const Task* task, const std::function<void(const CheckedRow&)>& visit) {
  const std::int64_t block = rows_of_block(table), all = table.table().rows;
  WeightPlaces places(table.table(), task);
  for (std::int64_t first = 0; first < all; first += block)
    check_block(table, task, first, std::min(block, all - first), [&](CheckedRow& row) {
      places.check(row);
      visit(row);
    });
}

}  // namespace icsweep
