#include "io/query/sql_arrays.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

namespace icsweep {
namespace {

using What = ArraysTable::What;

constexpr std::int64_t block_values = 1 << 17;  // a megabyte
constexpr std::size_t max_blocks = 64;          // kept per array

std::vector<SqlField> fields_of(const Column& column) {
  std::vector<SqlField> fields{{"experiment", "INTEGER", ""}};
  for (const auto& d : column.dimensions) fields.push_back({d, "INTEGER", ""});
  fields.push_back({"value", "REAL", column.description});
  return fields;
}

/// One array of a search. `held`: the index that a condition fixes on each axis, if any.
struct Stretch {
  StoredArray* array;
  std::int64_t first_row;  // row number of the array's first value in the table
  std::vector<std::optional<std::int64_t>> held;
};

/// The values of several stretches, row-major.
class ArrayCursor : public SqlCursor {
 public:
  ArrayCursor(const std::vector<ArraysTable::Part>& parts, std::vector<Stretch> stretches)
      : parts_(parts), stretches_(std::move(stretches)) {}

  bool next() override {
    while (current_ < stretches_.size()) {
      if (!advance()) {
        ++current_;
        at_.clear();
        continue;
      }
      place_ = 0;
      for (std::size_t a = 0; a < at_.size(); ++a) place_ = place_ * array().extents()[a] + at_[a];
      value_ = array().value(place_);
      if (!std::isnan(value_)) return true;
    }
    return false;
  }
  std::int64_t row() const override { return stretches_[current_].first_row + place_; }
  void give(sqlite3_context* answer, int field) const override {
    const auto [what, axis] = parts_[std::size_t(field)];
    const auto text = [&](const std::string& t) {
      sqlite3_result_text(answer, t.data(), int(t.size()), SQLITE_STATIC);
    };
    if (what == What::value) sqlite3_result_double(answer, value_);
    else if (what == What::index) sqlite3_result_int64(answer, at_[axis] + array().firsts()[axis]);
    else text(what == What::task ? array().task() : array().name());
  }

 private:
  StoredArray& array() const { return *stretches_[current_].array; }

  /// Moves to the first place of the current stretch, or to the next place; false after the last.
  bool advance() {
    const auto& held = stretches_[current_].held;
    if (at_.empty()) {
      for (const auto& index : held) at_.push_back(index.value_or(0));
      return array().size() > 0;
    }
    for (std::size_t a = at_.size(); a-- > 0;) {
      if (held[a]) continue;
      if (++at_[a] < array().extents()[a]) return true;
      at_[a] = 0;
    }
    return false;
  }

