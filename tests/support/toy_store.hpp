// A small store with one table, written through the public interface.
#pragma once

#include <string>
#include <vector>

#include "io/schema/schema_builders.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/store/parameter_cell.hpp"

namespace icsweep {

/// A schema with a curve and a matrix of length × length. Some names are SQL keywords, and P has a capital, which SQL
/// ignores.
inline Schema toy_schema() {
  const auto length = [](const Config& c) { return std::int64_t(c.integer("length")); };
  const Dimension position{"position", length}, row{"row", length}, column{"column", length};
  return {"toy",
          1,
          {integer("length", 3).between(1, 9), real("rate", 0.5).between(0, 1), text("kind", "a"),
           text("start", "unit"), text("text", "moby.txt")},
          {{"error", "a scalar", {}},
           {"loss", "another scalar", {}},
           {"curve", "a curve", {position}},
           {"P", "a matrix", {row, column}}}};
}

inline Config toy_config(std::int64_t length, double rate = 0.5) {
  Config c;
  c.set("length", length);
  c.set("rate", rate);
  c.set("kind", std::string("a"));
  c.set("start", std::string("unit"));
  c.set("text", std::string("moby.txt"));
  return c;
}

/// Creates rows of lengths 1, 2, 3, 1, 2, …. Curves and matrices have the size of the longest.
inline void create_toy_store(const std::string& path, int rows) {
  TablePlan plan{make_table(toy_schema()), nullptr, {}, {}, {}};
  for (const char* dimension : {"position", "row", "column"}) plan.table.extents[dimension] = 3;
  for (int i = 0; i < rows; ++i) {
    const Config config = toy_config(i % 3 + 1, i / 100.0);
    plan.added.push_back({identity(toy_schema(), config), config});
    plan.planned.push_back(1);
  }
  create_store(path, {"toys", "[sweep]", "test", "gcc", "plain", "now", "none"}, {plan});
}

/// Returns the cells of an experiment's row without its results: identity, parameters and the record of its run.
inline Row row_without_results(const Schema& schema, const Config& config) {
  Row row{{"identity", identity(schema, config)},
          {"message", std::string()},
          {"seconds", 1.0},
          {"finished", 2.0},
          {"host", std::string("host")},
          {"level", std::string("plain")},
          {"rank", std::int64_t{0}},
          {"attempts", std::int64_t{1}},
          {"result_version", std::int64_t{1}}};
  for (const auto& [name, value] : config.values()) row[name] = parameter_cell(value, type_of(value));
  return row;
}

inline Row toy_row(int i) {
  const std::int64_t length = i % 3 + 1;
  Row row = row_without_results(toy_schema(), toy_config(length, i / 100.0));
  row["error"] = 10.0 + i;
  row["loss"] = 0.5;
  row["P"] = Array{{length, length}, {}};
  for (int e = 0; e < length * length; ++e) std::get<Array>(row["P"]).values.push_back(i + e / 100.0);
  row["curve"] = Array{{length}, std::vector<double>(std::size_t(length), double(i))};
  return row;
}

}  // namespace icsweep
