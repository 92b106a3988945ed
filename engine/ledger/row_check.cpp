#include "engine/ledger/row_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/ledger/stored_experiment.hpp"
#include "engine/ledger/version.hpp"

namespace icsweep {
namespace {

constexpr std::int64_t block_bytes = std::int64_t{16} << 20;

void check_parameters(CheckedRow& row) {
  if (!row.parameters.empty() && row.parameters != row.identity())
    row.damage.push_back("the identity of its parameters");
}

bool matches(const Table& table, const CheckedRow& row, Outcome outcome, const std::vector<float>& weights) {
  return std::int64_t(checksum(table, row.cells, outcome, weights)) == std::get<std::int64_t>(row.cells.at("checksum"));
}

/// Checks a row that has ended. The checksum covers everything that counts in a row. If it differs, the digest shows
/// whether results are damaged. If it matches, the row may still have been given the identity of another row.
void check_final(const Table& table, CheckedRow& row, const std::vector<float>& weights) {
  if (const auto status = std::get<std::int64_t>(row.cells.at("status")); status >= outcome_count) {
    row.damage.push_back(fmt::format("its status is {}", status));
    return;
  }
  if (!matches(table, row, row.entry.outcome, weights)) {
    row.damage.push_back("its checksum");
    if (std::int64_t(digest(table, row.cells)) != std::get<std::int64_t>(row.cells.at("digest")))
      row.damage.push_back("the digest of its results");
  }
  check_parameters(row);
}

/// Checks a pending row. An unplanned one is empty. A row of a new store has checksum 0 and needs no hash.
void check_pending(const Table& table, CheckedRow& row, const std::vector<float>& weights) {
  if (std::get<std::int64_t>(row.cells.at("planned")) != 0) check_parameters(row);
  if (std::get<std::int64_t>(row.cells.at("checksum")) == 0) return;
  for (int outcome = int(Outcome::done); outcome < outcome_count; ++outcome)
    if (matches(table, row, Outcome(outcome), weights)) row.unmarked = Outcome(outcome);
}

/// The content of a row, unchecked.
LedgerEntry entry_of(std::int64_t index, const Row& cells) {
  const auto integer = [&](const char* column) { return std::get<std::int64_t>(cells.at(column)); };
  LedgerEntry entry{
      .planned = integer("planned") == 1, .row = RowIndex(index), .outcome = outcome_of_status(integer("status"))};
  entry.attempts = counted_attempts(entry.outcome, integer("attempts"), std::get<double>(cells.at("finished")));
  if (cells.contains(rung_column) && entry.outcome == Outcome::pruned) entry.rung = integer(rung_column);
  const auto metric = cells.find(rung_metric_column), build = cells.find("build");
  entry.came_to_rung = metric != cells.end() && !std::isnan(std::get<double>(metric->second));
  entry.foreign = build == cells.end() || std::get<std::string>(build->second) != build_hash();
  return entry;
}

std::int64_t rows_of_block(const StoredTable& table) {
  return std::max<std::int64_t>(1, block_bytes / table.row_bytes());
}

void check_block(const StoredTable& table, const Task* task, std::int64_t first, std::int64_t count,
                 const std::function<void(CheckedRow&)>& visit) {
  std::vector<std::vector<std::string>> unseen;
  const auto rows = table.read_rows(first, count, &unseen);
  Config neighbour;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CheckedRow row{.entry = entry_of(first + std::int64_t(i), rows[i]), .cells = rows[i]};
    if (task) {
      const Config config = stored_config(task->schema(), rows[i], neighbour);
      if (i == 0) neighbour = config;
      row.parameters = identity(task->schema(), config);
      row.decimal = decimal_identity(task->schema(), config);
      row.entry.outdated =
          row.entry.outcome != Outcome::pending &&
          std::get<std::int64_t>(rows[i].at("result_version")) != task->schema().result_version_of(config);
    }
    const std::vector<float> weights = table.weights(rows[i]);
    if (row.is_pending()) {
      check_pending(table.table(), row, weights);
    } else {
      check_final(table.table(), row, weights);
      for (const auto& column : unseen[i]) row.damage.push_back("stray bytes in " + column);
      row.entry.weights = std::int64_t(weights.size());
      row.entry.soundness = row.damage.empty() ? Soundness::sound : Soundness::damaged;
    }
    if (const auto planned = std::get<std::int64_t>(rows[i].at("planned")); planned != 0 && planned != 1)
      row.misplaced.push_back(fmt::format("planned is {}", planned));
    visit(row);
  }
}

/// Checks the places of weights, row by row: no checksum covers the place of a row without weights.
class WeightPlaces {
 public:
  WeightPlaces(const Table& table, const Task* task) : table_(table), task_(task) {}

  /// Adds the faults of the row's index to row.misplaced. Call it for every row in order, after the row's damage is
  /// known.
  void check(CheckedRow& row) {
    if (table_.weights == 0) return;
    const auto offset = std::get<std::int64_t>(row.cells.at("weights_offset"));
    const auto count = std::get<std::int64_t>(row.cells.at("weights_count"));
    if (!row.damage.empty()) {
      next_.reset();
      return;
    }
    if (!row.is_pending() && count != row.entry.weights)
      row.misplaced.push_back(fmt::format("weights_count is {}", count));
    if (row.entry.weights > 0) {  // the checksum covers its index
      next_ = offset + count;
      return;
    }
    if (offset == -1) return;
    if (offset < 0 || offset > table_.weights || (next_ && offset != *next_))
      row.misplaced.push_back(fmt::format("weights_offset is {}", offset));
    const auto size = room(row);
    next_ = size ? std::optional(next_.value_or(offset) + *size) : std::nullopt;
  }

 private:
  /// Number of weights that a row without any has room for. Unknown for a damaged configuration, whose size may exceed
  /// all memory.
  std::optional<std::int64_t> room(const CheckedRow& row) const {
    if (!task_ || row.parameters != row.identity()) return std::nullopt;
    return weight_count(task_->weights(stored_config(task_->schema(), row.cells)));
  }

  const Table& table_;
  const Task* task_;
  std::optional<std::int64_t> next_ = 0;  // start of the next place; unknown after a damaged row
};

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
