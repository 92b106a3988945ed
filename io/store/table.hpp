// Tables, rows and their checksums: a store's content without HDF5.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/schema/schema.hpp"
#include "io/store/row.hpp"

namespace icsweep {

/// The outcome of an experiment. The numbers are the store's status bytes; all except pending are final.
enum class Outcome : std::uint8_t {
  pending = 0,
  done = 1,
  diverged = 2,
  failed = 3,
  timed_out = 4,
  crashed = 5,
  pruned = 6
};
inline constexpr int outcome_count = 7;
/// A launch ends with failures if an experiment has one of these outcomes.
inline constexpr Outcome failure_outcomes[] = {Outcome::failed, Outcome::timed_out, Outcome::crashed};
/// The same, and trainings that diverged: what --retry can name, and what a report lists as failed.
inline constexpr Outcome unwanted_outcomes[] = {Outcome::diverged, Outcome::failed, Outcome::timed_out,
                                                Outcome::crashed};
std::string_view name_of(Outcome outcome);
/// The outcome of a status byte; pending for a byte that is no outcome.
Outcome outcome_of_status(std::int64_t status);

/// The purpose of a column. Identity, parameters and weights_offset are written when the store is made, the status
/// last, and the others with the row.
enum class Role { identity, parameter, result, record, planned, checksum, status, weights_offset, weights_count };

struct Column {
  std::string name;
  ValueType kind{};
  Role role{};
  int width = 0;                        ///< bytes of a text
  std::vector<std::string> dimensions;  ///< after "experiment"; only results have dimensions
  std::string description;
  std::string default_value{};  ///< a parameter's default value when the table was made
  /// The value, as text, that older rows have in a column added later: a parameter's neutral value, 0 or "" of a
  /// record, NaN of a result. Digest and checksum leave such cells out, so that those of older rows still match.
  std::optional<std::string> neutral{};
  bool repeats = false;             ///< for a parameter: it is a seed
  std::optional<ValueType> form{};  ///< for a parameter of booleans (kept as 0 and 1) or of composites (as texts)
  bool optional = false, nullable = false;  ///< for a parameter: see Parameter
  std::string path{};

  /// For a parameter: its type. `kind` is that of its cells.
  ValueType type() const { return form.value_or(kind); }
  /// True if programs from before these kinds of values cannot read it.
  bool is_extended() const { return form || optional || nullable; }
};

/// The first index of a dimension: 1 for positions, as in the papers, otherwise 0.
inline std::int64_t first_index(std::string_view dimension) {
  return dimension == "position";
}

/// One task's experiments. extents: by dimension except "experiment", the largest size in any experiment; smaller
/// arrays are padded with NaN.
struct Table {
  std::string task;
  std::vector<Column> columns;
  std::map<std::string, std::int64_t> extents;
  std::int64_t rows = 0;
  std::int64_t weights = 0;  ///< numbers in the flat dataset of trained parameters; 0: no dataset
  /// Made for code of a user, which may get more results than earlier rows have, and reals for integers. Not stored.
  bool grows = false;

  const Column* find(std::string_view column) const;
};

/// The names of a table in SQL: TASK, TASK_all, and TASK_ARRAY, TASK_all_ARRAY for each result with dimensions.
std::vector<std::string> sql_names(const Table& table);

/// Throws Error(config) if two tables, or a table and one of the store's own names, would have the same name in
/// SQL, which ignores case.
void expect_distinct_sql_names(const std::vector<const Table*>& tables);

/// The table of a task: identity, status, parameters, results, then the record of the run. The caller sets extents and
/// rows. Throws Error(config) if two columns have one name.
Table make_table(const Schema& schema);

/// True if a column belongs to the index of weights.
bool is_weights_index(const Column& column);

/// Reserves room for `count` trained parameters, with the columns weights_offset and weights_count; removes both for 0.
void set_weights(Table& table, std::int64_t count);

/// The columns of a table whose sweep has had a search: the rung at which a row was pruned, counted from 1, and its
/// metric there; 0 and NaN in every other row. Stores of a former Hyperband search also have a row's bracket: the first
/// rung that decided there, counted from 1; 0 without brackets.
inline constexpr const char *rung_column = "rung", *rung_metric_column = "rung_metric", *bracket_column = "bracket";
bool is_search_column(const Column& column);
/// Adds the missing ones. Throws Error(config) if another column has such a name.
void add_search_columns(Table& table);
/// Adds those that the stored table has. Throws as add_search_columns() does.
void keep_search_columns(Table& table, const Table& stored);

/// One line with the differences between the store's columns and the program's; empty if they agree. Columns of
/// weights and of searches, and columns that were added later, may be missing. A table that grows may have more
/// results, and reals for integers.
std::string difference(const Table& stored, const Table& expected);
/// True if the table grows from the stored column, of integers, to a column of reals.
bool becomes_real(const Column& stored, const Column& expected);

/// A result's cell before there is a result: NaN everywhere.
Cell no_result(const Column& column);

/// Turns integers into reals where the table has reals.
void fit(const Table& table, Row& row);

/// The cell that older rows have in a column added later, and a comparison with it.
Cell neutral_cell(const Column& column);
bool is_neutral(const Column& column, const Cell& cell);

/// Fills missing cells: results become NaN, and records that were added later become neutral. Every NaN gets the same
/// bits, which verify compares and readers ignore.
void complete_results(const Table& table, Row& row);

/// 64 bits of XXH3 over the result columns only. Equal results have equal digests, whoever computed them and when.
std::uint64_t digest(const Table& table, const Row& row);

/// The bytes of a row's results for another hash, in pieces. Each result is the same as in digest(), but in the order
/// of their names: a store may have its columns in another order than the program.
void visit_result_bytes(const Table& table, const Row& row, const std::function<void(const void*, std::size_t)>& take);

/// 64 bits of XXH3 over the whole row except `planned` and the checksum, over the outcome, and over the row's weights
/// wherever they are stored. Without weights it does not depend on the table's room for weights.
std::uint64_t checksum(const Table& table, const Row& row, Outcome outcome, std::span<const float> weights = {});

}  // namespace icsweep
