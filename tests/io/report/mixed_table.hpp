// A table of experiments with all outcomes, of two sweeps and launches, for tests of the report's sums.
#pragma once

#include <random>

#include "io/query/table_in_memory.hpp"
#include "support/toy_store.hpp"

namespace icsweep {

inline Schema mixed_schema() {
  Schema schema = toy_schema();
  schema.parameters.push_back(seed(""));
  schema.outputs.push_back({"zero_ratio", "", {}});
  return schema;
}

/// Row i of the table. Which cells it has follows from a generator with a fixed seed.
inline Row mixed_row(const Table& table, std::mt19937& random, std::int64_t i) {
  const auto draw = [&](int below) { return std::int64_t(random() % unsigned(below)); };
  Config config = toy_config(draw(3) + 1, double(draw(2)) / 10);
  config.set("kind", std::string(draw(2) == 0 ? "a" : "b"));
  config.set("seed", i);
  Row row = row_without_results(mixed_schema(), config);
  const Outcome outcome = draw(3) > 0 ? Outcome::done : Outcome(draw(outcome_count));
  row["status"] = std::int64_t(outcome);
  row["planned"] = std::int64_t{draw(5) > 0};
  const bool ended = outcome != Outcome::pending;
  row["seconds"] = ended ? double(draw(1000)) / 8 : std::nan("");
  row["finished"] = ended ? 1e9 + double(draw(100'000)) / 4 : std::nan("");
  row["host"] = "node" + std::to_string(draw(3));
  row["rank"] = draw(8);
  row["launch"] = draw(2) + 1;
  row["error"] = draw(20) > 0 ? double(draw(1'000'000)) / 7 : std::nan("");
  row["loss"] = 0.5;
  row["zero_ratio"] = double(draw(100)) / 99;
  row["message"] = outcome == Outcome::done ? std::string() : "reason " + std::to_string(draw(4));
  row["result_version"] = ended ? draw(3) : 0;
  for (const auto& c : table.columns)
    if (!row.contains(c.name))
      row[c.name] = c.kind == ValueType::integer ? Cell(std::int64_t{0})
                    : c.kind == ValueType::real  ? Cell(std::nan(""))
                                                 : Cell(std::string());
  return row;
}

inline std::vector<Row> mixed_rows(std::int64_t count) {
  const Table table = make_table(mixed_schema());
  std::mt19937 random(7);
  std::vector<Row> rows;
  for (std::int64_t i = 0; i < count; ++i) rows.push_back(mixed_row(table, random, i));
  return rows;
}

inline std::int64_t integer_in(const Row& row, const std::string& name) {
  return std::get<std::int64_t>(row.at(name));
}
inline double real_in(const Row& row, const std::string& name) {
  return std::get<double>(row.at(name));
}
inline std::string text_in(const Row& row, const std::string& name) {
  return std::get<std::string>(row.at(name));
}
inline bool is_done_and_planned(const Row& row) {
  return integer_in(row, "status") == 1 && integer_in(row, "planned") == 1;
}

}  // namespace icsweep
