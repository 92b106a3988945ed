#include "engine/run/audit.hpp"

#include <fmt/format.h>

#include "engine/progress/status_text.hpp"

namespace icsweep {

Audit audited(const std::vector<TableOutcomes>& tables) {
  Audit audit;
  for (const TableOutcomes& table : tables) {
    IdentityMap<char> seen;
    seen.reserve(table.rows.size());
    for (const auto& [outcome, planned, identity] : table.rows) {
      audit.planned[std::size_t(outcome)] += planned;
      if (!seen.try_emplace(identity, 0).second && audit.duplicates++ == 0) audit.first_duplicate = identity;
    }
  }
  return audit;
}

namespace {

using Counts = std::array<std::size_t, outcome_count>;

/// True if the file differs only by experiments that have ended and that the launch counts as pending.
bool has_only_ended_more(const Counts& file, const Counts& counted) {
  std::size_t more = 0;
  for (std::size_t i = 0; i < file.size(); ++i) {
    if (Outcome(i) == Outcome::pending) continue;
    if (file[i] < counted[i]) return false;
    more += file[i] - counted[i];
  }
  return file[std::size_t(Outcome::pending)] + more == counted[std::size_t(Outcome::pending)];
}

}  // namespace

std::string complaint(const std::string& path, const Audit& audit, const Counts& counted, bool had_guests) {
  if (audit.duplicates > 0)
    return fmt::format("{}: {} duplicates, the first of experiment {}; keep the file and run the sweep into a new one",
                       path, audit.duplicates, audit.first_duplicate);
  if (audit.planned != counted && !(had_guests && has_only_ended_more(audit.planned, counted)))
    return fmt::format(
        "{}: the file holds {} where this launch counted {}; icsweep verify {} reports more, the same "
        "command resumes",
        path, to_text(audit.planned), to_text(counted), path);
  return "";
}

}  // namespace icsweep
