#include "engine/progress/store_status.hpp"

#include <algorithm>

#include "engine/ledger/checkpoint_index.hpp"
#include "engine/ledger/ended_experiments.hpp"
#include "engine/ledger/stored_sweep.hpp"
#include "engine/progress/work_share.hpp"
#include "io/schema/schema.hpp"

namespace icsweep {
namespace {

/// Checkpoints from which this program resumes, by identity.
struct Saved {
  SavedShares shares;
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

/// The sweep of a store with this word in its text. Nothing if the text has no such word, or the sweep is unknown
/// (stored_sweep.hpp).
std::optional<ResolvedSweep> sweep_with(const std::string& word, const TaskRegistry& tasks, const Store& store) try {
  const StoreHeader& header = store.header();
  const std::string& text = header.resolved.empty() ? header.sweep_text : header.resolved;
  if (text.find(word) == std::string::npos) return std::nullopt;
  return stored_sweep(tasks, store).sweep;
} catch (const Error&) {  // the text is of another version of the program
  return std::nullopt;
}

/// share_of_search() of a sweep with races; nothing if a launch would refuse the store.
std::optional<double> share_of_races(const ResolvedSweep& sweep, const std::string& path, const Saved& saved) try {
  if (!sweep.sweep().search) return std::nullopt;
  return share_of_search(ledger_of(sweep, path), saved.shares);
} catch (const Error&) {
  return std::nullopt;
}

/// Nothing if the sweep has no rounds.
std::optional<RoundsStatus> rounds_status(const ResolvedSweep& resolved, const std::vector<TableLedger>& ledger) try {
  const Sweep& sweep = resolved.sweep();
  if (!sweep.rounds) return std::nullopt;
  GrownSweep grown = with_proposals(resolved.tasks(), sweep, ended_experiments(resolved, ledger));
  RoundsStatus status{{}, sweep.rounds->rounds, std::move(grown.grids), grown.growth};
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

bool RoundsStatus::have_ended() const {
  return std::ranges::all_of(grids, [&](const GridRounds& grid) { return grid.have_ended && grid.round == rounds; });
}

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
  StoreStatus s{.launch = launch, .ending = ending};
  if (!launches.empty()) s.last_ending = launches.back().ending, s.guests = launches.back().guests;
  for (const auto& table : ledger) add(s, s.tasks.emplace_back(status_of(table, messages, saved)));
  if (s.saved > 0) s.saved_share /= double(s.saved);
  const bool needs_races = !s.running() && s.ended < s.planned;  // a watched launch reports its share each second
  const auto searched = sweep_with(needs_races ? "search" : "tpe", tasks, store);
  if (searched) s.rounds = rounds_status(*searched, ledger);
  if (s.running()) s.share = launch.share;
  else if (s.is_complete()) s.share = 1;
  else if (const auto share = searched ? share_of_races(*searched, path, saved) : std::nullopt) s.share = *share;
  else if (s.ended > 0 || s.saved > 0)
    s.share = share_of_work(tasks, ledger, saved.shares) / (s.rounds ? s.rounds->growth : 1);
  return s;
}

}  // namespace icsweep