  const std::vector<ArraysTable::Part>& parts_;
  std::vector<Stretch> stretches_;
  std::size_t current_ = 0;
  std::vector<std::int64_t> at_;
  std::int64_t place_ = 0;
  double value_ = 0;
};

/// Applies a condition to the stretch; false if no value of the array can meet it. A condition that depends on SQL's
/// conversions is left to SQLite.
bool hold(Stretch& stretch, const ArraysTable::Part& part, sqlite3_value* value) {
  if (sqlite3_value_type(value) == SQLITE_NULL) return false;
  if (part.what == What::index) {
    const int kind = sqlite3_value_numeric_type(value);
    if (kind == SQLITE_FLOAT && sqlite3_value_double(value) != std::floor(sqlite3_value_double(value))) return false;
    if (kind != SQLITE_INTEGER && kind != SQLITE_FLOAT) return true;
    const std::int64_t index = sqlite3_value_int64(value) - stretch.array->firsts()[part.axis];
    stretch.held[part.axis] = index;
    return index >= 0 && index < stretch.array->extents()[part.axis];
  }
  if (sqlite3_value_type(value) != SQLITE_TEXT) return true;
  const std::string& own = part.what == What::task ? stretch.array->task() : stretch.array->name();
  return own == reinterpret_cast<const char*>(sqlite3_value_text(value));
}

}  // namespace

StoredArray::StoredArray(const StoredTable& table, const Column& column, std::shared_ptr<StoredColumn> status,
                         std::shared_ptr<Counted> counted)
    : table_(table),
      column_(column),
      status_(std::move(status)),
      counted_(std::move(counted)),
      extents_{table.table().rows},
      firsts_{0} {
  for (const auto& d : column.dimensions) {
    extents_.push_back(table.table().extents.at(d));
    firsts_.push_back(first_index(d));
  }
  row_size_ = std::accumulate(extents_.begin() + 1, extents_.end(), std::int64_t{1}, std::multiplies<>());
  block_rows_ = std::max<std::int64_t>(1, block_values / std::max<std::int64_t>(1, row_size_));
  blocks_.resize(std::size_t((extents_[0] + block_rows_ - 1) / block_rows_));
}

std::int64_t StoredArray::size() const {
  return extents_[0] * row_size_;
}

bool StoredArray::has(std::int64_t row) const {
  if (counted_) return (*counted_)(row);
  return status_->integer(row) == std::int64_t(Outcome::done) || is_along_training(column_.dimensions);
}

void StoredArray::read(std::vector<double>& block, std::int64_t first) {
  status_->load();
  const std::int64_t rows = std::min(block_rows_, extents_[0] - first);
  block = table_.reals(column_.name, first, rows);
  for (std::int64_t row = 0; row < rows; ++row)
    if (!has(first + row))
      std::fill_n(block.begin() + row * row_size_, row_size_, std::numeric_limits<double>::quiet_NaN());
}

double StoredArray::value(std::int64_t place) {
  const std::int64_t block_size = block_rows_ * row_size_, first = place / block_size * block_rows_;
  auto& block = blocks_[std::size_t(place / block_size)];
  if (block.empty()) {
    if (++blocks_held_ > max_blocks) {
      for (auto& b : blocks_) b = {};
      blocks_held_ = 1;
    }
    read(block, first);
  }
  return block[std::size_t(place % block_size)];
}

ArraysTable::ArraysTable(std::shared_ptr<StoredArray> array, const Column& column)
    : SqlTable(array->task() + (array->is_counted() ? "_" : "_all_") + column.name, fields_of(column)),
      arrays_{std::move(array)} {
  for (std::size_t axis = 0; axis <= column.dimensions.size(); ++axis) parts_.push_back({What::index, axis});
  parts_.push_back({What::value, 0});
}

ArraysTable::ArraysTable(std::string name, std::vector<std::shared_ptr<StoredArray>> curves)
    : SqlTable(std::move(name), {{"task", "TEXT", ""},
                                 {"experiment", "INTEGER", "row number in the task's table"},
                                 {"curve", "TEXT", "name of a result with one dimension"},
                                 {"at", "INTEGER", "index in that; positions count from 1"},
                                 {"value", "REAL", ""}}),
      arrays_(std::move(curves)),
      parts_{{What::task, 0}, {What::index, 0}, {What::curve, 0}, {What::index, 1}, {What::value, 0}} {}

double ArraysTable::expected_rows(const std::vector<int>& conditions) const {
  double expected = 0;
  for (const auto& array : arrays_) {
    double values = double(array->size());
    for (const int field : conditions) {
      const auto [what, axis] = parts_[std::size_t(field)];
      values /=
          what == What::index ? double(std::max<std::int64_t>(1, array->extents()[axis])) : double(arrays_.size());
    }
    expected += values;
  }
  return expected;
}

int ArraysTable::sorted_by() const {
  return parts_[0].what == What::task ? 1 : int(parts_.size()) - 1;
}

std::unique_ptr<SqlCursor> ArraysTable::search(const std::vector<SqlCondition>& conditions) {
  std::vector<Stretch> stretches;
  std::int64_t first_row = 0;
  for (const auto& array : arrays_) {
    array->ask();
    Stretch stretch{array.get(), first_row, {}};
    stretch.held.resize(array->extents().size());
    first_row += array->size();
    const bool possible = std::all_of(conditions.begin(), conditions.end(), [&](const SqlCondition& c) {
      return hold(stretch, parts_[std::size_t(c.field)], c.value);
    });
    if (possible) stretches.push_back(std::move(stretch));
  }
  return std::make_unique<ArrayCursor>(parts_, std::move(stretches));
}

}  // namespace icsweep
