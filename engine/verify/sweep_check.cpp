#include "engine/verify/sweep_check.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/ledger/checkpoint_index.hpp"
#include "engine/ledger/ledger.hpp"
#include "io/base/phrases.hpp"

namespace icsweep {

nlohmann::json check_sweep(const ResolvedSweep& sweep, const std::string& path, const Rerun& rerun) {
  const SweepLedger ledger = ledger_of(sweep, path, rerun);
  std::array<std::size_t, outcome_count> counts{};
  std::int64_t attempts = 0, again = 0, uninterruptible = 0;
  for (const LedgerEntry& e : ledger.plan.ledger) {
    if (e.due == Due::not_asked) continue;
    const bool waits = e.due == Due::unpruned || e.due == Due::damaged;  // in spite of the outcome in its row
    const Outcome outcome = waits ? Outcome::pending : e.outcome;
    ++counts[std::size_t(outcome)];
    uninterruptible += outcome == Outcome::pending && !e.experiment->task->resumable(e.experiment->config);
    attempts += e.attempts;
    again += starts_over(e.due) || e.due == Due::continued;
  }
  nlohmann::json json{{"experiments", ledger.planned.points.asked},
                      {"attempts", attempts},
                      {"again", again},
                      {"uninterruptible", uninterruptible}};
  for (int i = 0; i < outcome_count; ++i) json[std::string(name_of(Outcome(i)))] = counts[std::size_t(i)];
  return json;
}

namespace {

std::string outlook_of(const SweepLedger& ledger, const std::string& path) {
  const StorePlan& found = ledger.plan;
  if (found.created) return fmt::format("{}: there is no such store, run makes it\n", path);
  const std::size_t left = found.jobs.size();
  std::string text = fmt::format("{}: {} of {} have ended, {} to do\n", path, ledger.planned.points.asked - left,
                                 counted(ledger.planned.points.asked, "experiment"), left);
  if (const std::string leaving = leaving_text(found.unplanned, true); !leaving.empty())
    text += fmt::format("{}: {}\n", path, leaving);
  for (const std::string& grown : found.grown) text += fmt::format("{}: {}\n", path, grown);
  return text;
}

}  // namespace

std::string store_outlook(const ResolvedSweep& sweep, const std::string& path) {
  return outlook_of(ledger_of(sweep, path), path);
}

std::string why_text(const ResolvedSweep& sweep, const std::string& path) {
  const SweepLedger ledger = ledger_of(sweep, path);
  std::string text = outlook_of(ledger, path);
  for (const DueGroup& group : ledger.plan.groups())
    text += fmt::format("{}: {}\n", path, due_text(group, "", ledger.planned.search.has_value()));
  if (const std::string foreign = foreign_text(foreign_checkpoints(path, ledger.plan)); !foreign.empty())
    text += fmt::format("{}: {}\n", path, foreign);
  return text;
}

std::string why_json(const ResolvedSweep& sweep, const std::string& path) {
  std::string lines;
  for (const DueGroup& group : ledger_of(sweep, path).plan.groups()) {
    nlohmann::json json{{"why", name_of(group.due)}, {"experiments", group.experiments}};
    if (group.due == Due::recoded) json["task"] = group.task, json["files"] = group.files;
    lines += json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  }
  return lines;
}

}  // namespace icsweep
