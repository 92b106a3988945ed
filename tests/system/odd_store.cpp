// odd_store STORE.h5: makes a store with values that are difficult to sort and filter: results that are infinite or
// NaN, texts with numbers in them, seeds that differ in their eighth digit, and rows of an earlier sweep.
#include <limits>

#include "engine/cluster/mpi_communicator.hpp"
#include "io/schema/schema_builders.hpp"
#include "support/toy_store.hpp"

namespace {

using namespace icsweep;

constexpr int rows = 8;

Schema odd_schema() {
  Schema schema = toy_schema();
  schema.parameters.push_back(seed("", 1e9));
  return schema;
}

Config config_of(int row) {
  Config config = toy_config(3);
  config.set("kind", "a" + std::to_string(rows + 2 - row));
  config.set("seed", std::int64_t{20240101 + row % 2});
  return config;
}

/// Results are inf, -inf, NaN, then whole numbers. One experiment failed in the sweep, and one in an earlier sweep.
Row row_of(int number) {
  constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  Row row = row_without_results(odd_schema(), config_of(number));
  row["error"] = number == 0 ? inf : number == 1 ? -inf : number == 2 ? nan : double(number);
  row["loss"] = 0.5;
  row["message"] = std::string(number >= rows - 2 ? "no memory" : "");
  row["curve"] = Array{{3}, {3, 2, 1}};
  row["P"] = Array{{3, 3}, std::vector<double>(9, 0)};
  return row;
}

}  // namespace

int main(int count, char** values) {
  if (count != 2) return 2;
  const Communicator communicator;
  TablePlan plan{make_table(odd_schema()), nullptr, {}, {}, {}};
  for (const char* dimension : {"position", "row", "column"}) plan.table.extents[dimension] = 3;
  for (int i = 0; i < rows; ++i) {
    plan.added.push_back({identity(odd_schema(), config_of(i)), config_of(i)});
    plan.planned.push_back(i < rows - 1);
  }
  create_store(values[1], {"odd", "[sweep]", "test", "gcc", "plain", "now", "none"}, {plan});
  StoreWriter writer(values[1]);
  for (int i = 0; i < rows; ++i)
    writer.write("toy", RowIndex(i), row_of(i), i >= rows - 2 ? Outcome::failed : Outcome::done);
  writer.commit();
}
