// large_store STORE.h5 ROWS: makes a store with ROWS finished experiments of the task augmented, in the order of a
// sweep with seeds last. Curves are small, and results follow from the row's number.
#include <cstdlib>

#include "engine/cluster/mpi_communicator.hpp"
#include "support/toy_store.hpp"
#include "tasks/papers_tasks.hpp"

namespace {

using namespace icsweep;

/// Sixty settings, six depths with ten rates each.
Config config_of(const Schema& schema, int row, int seeds) {
  Config config = default_config(schema);
  config.set("depth", std::int64_t{row / seeds / 10 + 1});
  config.set("learning_rate", 1e-3 * (row / seeds % 10 + 1));
  config.set("seed", std::int64_t{row % seeds});
  return config;
}

Row row_of(const Schema& schema, const Table& table, const Config& config, int number) {
  Row row = row_without_results(schema, config);
  for (const auto& c : table.columns) {
    if (c.role != Role::result) continue;
    const double value = 1.0 / double(config.integer("depth")) + 1e-3 * (number * 7919 % 1000);
    if (c.dimensions.empty()) row[c.name] = value;
    else if (c.dimensions.size() == 1) row[c.name] = Array{{20}, std::vector<double>(20, value)};
  }
  return row;
}

}  // namespace

int main(int count, char** values) {
  if (count != 3) return 2;
  const Communicator communicator;
  const Schema& schema = papers_tasks().find("augmented").schema();
  TablePlan plan{make_table(schema), nullptr, {}, {}, {}};
  for (const auto& c : plan.table.columns)
    for (const auto& d : c.dimensions) plan.table.extents[d] = 20;
  const int rows = std::atoi(values[2]), seeds = (rows + 59) / 60;
  for (int i = 0; i < rows; ++i) {
    const Config config = config_of(schema, i, seeds);
    plan.added.push_back({identity(schema, config), config});
    plan.planned.push_back(1);
  }
  create_store(values[1], {"large", "[sweep]", "test", "gcc", "plain", "now", "none"}, {plan});
  StoreWriter writer(values[1]);
  for (std::size_t i = 0; i < plan.added.size(); ++i)
    writer.write("augmented", RowIndex(std::int64_t(i)), row_of(schema, plan.table, plan.added[i].config(), int(i)),
                 Outcome::done);
  writer.commit();
}
