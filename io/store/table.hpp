// Tables, rows and their checksums: what the store holds, said without HDF5.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/schema.hpp"

namespace icsweep {

/// How an experiment ended. The numbers are the store's status bytes; all but pending are final.
enum class Outcome : std::uint8_t { pending = 0, done = 1, diverged = 2, failed = 3, timed_out = 4, crashed = 5 };
inline constexpr int outcome_count = 6;
std::string_view name_of(Outcome outcome);

/// What a column is for. Parameters, identity and weights_offset are written when the store is made, the status last,
/// the rest with the row.
enum class Role { identity, parameter, result, record, planned, checksum, status, weights_offset, weights_count };

struct Column {
  std::string name;
  ValueType kind;
  Role role;
  int width = 0;                        ///< bytes of a text
  std::vector<std::string> dimensions;  ///< after "experiment"; only results have any
  std::string description;
  std::string default_value{};  ///< of a parameter: its default value when the table was made
  /// What a row holds of a column that was added after stores exist, as text: the neutral value of a parameter, 0 or ""
  /// of a record, NaN of a result. Digest and checksum leave such a cell out, so that those of older rows still match.
  std::optional<std::string> neutral{};
  bool repeats = false;  ///< of a parameter: it is a seed
};

/// Positions are counted from 1 as in the papers, all other dimensions from 0.
inline std::int64_t first_index(std::string_view dimension) {
  return dimension == "position";
}

/// One task's experiments. extents: size of every dimension but "experiment", the largest over the experiments; the
/// rest is NaN.
struct Table {
  std::string task;
  std::vector<Column> columns;
  std::map<std::string, std::int64_t> extents;
  std::int64_t rows = 0;
  std::int64_t weights = 0;  ///< numbers in the flat dataset of trained parameters; 0: there is none

  const Column* find(std::string_view column) const;
};

/// The table of a task: identity, status, parameters, results, then the record of the run. Extents and rows are the
/// caller's.
Table make_table(const Schema& schema);

/// Whether a column says where a row's trained parameters are.
bool is_weights_index(const Column& column);

/// Makes room for so many numbers of trained parameters: the columns weights_offset and weights_count, or none for 0.
void set_weights(Table& table, std::int64_t count);

/// One line that says how the store's columns differ from the program's, or an empty text. Those of weights and those
/// that were added later may be there or not.
std::string difference(const Table& stored, const Table& expected);

/// A real array of one row, unpadded or padded with NaN: both have the same digest.
struct Array {
  std::vector<std::int64_t> shape;
  std::vector<double> values;
};
using Cell = std::variant<std::int64_t, double, std::string, Array>;
using Row = std::map<std::string, Cell>;

/// What a result's cell holds while there is none: NaN, everywhere.
Cell no_result(const Column& column);

/// What rows from before hold of a column that was added later, and whether a cell of one holds that.
Cell neutral_cell(const Column& column);
bool is_neutral(const Column& column, const Cell& cell);

/// Results without a cell become NaN, records that were added later neutral, and every NaN the same one: what its bits
/// say no reader asks, but verify does.
void complete_results(const Table& table, Row& row);

/// 64 bits of XXH3 over the result columns alone: equal results have equal digests, whoever computed them and when.
std::uint64_t digest(const Table& table, const Row& row);

/// 64 bits of XXH3 over everything in the row but `planned` and the checksum itself, the outcome, and the row's weights
/// wherever they lie. Without weights it is the same whether the table has room for them or not.
std::uint64_t checksum(const Table& table, const Row& row, Outcome outcome, std::span<const float> weights = {});

}  // namespace icsweep
