#include "engine/ledger/row_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/ledger/stored_settings.hpp"
#include "engine/ledger/stored_experiment.hpp"
#include "engine/ledger/version.hpp"
#include "io/store/row_bytes.hpp"

namespace icsweep {
namespace {

constexpr std::int64_t block_bytes = std::int64_t{4} << 20;

/// The columns that decide about a row.
struct KeyColumns {
  const ColumnCells &identity, &status, &planned, &attempts, &finished, &version, &digest, &checksum;
  const ColumnCells *rung, *rung_metric, *build, *offset, *count;  // null: the table lacks it
  std::vector<const ColumnCells*> may_hide{};                      // stray bytes

  explicit KeyColumns(const RowBlock& block)
      : identity(*block.find("identity")),
        status(*block.find("status")),
        planned(*block.find("planned")),
        attempts(*block.find("attempts")),
        finished(*block.find("finished")),
        version(*block.find("result_version")),
        digest(*block.find("digest")),
        checksum(*block.find("checksum")),
        rung(block.find(rung_column)),
        rung_metric(block.find(rung_metric_column)),
        build(block.find("build")),
        offset(block.find("weights_offset")),
        count(block.find("weights_count")) {
    for (const ColumnCells& column : block.columns)
      if (column.may_hide) may_hide.push_back(&column);
  }
};

/// Checks rows of one table, block by block.
class RowChecker {
 public:
  RowChecker(const StoredTable& table, const Task* task) : table_(table), hashes_(table.table()) {
    if (task) settings_.emplace(task->schema());
  }

  void check(std::int64_t first, std::int64_t count, const std::function<void(CheckedRow&)>& visit) {
    table_.read_block(first, count, block_);
    const KeyColumns keys(block_);
    hashes_.begin(block_);
    if (settings_) settings_->begin(block_);
    for (std::size_t i = 0; i < block_.rows; ++i) {
      CheckedRow row(block_, i, keys.identity.text(i), keys.status.integers[i] == std::int64_t(Outcome::pending));
      row.entry = entry_of(first + std::int64_t(i), i, keys);
      check(row, i, keys);
      visit(row);
    }
  }

 private:
  void check(CheckedRow& row, std::size_t i, const KeyColumns& keys);
  void check_final(CheckedRow& row, std::size_t i, const KeyColumns& keys, const std::vector<float>& weights);
  void check_pending(CheckedRow& row, std::size_t i, const KeyColumns& keys, const std::vector<float>& weights);
  LedgerEntry entry_of(std::int64_t index, std::size_t i, const KeyColumns& keys) const;

