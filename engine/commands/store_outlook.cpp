#include "engine/commands/store_outlook.hpp"

#include <fmt/format.h>

#include "engine/planning/ledger.hpp"
#include "io/phrases.hpp"

namespace icsweep {

std::string store_outlook(const ResolvedSweep& sweep, const std::string& path) {
  const Ledger ledger = ledger_of(sweep, path);
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
