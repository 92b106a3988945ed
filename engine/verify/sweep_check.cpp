#include "engine/verify/sweep_check.hpp"

#include <nlohmann/json.hpp>

#include "engine/planning/ledger.hpp"

namespace icsweep {

nlohmann::json check_sweep(const ResolvedSweep& sweep, const std::string& path, const Rerun& rerun) {
  const Ledger ledger = ledger_of(sweep, path, rerun);
  std::array<std::size_t, outcome_count> counts{};
  std::int64_t attempts = 0, again = 0, uninterruptible = 0;
  for (const LedgerEntry& e : ledger.plan.ledger) {
    if (e.due == Due::not_asked) continue;
    const Outcome outcome = e.due == Due::unpruned ? Outcome::pending : e.outcome;
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

}  // namespace icsweep