  const StoredTable& table_;
  std::optional<StoredSettings> settings_{};  // without a task: none
  RowHashes hashes_;
  RowBlock block_;
  const std::string build_ = build_hash();
};

void check_parameters(CheckedRow& row) {
  if (row.parameters && *row.parameters != row.identity()) row.damage.push_back("the identity of its parameters");
}

/// Checks a row that has ended. The checksum covers everything that counts in a row. If it differs, the digest
/// shows if results are damaged. If it matches, the row may still have been given the identity of another row.
void RowChecker::check_final(CheckedRow& row, std::size_t i, const KeyColumns& keys,
                             const std::vector<float>& weights) {
  if (const auto status = keys.status.integers[i]; status >= outcome_count) {
    row.damage.push_back(fmt::format("its status is {}", status));
    return;
  }
  if (std::int64_t(hashes_.checksum(block_, i, row.entry.outcome, weights)) != keys.checksum.integers[i]) {
    row.damage.push_back("its checksum");
    if (std::int64_t(hashes_.digest(block_, i)) != keys.digest.integers[i])
      row.damage.push_back("the digest of its results");
  }
  check_parameters(row);
}

/// Checks a pending row. An unplanned one is empty. A row of a new store has checksum 0 and needs no hash.
void RowChecker::check_pending(CheckedRow& row, std::size_t i, const KeyColumns& keys,
                               const std::vector<float>& weights) {
  if (keys.planned.integers[i] != 0) check_parameters(row);
  if (keys.checksum.integers[i] == 0) return;
  for (int outcome = int(Outcome::done); outcome < outcome_count; ++outcome)
    if (std::int64_t(hashes_.checksum(block_, i, Outcome(outcome), weights)) == keys.checksum.integers[i])
      row.unmarked = Outcome(outcome);
}

/// The content of a row, unchecked.
LedgerEntry RowChecker::entry_of(std::int64_t index, std::size_t i, const KeyColumns& keys) const {
  LedgerEntry entry{.planned = keys.planned.integers[i] == 1,
                    .row = RowIndex(index),
                    .outcome = outcome_of_status(keys.status.integers[i])};
  entry.attempts = counted_attempts(entry.outcome, keys.attempts.integers[i], keys.finished.reals[i]);
  if (keys.rung && entry.outcome == Outcome::pruned) entry.rung = keys.rung->integers[i];
  entry.came_to_rung = keys.rung_metric && !std::isnan(keys.rung_metric->reals[i]);
  entry.foreign = !keys.build || keys.build->text(i) != build_;
  return entry;
}

void RowChecker::check(CheckedRow& row, std::size_t i, const KeyColumns& keys) {
  if (settings_) {
    settings_->look_at(i);
    row.parameters = settings_->identity();
    row.decimal = settings_->decimal_identity();
    row.entry.outdated =
        row.entry.outcome != Outcome::pending && keys.version.integers[i] != settings_->result_version();
  }
  std::vector<float> weights;
  if (keys.offset && table_.table().weights > 0)
    weights = table_.weights(keys.offset->integers[i], keys.count->integers[i]);
  if (row.is_pending()) {
    check_pending(row, i, keys, weights);
  } else {
    check_final(row, i, keys, weights);
    for (const ColumnCells* column : keys.may_hide)
      if (column->hides(i)) row.damage.push_back("stray bytes in " + column->column->name);
    row.entry.weights = std::int64_t(weights.size());
    row.entry.soundness = row.damage.empty() ? Soundness::sound : Soundness::damaged;
  }
  if (const auto planned = keys.planned.integers[i]; planned != 0 && planned != 1)
    row.misplaced.push_back(fmt::format("planned is {}", planned));
}

std::int64_t rows_of_block(const StoredTable& table) {
  return std::max<std::int64_t>(1, block_bytes / table.row_bytes());
}

/// Checks the places of weights, row by row: no checksum covers the place of a row without weights.
class WeightPlaces {
 public:
  WeightPlaces(const Table& table, const Task* task) : table_(table), task_(task) {}

  /// Adds the faults of the row's index to row.misplaced. Call it for every row in order, after the row's damage is
  /// known.
  void check(CheckedRow& row) {
    if (table_.weights == 0) return;
    const auto offset = std::get<std::int64_t>(row.cells().at("weights_offset"));
    const auto count = std::get<std::int64_t>(row.cells().at("weights_count"));
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
    if (!task_ || !row.parameters || *row.parameters != row.identity()) return std::nullopt;
    return weight_count(task_->weights(stored_config(task_->schema(), row.cells())));
  }

  const Table& table_;
  const Task* task_;
  std::optional<std::int64_t> next_ = 0;  // start of the next place; unknown after a damaged row
};

}  // namespace

CheckedRow::CheckedRow(const RowBlock& block, std::size_t at, std::string_view identity, bool is_pending)
    : block_(block), at_(at), identity_(identity), is_pending_(is_pending) {}

const Row& CheckedRow::cells() const {
  if (!cells_) cells_ = block_.row(at_);
  return *cells_;
}

const Task* task_of(const TaskRegistry& tasks, const Table& stored) {
  for (const Task* task : tasks.all())
    if (task->schema().task == stored.task)
      return difference(stored, make_table(task->schema())).empty() ? task : nullptr;
  return nullptr;
}

void check_some_rows(const StoredTable& table, const Task* task, const std::set<std::int64_t>& rows,
                     const std::function<void(const CheckedRow&)>& visit) {
  const std::int64_t most = rows_of_block(table);
  RowChecker checker(table, task);
  for (auto next = rows.begin(); next != rows.end();) {  // neighbours are read together
    const std::int64_t first = *next;
    std::int64_t count = 0;
    for (; next != rows.end() && *next == first + count && count < most; ++next) ++count;
    checker.check(first, count, [&](const CheckedRow& row) { visit(row); });
  }
}

void check_rows(const StoredTable& table, const Task* task, const std::function<void(const CheckedRow&)>& visit,
                std::int64_t from) {
  const std::int64_t block = rows_of_block(table), all = table.table().rows;
  WeightPlaces places(table.table(), task);
  RowChecker checker(table, task);
  for (std::int64_t first = from; first < all; first += block)
    checker.check(first, std::min(block, all - first), [&](CheckedRow& row) {
      places.check(row);
      visit(row);
    });
}

}  // namespace icsweep
