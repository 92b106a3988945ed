#include "engine/verify/sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "engine/ledger/ledger.hpp"
#include "engine/ledger/row_check.hpp"
#include "engine/ledger/stored_experiment.hpp"
#include "engine/sweep/points.hpp"
#include "engine/worker/result_row.hpp"
#include "io/base/phrases.hpp"
#include "models/kernels/api.hpp"
#include "tasks/random.hpp"

namespace icsweep {
namespace {

/// Result version that each row would have now.
std::vector<int> versions_now(const Schema& schema, const StoredTable& table) {
  std::vector<Values> values(std::size_t(table.table().rows));
  for (const RaisedVersion& r : schema.raised)
    if (table.table().find(r.parameter)) {
      const auto texts = table.texts(r.parameter);
      for (std::size_t row = 0; row < values.size(); ++row) values[row][r.parameter] = texts[row];
    }
  std::vector<int> versions;
  for (const Values& of_row : values) versions.push_back(schema.result_version_of(of_row));
  return versions;
}

void add_files(const Task& task, const FoundExperiment& found, std::set<std::string>& files) {
  for (const auto& name : file_parameters(task))
    if (found.table->table().find(name))
      files.insert(named_file(name, std::get<std::string>(found.table->read_rows(found.row, 1).at(0).at(name))));
}

/// Adds the rows that may be drawn, and counts the others.
void add_eligible(const TaskRegistry& tasks, const TableLedger& ledger, const std::set<std::int64_t>& damaged,
                  NamedFiles named, SampledRows& sample, std::vector<FoundExperiment>& eligible) {
  const StoredTable& table = *ledger.table;
  const Task* task = task_of(tasks, table.table());
  const auto versions = table.integers("result_version");
  const auto levels = table.texts("level");
  const bool closed = task && named == NamedFiles::closed && !file_parameters(*task).empty();
  const std::vector<int> now = task ? versions_now(task->schema(), table) : std::vector<int>{};
  for (const LedgerEntry& entry : ledger.entries) {
    const std::int64_t row = entry.row->value();
    const std::size_t at = std::size_t(row);
    if (entry.outcome != Outcome::done || damaged.contains(row)) continue;
    if (!task) ++sample.unknown_task;
    else if (levels[at] != instruction_set_level()) ++sample.other_level;
    else if (versions[at] != now[at]) ++sample.other_version;
    else if (closed && ++sample.with_files) add_files(*task, {&table, row}, sample.files);
    else eligible.push_back({&table, row});
  }
}

std::uint64_t stored_digest(const FoundExperiment& row) {
  return std::uint64_t(row.table->integer("digest", row.row));
}

}  // namespace

std::vector<std::string> file_parameters(const Task& task) {
  std::vector<std::string> names;
  for (const auto& parameter : task.schema().parameters)
    if (may_name_file(parameter)) names.push_back(parameter.name);
  return names;
}

std::string named_file(const std::string& parameter, const std::string& value) {
  return fmt::format("{} = \"{}\"", parameter, value);
}

std::string list_of_files(const std::set<std::string>& files) {
  return first_of({files.begin(), files.end()});
}

std::vector<std::size_t> drawn(std::size_t of, std::size_t count, std::int64_t seed) {
  std::vector<int> order(of);
  std::iota(order.begin(), order.end(), 0);
  RandomStream random(seed, Purpose::check, 0);
  shuffle(order, random);
  order.resize(std::min(count, order.size()));
  std::sort(order.begin(), order.end());
  return {order.begin(), order.end()};
}

SampledRows choose_sample(const TaskRegistry& tasks, const Store& store, std::size_t count, std::int64_t seed,
                          const std::map<std::string, std::set<std::int64_t>>& damaged, NamedFiles named) {
  SampledRows sample;
  std::vector<FoundExperiment> eligible;
  for (const auto& table : store.tables()) {
    const auto known = damaged.find(table.table().task);
    add_eligible(tasks, ledger_of(store.header(), table),
                 known == damaged.end() ? std::set<std::int64_t>{} : known->second, named, sample, eligible);
  }
  sample.eligible = eligible.size();
  for (const std::size_t i : drawn(eligible.size(), count, seed)) {
    sample.chosen.push_back(eligible[i]);
    const FoundExperiment& found = sample.chosen.back();
    sample.seconds += found.table->reals("seconds", found.row, 1).at(0);
    if (named == NamedFiles::opened) add_files(*task_of(tasks, found.table->table()), found, sample.files);
  }
  return sample;
}

RunAgain run_again(const Task& task, const Table& table, const std::string& identity, const Config& config,
                   const StopFlag& stop, const OnTick& on_tick) {
  const Assignment assignment{.task = &task, .identity = identity, .config = config};
  CheckpointSaver nowhere("", 1, 0);
  RunAgain again{attempt(assignment, 0, nowhere, stop, on_tick), {}};
  if (again.attempt.outcome == Outcome::pending) return again;
  again.cells = make_row(task.schema(), assignment, again.attempt.results);
  complete_results(table, again.cells);
  return again;
}

Repeated repeat(const TaskRegistry& tasks, const FoundExperiment& row, const StopFlag& stop, const OnTick& on_tick) {
  const StoredExperiment stored(tasks, row);
  const Table& table = row.table->table();
  Repeated result{stored.identity()};
  auto [run, cells] = run_again(stored.task(), table, result.identity, stored.config(), stop, on_tick);
  result.stopped = run.outcome == Outcome::pending;
  if (result.stopped) return result;
  for (const auto& c : table.columns)  // results that the task did not have then
    if (c.role == Role::result && c.neutral && stored.lacks(c)) cells[c.name] = no_result(c);
  const std::uint64_t before = stored_digest(row), again = digest(table, cells);
  const auto& weights = stored.weights();
  if (run.outcome != Outcome::done)
    result.difference = fmt::format("it was done, and its repetition ends {}: {}", name_of(run.outcome), run.message);
  else if (again != before)
    result.difference = fmt::format("its results have digest {:016x}, those of its repetition {:016x}", before, again);
  else if (!weights.empty() && (run.weights.size() != weights.size() ||
                                std::memcmp(run.weights.data(), weights.data(), 4 * weights.size()) != 0))
    result.difference = "its results are the same, its weights are not";
  return result;
}

}  // namespace icsweep
