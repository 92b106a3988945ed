#include "engine/verify/sweep_check.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

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

std::string store_outlook(const ResolvedSweep& sweep, const std::string& path) {
  const SweepLedger ledger = ledger_of(sweep, path);
  const StorePlan& found = ledger.plan;
  if (found.created) return fmt::format("{}: there is no such store, run makes it\n", path);
  const std::size_t left = found.jobs.size();
  std::string text = fmt::format("{}: {} of {} have ended, {} to do\n", path, ledger.planned.points.asked - left,
                                 counted(ledger.planned.points.asked, "experiment"), left);
  if (const std::string leaving = leaving_text(found.unplanned, true); !leaving.empty())
    text += fmt::format("{}: {}\n", path, leaving);
  return text;
}

}  // namespace icsweep
