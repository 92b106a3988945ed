#include "engine/run/audit.hpp"

#include <fmt/format.h>

#include <unordered_set>

#include "engine/progress/status_text.hpp"

namespace icsweep {

Audit audited(const std::vector<TableOutcomes>& tables) {
  Audit audit;
  for (const TableOutcomes& table : tables) {
    std::unordered_set<std::string> seen;
    for (const auto& [outcome, planned, identity] : table.rows) {
      audit.planned[std::size_t(outcome)] += planned;
      if (!seen.insert(identity).second && audit.duplicates++ == 0) audit.first_duplicate = identity;
    }
  }
  return audit;
}

std::string complaint(const std::string& path, const Audit& audit,
                      const std::array<std::size_t, outcome_count>& counted) {
  if (audit.duplicates > 0)
    return fmt::format("{}: {} duplicates, the first of experiment {}; keep the file and run the sweep into a new one",
                       path, audit.duplicates, audit.first_duplicate);
  if (audit.planned != counted)
    return fmt::format(
        "{}: the file holds {} where this launch counted {}; icsweep verify {} reports more, the same "
        "command resumes",
        path, to_text(audit.planned), to_text(counted), path);
  return "";
}

}  // namespace icsweep
