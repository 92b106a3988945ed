#include "io/query/sql_rows.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <limits>

namespace icsweep {
namespace {

std::size_t combine(std::size_t seed, std::size_t hash) {
  return (seed ^ hash) * 0x9e3779b97f4a7c15u + (hash >> 32);
}

using Columns = std::vector<std::shared_ptr<SqlColumn>>;

/// The rows from the first to end−1.
class AllRows : public SqlCursor {
 public:
  AllRows(const Columns& columns, std::int64_t end) : columns_(columns), end_(end) {}
  bool next() override { return ++row_ < end_; }
  std::int64_t row() const override { return row_; }
  void give(sqlite3_context* answer, int field) const override { columns_[std::size_t(field)]->give(answer, row_); }

 private:
  const Columns& columns_;
  std::int64_t row_ = -1, end_;
};

/// The rows in a part of an index.
template <class Entry>
class FoundRows : public SqlCursor {
 public:
  FoundRows(const Columns& columns, const Entry* first, const Entry* end) : columns_(columns), at_(first), end_(end) {}
  bool next() override {
    at_ += begun_;
    begun_ = true;
    return at_ != end_;
  }
  std::int64_t row() const override { return at_->row; }
  void give(sqlite3_context* answer, int field) const override { columns_[std::size_t(field)]->give(answer, row()); }

 private:
  const Columns& columns_;
  const Entry *at_, *end_;
  bool begun_ = false;
};

enum class Sought { hashed, nothing, unclear };

/// The hash of a value that is compared with a field of this type. `unclear` if SQL's conversions decide, for example
/// for '5.0' compared with a number.
Sought sought_hash(sqlite3_value* value, const std::string& type, std::size_t& hash) {
  if (sqlite3_value_type(value) == SQLITE_NULL) return Sought::nothing;
  if (type == "TEXT") {
    if (sqlite3_value_type(value) != SQLITE_TEXT) return Sought::unclear;
    const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
    hash = hash_of(std::string_view(text, std::size_t(sqlite3_value_bytes(value))));
    return Sought::hashed;
  }
  const int kind = sqlite3_value_numeric_type(value);
  if (kind != SQLITE_INTEGER && kind != SQLITE_FLOAT) return Sought::unclear;
  hash = hash_of(kind == SQLITE_INTEGER ? double(sqlite3_value_int64(value)) : sqlite3_value_double(value));
  return Sought::hashed;
}

}  // namespace

RowsTable::RowsTable(std::string name, std::vector<SqlField> fields, Columns columns, std::int64_t rows, int sorted_by,
                     std::shared_ptr<Counted> counted)
    : SqlTable(std::move(name), std::move(fields)),
      columns_(std::move(columns)),
      rows_(rows),
      sorted_by_(sorted_by),
      counted_(std::move(counted)) {}

double RowsTable::expected_rows(const std::vector<int>& conditions) const {
  double expected = double(rows_);
  for (const int field : conditions)
    expected /= fields()[std::size_t(field)].name == "experiment" ? std::max(1.0, expected) : 10;
  return expected;
}

const RowsTable::Index& RowsTable::index_over(const std::vector<int>& fields) {
  const auto found = indices_.find(fields);
  if (found != indices_.end()) return found->second;
  Index index;
  index.reserve(std::size_t(rows_));
  for (std::int64_t row = 0; row < rows_; ++row) {
    std::size_t all = 0;
    bool null = false;
    for (const int field : fields) {
      const auto hash = columns_[std::size_t(field)]->hash(row);
      null = null || !hash;
      all = combine(all, hash.value_or(0));
    }
    if (!null) index.push_back({all, row});
  }
  std::sort(index.begin(), index.end());
  return indices_[fields] = std::move(index);
}

std::unique_ptr<SqlCursor> RowsTable::search(const std::vector<SqlCondition>& conditions) {
  auto rows = search_all(conditions);
  if (!counted_) return rows;
  counted_->ask();
  return std::make_unique<CountedRows>(std::move(rows), *counted_);
}

std::unique_ptr<SqlCursor> RowsTable::search_all(const std::vector<SqlCondition>& conditions) {
  std::vector<int> sought;
  std::size_t all = 0;
  for (const auto& [field, value] : conditions) {
    std::size_t hash = 0;
    const Sought result = sought_hash(value, fields()[std::size_t(field)].type, hash);
    if (result == Sought::nothing) return std::make_unique<AllRows>(columns_, 0);
    if (result == Sought::unclear) continue;
    sought.push_back(field);
    all = combine(all, hash);
  }
  if (sought.empty()) return std::make_unique<AllRows>(columns_, rows_);
  const Index& index = index_over(sought);
  const auto first = std::lower_bound(index.begin(), index.end(), Entry{all, 0});
  const auto end = std::upper_bound(first, index.end(), Entry{all, std::numeric_limits<std::int64_t>::max()});
  return std::make_unique<FoundRows<Entry>>(columns_, index.data() + (first - index.begin()),
                                            index.data() + (end - index.begin()));
}

}  // namespace icsweep
