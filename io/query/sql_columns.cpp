#include "io/query/sql_columns.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "io/base/decimal.hpp"
#include "io/store/parameter_cell.hpp"

namespace icsweep {
namespace {

void give_text(sqlite3_context* answer, std::string_view text) {
  sqlite3_result_text(answer, text.data(), int(text.size()), SQLITE_STATIC);
}

}  // namespace

std::size_t hash_of(double value) {
  return std::hash<double>()(value);
}

std::size_t hash_of(std::string_view value) {
  return std::hash<std::string_view>()(value);
}

void StoredColumn::load() {
  if (loaded_) return;
  if (status_) status_->load();
  if (column_.kind == ValueType::integer) integers_ = table_.integers(column_.name);
  else if (column_.kind == ValueType::real) reals_ = table_.reals(column_.name);
  else texts_ = table_.texts(column_.name);
  if (column_.role == Role::parameter && column_.kind == ValueType::real) round_early_rows();
  loaded_ = true;
}

/// True if the parameter is null there, or its experiment does not have it.
bool StoredColumn::is_missing_parameter(std::size_t at) const {
  if (!column_.optional && !column_.nullable) return false;
  const Cell cell = column_.kind == ValueType::integer ? Cell(integers_[at])
                    : column_.kind == ValueType::real  ? Cell(reals_[at])
                                                       : Cell(texts_[at]);
  return is_missing(parameter_value(cell, column_.type(), true));
}

/// Corrects ranges from versions before 0.2, which missed the intended numbers by an ulp. Their rows name no launch.
void StoredColumn::round_early_rows() {
  const auto launch =
      table_.table().find("launch") ? table_.integers("launch") : std::vector<std::int64_t>(reals_.size());
  if (std::ranges::find(launch, 0) == launch.end()) return;
  const auto status = table_.integers("status");
  double last = 0, written = 0;  // neighbours often have the same value, and a text takes long
  for (std::size_t row = 0; row < reals_.size(); ++row) {
    if (launch[row] != 0 || status[row] == std::int64_t(Outcome::pending)) continue;
    if (std::memcmp(&last, &reals_[row], sizeof last) != 0) last = reals_[row], written = as_written(last);
    reals_[row] = written;
  }
}

bool StoredColumn::is_result_of_none(std::int64_t row) {
  return column_.role == Role::result && status_ && status_->integer(row) != std::int64_t(Outcome::done);
}

void StoredColumn::give(sqlite3_context* answer, std::int64_t row) {
  load();
  const auto at = std::size_t(row);
  if (is_result_of_none(row) || is_missing_parameter(at)) return;  // NULL
  if (column_.role == Role::status) give_text(answer, name_of(Outcome(integers_[at])));
  else if (column_.kind == ValueType::integer) sqlite3_result_int64(answer, integers_[at]);
  else if (column_.kind == ValueType::real) sqlite3_result_double(answer, reals_[at]);  // NaN becomes NULL
  else give_text(answer, texts_[at]);
}

std::optional<std::size_t> StoredColumn::hash(std::int64_t row) {
  load();
  const auto at = std::size_t(row);
  if (is_result_of_none(row) || is_missing_parameter(at)) return std::nullopt;
  if (column_.role == Role::status) return hash_of(name_of(Outcome(integers_[at])));
  if (column_.kind == ValueType::integer) return hash_of(double(integers_[at]));
  if (column_.kind == ValueType::text) return hash_of(std::string_view(texts_[at]));
  if (std::isnan(reals_[at])) return std::nullopt;
  return hash_of(reals_[at]);
}

void RowNumber::give(sqlite3_context* answer, std::int64_t row) {
  sqlite3_result_int64(answer, row);
}

std::optional<std::size_t> RowNumber::hash(std::int64_t row) {
  return hash_of(double(row));
}

void SameText::give(sqlite3_context* answer, std::int64_t) {
  give_text(answer, text_);
}

void GivenColumn::give(sqlite3_context* answer, std::int64_t row) {
  const auto& cell = cells_[std::size_t(row)];
  if (const auto* number = std::get_if<std::int64_t>(&cell)) return sqlite3_result_int64(answer, *number);
  if (const auto* real = std::get_if<double>(&cell)) return sqlite3_result_double(answer, *real);
  if (const auto& text = std::get<std::string>(cell); !text.empty()) give_text(answer, text);
}

std::optional<std::size_t> GivenColumn::hash(std::int64_t row) {
  const auto& cell = cells_[std::size_t(row)];
  if (const auto* number = std::get_if<std::int64_t>(&cell)) return hash_of(double(*number));
  if (const auto* real = std::get_if<double>(&cell)) return hash_of(*real);
  const auto& text = std::get<std::string>(cell);
  return text.empty() ? std::nullopt : std::optional(hash_of(std::string_view(text)));
}

void StackedColumns::add(std::shared_ptr<SqlColumn> column, std::int64_t rows) {
  const std::int64_t first = parts_.empty() ? 0 : parts_.back().end;
  parts_.push_back({std::move(column), first, first + rows});
}

const StackedColumns::Part& StackedColumns::part_of(std::int64_t row) const {
  return *std::find_if(parts_.begin(), parts_.end(), [&](const Part& p) { return row < p.end; });
}

void StackedColumns::give(sqlite3_context* answer, std::int64_t row) {
  const Part& part = part_of(row);
  if (part.column) part.column->give(answer, row - part.first);
}

std::optional<std::size_t> StackedColumns::hash(std::int64_t row) {
  const Part& part = part_of(row);
  return part.column ? part.column->hash(row - part.first) : std::nullopt;
}

}  // namespace icsweep
