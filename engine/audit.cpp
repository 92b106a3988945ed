#include "engine/audit.hpp"

#include <fmt/format.h>

#include <unordered_set>

namespace icsweep {
namespace {

std::string text(const std::array<std::size_t, outcome_count>& counts) {
  std::string text;
  for (int i = 0; i < outcome_count; ++i)
    if (const std::size_t count = counts[std::size_t(i)]; count > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(Outcome(i)));
  return text.empty() ? "nothing" : text;
}

}  // namespace

Audit audit_store(const StoreReader& store) {
  Audit audit;
  for (const auto& table : store.tables()) {
    const auto status = table.integers("status"), planned = table.integers("planned");
    for (std::size_t row = 0; row < status.size(); ++row)
      if (planned[row]) ++audit.planned[status[row] < outcome_count ? std::size_t(status[row]) : 0];
    std::unordered_set<std::string> seen;
    for (auto& identity : table.texts("identity"))
      if (!seen.insert(identity).second && audit.duplicates++ == 0) audit.first_duplicate = identity;
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
        "{}: the file holds {} where this launch counted {}; icsweep verify {} tells more, the same "
        "command goes on",
        path, text(audit.planned), text(counted), path);
  return "";
}

}  // namespace icsweep
