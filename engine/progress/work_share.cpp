#include "engine/progress/work_share.hpp"

#include <algorithm>
#include <optional>

#include "engine/forecast/neighbour_costs.hpp"
#include "engine/ledger/row_check.hpp"
#include "engine/ledger/stored_experiment.hpp"
#include "engine/search/search_state.hpp"

namespace icsweep {
namespace {

/// Parameters of every row, without results.
class Parameters {
 public:
  explicit Parameters(const StoredTable& table) {
    for (const auto& c : table.table().columns) {
      if (c.role != Role::parameter) continue;
      if (c.kind == ValueType::integer) integers_[c.name] = table.integers(c.name);
      else if (c.kind == ValueType::real) reals_[c.name] = table.reals(c.name);
      else texts_[c.name] = table.texts(c.name);
    }
  }
  Row row(std::size_t at) const {
    Row row;
    for (const auto& [name, values] : integers_) row[name] = values[at];
    for (const auto& [name, values] : reals_) row[name] = values[at];
    for (const auto& [name, values] : texts_) row[name] = values[at];
    return row;
  }

 private:
  std::map<std::string, std::vector<std::int64_t>> integers_;
  std::map<std::string, std::vector<double>> reals_;
  std::map<std::string, std::vector<std::string>> texts_;
};

/// Adds the predicted work of the planned experiments of a task, in all and done. Each counts 1 if this program does
/// not have the task.
void add_work(const TaskRegistry& tasks, const TableLedger& ledger, const SavedShares& saved, double& all,
              double& done) {
  const Task* task = task_of(tasks, ledger.table->table());
  const std::optional<Parameters> parameters = task ? std::optional<Parameters>(*ledger.table) : std::nullopt;
  NeighbourCosts costs;
  for (std::size_t i = 0; i < ledger.entries.size(); ++i) {
    if (!ledger.entries[i].planned) continue;
    const double cost = task ? costs.predicted(*task, stored_config(task->schema(), parameters->row(i))) : 1;
    const auto share = saved.find(ledger.identities[i]);
    all += cost;
    if (ledger.entries[i].due == Due::ended) done += cost;
    else if (share != saved.end()) done += cost * share->second;
  }
}

}  // namespace

double share_of_search(const SweepLedger& ledger, const SavedShares& saved) {
  const SearchState state(*ledger.planned.search, ledger.plan.entrants);
  NeighbourCosts costs;
  double all = 0, done = 0;
  for (const Experiment& e : ledger.planned.points.experiments) {
    const double cost = costs.predicted(*e.task, e.config);
    const double expected = state.expected_work(e.number);
    const auto found = saved.find(e.identity);
    const double trained = state.entrant(e.number).outcome != Outcome::pending ? expected
                           : found != saved.end()                              ? found->second
                                                                               : 0;
    all += cost * std::max(trained, expected), done += cost * trained;
  }
  return all > 0 ? done / all : 1;
}

double share_of_work(const TaskRegistry& tasks, const std::vector<TableLedger>& ledger, const SavedShares& saved) {
  double all = 0, done = 0;
  for (const auto& table : ledger) add_work(tasks, table, saved, all, done);
  return all > 0 ? done / all : 0;
}

}  // namespace icsweep
