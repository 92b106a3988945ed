#include "engine/progress/store_status.hpp"

#include <algorithm>

#include "engine/forecast/calibration.hpp"
#include "engine/ledger/checkpoint_index.hpp"
#include "engine/ledger/ended_experiments.hpp"
#include "engine/ledger/row_check.hpp"
#include "engine/ledger/stored_experiment.hpp"
#include "engine/ledger/stored_sweep.hpp"
#include "io/schema/schema.hpp"

namespace icsweep {
namespace {

/// Checkpoints from which this program resumes, by identity.
struct Saved {
  std::map<std::string, double> shares;         ///< of steps
  std::map<std::string, CheckpointHead> rungs;  ///< of a search, that are passed
};

const Rerun every_failure{.outcomes = {std::begin(failure_outcomes), std::end(failure_outcomes)}};

void add_ended(TaskStatus& s, Outcome outcome, const std::string& message, const std::string& identity) {
  auto found = std::find_if(s.ended.begin(), s.ended.end(),
                            [&](const auto& e) { return e.outcome == outcome && e.message == message; });
  if (found == s.ended.end()) found = s.ended.insert(s.ended.end(), {outcome, message, {}});
  found->identities.push_back(identity);
}

void add_saved(TaskStatus& s, const std::string& identity, const Saved& saved) {
  if (const auto found = saved.shares.find(identity); found != saved.shares.end())
    ++s.saved, s.saved_steps += found->second;
  if (const auto found = saved.rungs.find(identity); found != saved.rungs.end())
    ++s.rungs[std::int64_t(found->second.rungs.size())].past;
}

void add(TaskStatus& s, const LedgerEntry& e) {
  if (!e.planned) {
    ++s.unplanned;
    return;
  }
  ++s.planned;
  ++s.counts[std::size_t(e.outcome)];
  s.left += e.due != Due::ended;
  s.not_asked += e.due == Due::not_asked;
  s.retryable[std::size_t(e.outcome)] += due(e, every_failure) != e.due;
  if (e.outcome != Outcome::pruned) return;
  TaskStatus::AtRung& at = s.rungs[e.rung.value_or(0)];
  ++at.pruned, at.behind += e.rung && !e.came_to_rung;
}

TaskStatus status_of(const TableLedger& ledger, Messages read, const Saved& saved) {
  const Table& table = ledger.table->table();
  TaskStatus s{.task = table.task};
  const bool all = read == Messages::read && table.find("message");
  const auto messages = all ? ledger.table->texts("message") : std::vector<std::string>(ledger.entries.size());
  const auto ratios = table.find("zero_ratio") ? ledger.table->reals("zero_ratio") : std::vector<double>();
  for (std::size_t i = 0; i < ledger.entries.size(); ++i) {
    const LedgerEntry& e = ledger.entries[i];
    add(s, e);
    if (!e.planned || e.outcome == Outcome::pruned) continue;
    if (e.outcome == Outcome::pending) add_saved(s, ledger.identities[i], saved);
    else if (e.outcome != Outcome::done) {
      if (read == Messages::read) add_ended(s, e.outcome, messages[i], ledger.identities[i]);
    } else {
      ++s.builds[ledger.builds[i]];
      if (!ratios.empty() && ratios[i] > largest_learnt_ratio) s.unlearnt.push_back(ledger.identities[i]);
    }
  }
  return s;
}

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
void add_work(const TaskRegistry& tasks, const TableLedger& ledger, const Saved& saved, double& all, double& done) {
  const Task* task = task_of(tasks, ledger.table->table());
  const std::optional<Parameters> parameters = task ? std::optional<Parameters>(*ledger.table) : std::nullopt;
  for (std::size_t i = 0; i < ledger.entries.size(); ++i) {
    if (!ledger.entries[i].planned) continue;
    const double cost = task ? predicted_cost(*task, stored_config(task->schema(), parameters->row(i))) : 1;
    const auto share = saved.shares.find(ledger.identities[i]);
    all += cost;
    if (ledger.entries[i].due == Due::ended) done += cost;
    else if (share != saved.shares.end()) done += cost * share->second;
  }
}

double share_of_work(const TaskRegistry& tasks, const std::vector<TableLedger>& ledger, const StoreStatus& s,
                     const Saved& saved) {
  if (s.ended == s.planned) return 1;
  if (s.ended == 0 && s.saved == 0) return 0;
  double all = 0, done = 0;
  for (const auto& table : ledger) add_work(tasks, table, saved, all, done);
  return all > 0 ? done / all : 0;
}

/// Nothing if the sweep of the store has no rounds, or is unknown (stored_sweep.hpp).
std::optional<RoundsStatus> rounds_status(const TaskRegistry& tasks, const Store& store,
                                          const std::vector<TableLedger>& ledger) try {
  const StoreHeader& header = store.header();
  const std::string& text = header.resolved.empty() ? header.sweep_text : header.resolved;
  if (text.find("tpe") == std::string::npos) return std::nullopt;
  const auto resolved = stored_sweep(tasks, store).sweep;
  if (!resolved || !resolved->sweep().rounds) return std::nullopt;
  const Sweep& sweep = resolved->sweep();
  GrownSweep grown = with_proposals(resolved->tasks(), sweep, ended_experiments(*resolved, ledger));
  RoundsStatus status{{}, sweep.rounds->rounds, std::move(grown.grids)};
  for (const auto& metric : sweep.rounds->metrics) status.metrics.push_back(metric.name);
  return status;
} catch (const Error&) {  // the text is of another version of the program
  return std::nullopt;
}

void add(StoreStatus& s, const TaskStatus& task) {
  s.planned += task.planned;
  s.unplanned += task.unplanned;
  s.ended += task.planned - task.left;
  s.not_asked += task.not_asked;
  s.saved += task.saved;
  s.saved_share += task.saved_steps;
  for (std::size_t i = 0; i < outcome_count; ++i) s.counts[i] += task.counts[i], s.retryable[i] += task.retryable[i];
}

}  // namespace

std::vector<TaskStatus> task_status(const Store& store) {
  std::vector<TaskStatus> status;
  for (const auto& table : ledger_of(store)) status.push_back(status_of(table, Messages::read, {}));
  return status;
}

StoreStatus store_status(const TaskRegistry& tasks, const Store& store, const std::string& path,
                         const Heartbeat& launch, const std::string& ending, Messages messages) {
  const auto& launches = store.header().launches;
  const Saved saved{saved_shares(path), saved_rungs(path)};
  const std::vector<TableLedger> ledger = ledger_of(store);
  StoreStatus s{.rounds = rounds_status(tasks, store, ledger), .launch = launch, .ending = ending};
  if (!launches.empty()) s.last_ending = launches.back().ending, s.guests = launches.back().guests;
  for (const auto& table : ledger) add(s, s.tasks.emplace_back(status_of(table, messages, saved)));
  if (s.saved > 0) s.saved_share /= double(s.saved);
  s.share = s.running() ? launch.share : share_of_work(tasks, ledger, s, saved);
  return s;
}

}  // namespace icsweep
