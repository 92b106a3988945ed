#include "engine/commands/store_outlook.hpp"

#include <fmt/format.h>

#include "engine/planning/ledger.hpp"
#include "io/counted.hpp"

namespace icsweep {

std::string store_outlook(const ResolvedSweep& sweep, const std::string& path) {
  const Ledger ledger = ledger_of(sweep, path);
  const StorePlan& found = ledger.plan;
  if (found.created) return fmt::format("{}: there is no such store, run makes it\n", path);
  const std::size_t left = found.jobs.size();
  std::string text = fmt::format("{}: {} of {} have ended, {} to do\n", path, ledger.planned.points.asked - left,
                                 counted(ledger.planned.points.asked, "experiment"), left);
  if (found.unplanned > 0)
    text += fmt::format("{}: {} of earlier sweeps would leave the plan; rows stay; run --add keeps {} planned\n", path,
                        counted(found.unplanned, "experiment"), found.unplanned == 1 ? "it" : "them");
  return text;
}

}  // namespace icsweep
