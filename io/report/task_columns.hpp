// A task's rows, read column by column, so that a store of 10^6 experiments needs the memory of a few columns.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/store/stored_table.hpp"

namespace icsweep::report {

/// A column of texts. Views are valid as long as this.
class TextCells {
 public:
  TextCells(std::string bytes, std::size_t width) : bytes_(std::move(bytes)), width_(width) {}
  std::string_view operator[](std::int64_t row) const { return text_in(bytes_, width_, std::size_t(row)); }

 private:
  std::string bytes_;
  std::size_t width_;
};

/// The different values of a column, numbered in the order of their first rows.
struct Codes {
  std::vector<std::uint32_t> of;    ///< by row; empty if there is at most one value
  std::vector<std::int64_t> first;  ///< the first row of each value

  std::uint32_t at(std::int64_t row) const { return of.empty() ? 0 : of[std::size_t(row)]; }
  std::size_t size() const { return first.size(); }
};

/// key(row): the value, or a number in its place.
template <class Key>
Codes codes_of(std::int64_t rows, const Key& key) {
  using Value = decltype(key(0));
  Codes codes;
  std::int64_t row = 0;
  while (row < rows && key(row) == key(0)) ++row;
  if (rows > 0) codes.first.push_back(0);
  if (row == rows) return codes;
  std::unordered_map<Value, std::uint32_t> places{{key(0), 0}};
  codes.of.reserve(std::size_t(rows));
  codes.of.resize(std::size_t(row));
  for (Value last = key(0); row < rows; ++row) {
    const Value value = key(row);
    if (value == last) {
      codes.of.push_back(codes.of.back());
      continue;
    }
    const auto [found, fresh] = places.emplace(value, std::uint32_t(codes.first.size()));
    if (fresh) codes.first.push_back(row);
    codes.of.push_back(found->second);
    last = value;
  }
  return codes;
}

/// The values of a parameter, numbered. All missing values have one number.
struct ParameterCodes {
  Codes codes;
  std::vector<Value> values;  ///< by number
  /// True if at least two values are not missing.
  bool varies() const;
};

/// Reads the status first. A row with a final status is therefore complete in everything read later, even while a sweep
/// writes.
class TaskColumns {
 public:
  explicit TaskColumns(const StoredTable& table);

  const StoredTable& stored() const { return table_; }
  const Table& table() const { return table_.table(); }
  std::int64_t rows() const { return std::int64_t(status_.size()); }

  Outcome outcome(std::int64_t row) const { return outcome_of_status(status_[std::size_t(row)]); }
  bool is_pending(std::int64_t row) const { return outcome(row) == Outcome::pending; }
  /// False for rows of earlier sweeps.
  bool is_planned(std::int64_t row) const;
  /// True if answers count the row (io/query/selection.hpp).
  bool counts(std::int64_t row) const;
  /// A sentence about the rows that do not count; empty if all count.
  std::string left_out() const;

  /// Without dimensions. Results of rows that are not done are NaN, and so are records of pending rows.
  std::vector<double> reals(const Column& column) const;
  /// The same; integers become reals.
  std::vector<double> numbers(const Column& column) const;
  /// The numbers of a column by its name; NaN without such a column.
  std::vector<double> numbers(std::string_view column) const;
  TextCells texts(const Column& column) const;
  TextCells texts(std::string_view column) const { return texts(*table().find(column)); }
  ParameterCodes parameter(const Column& column) const;
  Value parameter_at(const Column& column, std::int64_t row) const;

 private:
  const StoredTable& table_;
  std::vector<std::int64_t> status_, planned_;
};

/// The numbers of a parameter's values, or its texts. A missing one is NaN or an empty text.
double number_of(const Value& value);
std::string text_of(const Value& value);

}  // namespace icsweep::report
